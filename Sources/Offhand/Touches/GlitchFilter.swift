/// Joins the parts of a contact that its panel lost for a moment: one that lands within 40 ms and 6 mm of another's lift has never lifted.
///
/// Some panels drop a finger for a report while it rests or moves, and give it a new identity when they find it again: a tap becomes
/// two, a long press none. The filter withholds a lift until the finger can no longer come back, and only on devices on which it has
/// seen that twice: no one lands in the same place 40 ms after lifting. Where it is the only finger, the lift keeps its time, so that
/// velocities and durations are as on a good panel; events are 40 ms late. While others are down, it lifts when it is certain, or when
/// another finger lands in its slot.
public struct GlitchFilter: TouchFilter {
  /// The longest time for which panels lose a contact. A finger that taps twice is away for longer.
  static let longestGap = Duration.milliseconds(40)
  /// The largest distance in millimetres by which a contact moves meanwhile.
  static let largestStep = 6.0
  /// The number of times that a device must have lost a contact before its lifts are withheld.
  static let glitchesNeeded = 2

  private var devices: [Device] = []
  /// Lifts that are withheld, and on other devices those of the last 40 ms.
  private var withheldLifts: [Lift] = []
  private var recentLifts: [Lift] = []
  private var joined = TouchMemory<Joined>()
  /// The last frame that was let through while lifts are withheld.
  private var shown = TouchFrame()

  private struct Device: Sendable {
    var id: DeviceID
    var glitches = 0
  }

  private struct Lift: Sendable {
    var touch: Touch
    var time: Timestamp

    func isBefore(_ touch: Touch, at now: Timestamp) -> Bool {
      touch.device == self.touch.device && touch.tool == self.touch.tool && now - time <= GlitchFilter.longestGap
        && touch.position.distance(to: self.touch.position) <= GlitchFilter.largestStep
    }
  }

  /// A contact that continues another under an identity of its own.
  private struct Joined: RememberedTouch {
    var id: Touch.ID
    var first: Touch
  }

  /// A filter that knows no device yet, or takes `devices` for known to lose contacts.
  public init(devices: [DeviceID] = []) {
    self.devices = devices.map { Device(id: $0, glitches: GlitchFilter.glitchesNeeded) }
    withheldLifts.reserveCapacity(TouchFrame.capacity)
    recentLifts.reserveCapacity(TouchFrame.capacity)
    shown.reserveCapacity()
  }

  package func withholdsLifts(of device: DeviceID) -> Bool {
    devices.contains { $0.id == device && $0.glitches >= GlitchFilter.glitchesNeeded }
  }

  /// The number of times that `device` was seen to lose a contact.
  func glitches(of device: DeviceID) -> Int { devices.first { $0.id == device }?.glitches ?? 0 }

  /// The lifts that are withheld, since the last of them and until the first is certain.
  public var withheld: WithheldTouches? {
    guard let first = withheldLifts.first, let last = withheldLifts.last else { return nil }
    return WithheldTouches(since: last.time, until: first.time + GlitchFilter.longestGap)
  }

  /// Joins contacts, and withholds lifts.
  public mutating func filter(_ frame: inout TouchFrame) {
    let now = frame.timestamp
    joined.keep(idsOf: frame)
    for index in frame.indices {
      if let known = joined.index(of: frame[index].id) { frame[index].continues(joined[known].first) }
    }
    recentLifts.removeAll { now - $0.time > GlitchFilter.longestGap }
    noteLifts(in: &frame)
    for index in frame.indices where frame[index].phase == .began { join(&frame[index], at: now) }
    showWithheld(in: &frame, at: now)
    if !withheldLifts.isEmpty { shown.assume(frame) }
  }

  /// The frame in which the first of the lifts that were withheld happens.
  public mutating func release(into frame: inout TouchFrame) {
    guard let withheld else { return }
    frame.assume(shown)
    for index in frame.indices where frame[index].isDown {
      frame[index].phase = .stationary
      frame[index].previousPosition = frame[index].position
    }
    while let lift = withheldLifts.first, lift.time + GlitchFilter.longestGap <= withheld.until {
      for index in frame.indices where frame[index].id == lift.touch.id { frame[index].phase = .ended }
      withheldLifts.removeFirst()
    }
    shown.assume(frame)
    shown.settle()
  }

  /// Forgets the touches; devices stay known.
  public mutating func reset() {
    withheldLifts.removeAll(keepingCapacity: true)
    recentLifts.removeAll(keepingCapacity: true)
    joined.removeAll()
  }

  /// Withholds the lifts of a frame, or remembers them to learn from them.
  private mutating func noteLifts(in frame: inout TouchFrame) {
    var index = 0
    while index < frame.count {
      let touch = frame[index]
      if touch.phase == .ended, withholdsLifts(of: touch.device), withheldLifts.count < TouchFrame.capacity {
        withheldLifts.append(Lift(touch: touch, time: frame.timestamp))
        frame.remove(at: index)
        continue
      }
      if touch.phase == .ended && recentLifts.count < TouchFrame.capacity {
        recentLifts.append(Lift(touch: touch, time: frame.timestamp))
      }
      index += 1
    }
  }

  /// Makes a touch that lands where one lifted that one, if its lift was withheld.
  private mutating func join(_ touch: inout Touch, at now: Timestamp) {
    if let lift = withheldLifts.firstIndex(where: { $0.isBefore(touch, at: now) }) {
      let before = withheldLifts.remove(at: lift).touch
      countGlitch(of: touch.device)
      joined.append(Joined(id: touch.id, first: before))
      touch.continues(before)
      touch.previousPosition = before.position
      touch.phase = touch.position == before.position ? .stationary : .moved
    } else if let lift = recentLifts.firstIndex(where: { $0.isBefore(touch, at: now) }) {
      recentLifts.remove(at: lift)
      countGlitch(of: touch.device)
    }
  }

  private mutating func countGlitch(of device: DeviceID) {
    if let index = devices.firstIndex(where: { $0.id == device }) {
      devices[index].glitches += 1
    } else {
      devices.append(Device(id: device, glitches: 1))
    }
  }

  /// Puts the touches whose lifts are withheld into a frame, in the order of landing; those that are certain end in it.
  private mutating func showWithheld(in frame: inout TouchFrame, at now: Timestamp) {
    var index = 0
    while index < withheldLifts.count {
      var touch = withheldLifts[index].touch
      let isCertain =
        now - withheldLifts[index].time > GlitchFilter.longestGap || GlitchFilter.landed(inSlotOf: touch, in: frame)
      let hasMoved = withheldLifts[index].time == now && touch.position != touch.previousPosition
      touch.phase = isCertain ? .ended : hasMoved ? .moved : .stationary
      if !hasMoved { touch.previousPosition = touch.position }
      frame.append(touch)
      if isCertain { withheldLifts.remove(at: index) } else { index += 1 }
    }
    frame.sortByLanding()
  }

  /// Whether another touch landed in the slot of `touch`: no slot has two that are down, unless the source names none.
  private static func landed(inSlotOf touch: Touch, in frame: borrowing TouchFrame) -> Bool {
    var hasLanded = false
    for index in frame.indices where frame[index].slot == touch.slot && frame[index].device == touch.device {
      if frame[index].phase == .began { hasLanded = true } else if frame[index].isDown { return false }
    }
    return hasLanded
  }
}

extension Touch {
  /// Takes the identity of `touch`, which it continues.
  fileprivate mutating func continues(_ touch: Touch) {
    id = touch.id
    landingPosition = touch.landingPosition
    landingTime = touch.landingTime
  }
}
