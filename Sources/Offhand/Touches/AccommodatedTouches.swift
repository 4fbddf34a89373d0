/// Makes touches of hands that tremble, press long or rest on the glass what they are meant to be, as ``Accommodations`` say.
///
/// The last of filters: it takes fingers for what the others have made of them. A touch keeps the settings with which it landed, so
/// replacing them changes nothing for fingers that are down. What it shows ends, whatever the settings; a touch that waits is shown at
/// its landing, later (Design/Recognizing.md "Touches that are accommodated").
public struct AccommodatedTouches: TouchFilter {
  /// How touches count that land from now on.
  public var settings: Accommodations

  /// The distance in millimetres within which another touch is by the same hand.
  private static let reach = 150.0
  /// The number of lifts that are remembered: fingers of two hands.
  private static let mostLifts = 10

  private var fingers = TouchMemory<Finger>()
  private var lifts: [Lift] = []
  /// The last frame that was shown, in whose order touches stay.
  private var shown = TouchFrame()

  /// The lift of a touch that counted.
  private struct Lift: Sendable {
    var device: DeviceID
    var place: Point
    var time: Timestamp
  }

  /// A filter of these settings.
  public init(_ settings: Accommodations = Accommodations()) {
    self.settings = settings
    lifts.reserveCapacity(AccommodatedTouches.mostLifts)
    shown.reserveCapacity()
  }

  /// Whether it changes nothing, now and for fingers that are down.
  public var isEmpty: Bool { settings.isEmpty && fingers.elements.isEmpty }

  /// Shows of the fingers of `frame` what counts.
  public mutating func filter(_ frame: inout TouchFrame) {
    if isEmpty { return }
    end { _ = frame.append($0) }
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if touch.phase == .began, !settings.isEmpty { meet(touch, at: frame.timestamp) }
      guard let known = fingers.index(of: touch.id) else {
        index += 1
        continue
      }
      let seen = fingers[known].follow(touch, at: frame.timestamp)
      if !touch.isDown { leave(known, at: frame.timestamp) }
      guard let seen else {
        frame.remove(at: index)
        continue
      }
      frame[index] = seen
      index += 1
    }
    arrange(&frame)
    shown.assume(frame)
  }

  /// The touches that are shown later without another report: since ever, as nothing is to wait for them.
  public var withheld: WithheldTouches? {
    var first: Timestamp?
    for finger in fingers.elements {
      if let due = finger.due { first = min(first ?? due, due) }
    }
    return first.map { WithheldTouches(since: Timestamp(nanoseconds: .min), until: $0) }
  }

  /// The frame in which the first of them land, or lift.
  public mutating func release(into frame: inout TouchFrame) {
    guard let due = withheld?.until else { return }
    frame.assume(shown)
    frame.settle()
    frame.timestamp = max(frame.timestamp, due)
    frame.isLate = false
    end { touch in
      for index in frame.indices where frame[index].id == touch.id { frame[index] = touch }
    }
    for index in fingers.elements.indices {
      if let due = fingers[index].due, due <= frame.timestamp {
        frame.append(fingers[index].land(at: frame.timestamp, drags: false))
      }
    }
    shown.assume(frame)
  }

  /// Shows nothing any more of fingers that wait.
  public mutating func dropLandings() {
    for index in fingers.elements.indices where fingers[index].state == .waiting { fingers[index].ignore() }
  }

  /// Forgets the touches.
  public mutating func reset() {
    fingers.removeAll()
    lifts.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with each finger whose touch waits for its time: where it landed, and the part of the time that has passed at `now`.
  package func forEachWaiting(at now: Timestamp, _ body: (Touch.ID, Point, Double) -> Void) {
    for finger in fingers.elements where finger.state == .waiting && finger.settings.hold > .zero {
      body(finger.id, finger.landing, min(max(now.seconds(since: finger.start) / finger.settings.hold.inSeconds, 0), 1))
    }
  }

  private mutating func meet(_ touch: Touch, at now: Timestamp) {
    lifts.removeAll { now - $0.time > settings.repeatInterval }
    let isRepeated = lifts.contains {
      $0.device == touch.device && $0.place.distance(to: touch.position) <= settings.repeatDistance
    }
    let isSecond =
      settings.ignoresSecond
      && fingers.elements.contains {
        $0.state != .ignored && $0.state != .lifted && $0.touch.device == touch.device
          && $0.touch.position.distance(to: touch.position) <= AccommodatedTouches.reach
      }
    fingers.append(Finger(touch, settings, isRepeated || isSecond ? .ignored : .waiting, at: now))
  }

  /// Takes note that a finger is up; one that was not shown yet remains until it is.
  private mutating func leave(_ index: Int, at now: Timestamp) {
    let finger = fingers[index]
    if finger.settings.repeatInterval > .zero, finger.touch.phase == .ended, finger.state.counts {
      if lifts.count == AccommodatedTouches.mostLifts { lifts.removeFirst() }
      lifts.append(Lift(device: finger.touch.device, place: finger.touch.position, time: now))
    }
    if finger.state != .lifted { fingers.remove(at: index) }
  }

  /// Lifts the touches that were shown when their fingers were up.
  private mutating func end(_ body: (Touch) -> Void) {
    var index = 0
    while index < fingers.elements.count {
      if fingers[index].state == .lifted {
        body(fingers[index].end)
        fingers.remove(at: index)
      } else {
        index += 1
      }
    }
  }

  /// Puts touches into the order in which they were shown, which is not that of their fingers: receivers go by it.
  private func arrange(_ frame: inout TouchFrame) {
    var place = 0
    for index in shown.indices {
      guard let found = frame.indices.first(where: { frame[$0].id == shown[index].id }) else { continue }
      if found != place { frame.touches.insert(frame.touches.remove(at: found), at: place) }
      place += 1
    }
  }
}

/// A finger, and what is shown of it.
private struct Finger: RememberedTouch {
  /// The rows of the chart in Design/Recognizing.md "Touches that are accommodated".
  enum State: String, Sendable, CaseIterable {
    /// Nothing is shown of it yet.
    case waiting
    /// It is shown in one place.
    case still
    /// It is shown where it is.
    case dragging
    /// It is up, and its touch was shown just then: the lift follows.
    case lifted
    /// Nothing is ever shown of it.
    case ignored

    /// Whether it was shown.
    var counts: Bool { self != .waiting && self != .ignored }
  }

  private(set) var state: State
  /// The finger as it is.
  private(set) var touch: Touch
  let settings: Accommodations
  let landing: Point
  let start: Timestamp
  /// Where and since when it is shown.
  private var place: Point
  private var time: Timestamp
  private var stillness: Stillness

  init(_ touch: Touch, _ settings: Accommodations, _ state: State, at now: Timestamp) {
    (self.touch, self.settings, self.state) = (touch, settings, state)
    (landing, start, place, time) = (touch.position, now, touch.position, now)
    stillness = Stillness(touch.position, at: now)
  }

  var id: Touch.ID { touch.id }

  /// The time at which it is shown, or lifts, without another report.
  var due: Timestamp? {
    switch state {
    case .waiting: settings.waitsForLift ? nil : start + settings.hold
    case .lifted: time
    case .still, .dragging, .ignored: nil
    }
  }

  /// Follows the finger. Returns what is shown of it; `nil` for nothing.
  mutating func follow(_ touch: Touch, at now: Timestamp) -> Touch? {
    self.touch = touch
    stillness.follow(touch.position, at: now)
    let drags = settings.slop > 0 && touch.position.distance(to: landing) > settings.slop
    switch state {
    case .ignored, .lifted: return nil
    case .waiting:
      let counts = now - start >= settings.hold && (!settings.waitsForLift || touch.phase == .ended)
      guard touch.phase != .cancelled, counts || drags else { return nil }
      return land(at: now, drags: drags)
    case .still:
      if drags { state = .dragging }
    case .dragging: break
    }
    return seen(at: state == .dragging ? touch.position : place)
  }

  /// Shows the finger at its landing, or at the place for which it waited. Returns its touch.
  mutating func land(at now: Timestamp, drags: Bool) -> Touch {
    state = !touch.isDown ? .lifted : drags || settings.slop == 0 ? .dragging : .still
    if !drags {
      switch settings.location {
      case .landing: break
      case .stillest: place = stillness.place
      case .lift: place = touch.position
      }
    }
    time = now
    var landed = seen(at: place)
    landed.phase = .began
    return landed
  }

  /// Shows nothing of it, ever.
  mutating func ignore() { state = .ignored }

  /// The lift of a touch that was shown when its finger was up.
  var end: Touch {
    var lifting = self
    return lifting.seen(at: lifting.drags ? touch.position : place)
  }

  private var drags: Bool { settings.slop == 0 || touch.position.distance(to: landing) > settings.slop }

  /// The finger as it is shown at `position` after `place`.
  private mutating func seen(at position: Point) -> Touch {
    var seen = touch
    (seen.previousPosition, seen.position) = (place, position)
    // One that is lifted was shown nowhere else.
    seen.landingPosition = state == .lifted ? place : landing
    seen.landingTime = time
    if seen.phase == .moved || seen.phase == .stationary { seen.phase = position == place ? .stationary : .moved }
    place = position
    return seen
  }
}

/// Where a finger was stillest: the mean of its places, of a quarter of a second once it is down for longer, where they varied least. A
/// tremor of 4 Hz goes to and fro once meanwhile, and what counts is where it goes around.
private struct Stillness: Sendable {
  private static let window = 0.25

  /// The place.
  private(set) var place: Point
  private var mean: Point
  private var variance = 0.0
  private var least = Double.infinity
  private var latest: (place: Point, time: Timestamp)
  private var age = 0.0

  init(_ place: Point, at now: Timestamp) {
    (self.place, mean, latest) = (place, place, (place, now))
  }

  /// Takes the next place; until then the finger was where it was last.
  mutating func follow(_ place: Point, at now: Timestamp) {
    let elapsed = now.seconds(since: latest.time)
    defer { latest = (place, now) }
    guard elapsed > 0 else { return }
    age += elapsed
    let weight = min(elapsed / min(age, Stillness.window), 1)
    let offset = latest.place - mean
    mean += offset * weight
    variance += (offset.lengthSquared * (1 - weight) - variance) * weight
    guard age >= Stillness.window else { return self.place = mean }
    if variance < least { (least, self.place) = (variance, mean) }
  }
}
