package import Offhand

/// The course of the exercises: which one is asked for, since when it runs, and when it is over.
///
/// An exercise begins with a finger that lands where it is asked for, or stays, so that its words can be read in peace, and no ghost does it.
package struct PanelCourse: Sendable {
  /// The time after which an exercise that nothing touches is left out.
  private static let patience = Duration.seconds(20)
  /// The time after which a mark that was not felt is given up.
  private static let markPatience = Duration.seconds(3)
  /// The distance in millimetres from what is asked for within which a finger is meant for it.
  private static let nearness = 25.0
  /// The time after which a contact elsewhere begins an exercise: touches that no finger makes are mostly shorter.
  private static let stay = Duration.milliseconds(100)

  package let size: Size
  let exercises: [PanelExercise]
  /// What was measured.
  private(set) var survey: PanelSurvey
  /// What was measured before this exercise, for a second attempt.
  private var before: PanelSurvey
  private(set) var index = 0
  /// When this exercise began; `nil` while it waits for a finger.
  private(set) var start: Timestamp?
  /// The number of marks that were tapped or given up.
  private(set) var marks = 0
  /// Whether the finger has left this exercise once.
  private(set) var isSecondAttempt = false
  /// How often the dot was set.
  private(set) var settings = 0
  /// When the course asked for what it now waits for.
  private var asked: Timestamp?
  /// When the last finger lifted.
  private var lifted: Timestamp?

  /// A course for a picture of `size` millimetres before a panel that claims `claimed`.
  init(on size: Size, claimed: Size?) {
    self.size = size
    exercises = PanelExercise.program(on: size)
    survey = PanelSurvey(picture: size, claimed: claimed)
    before = survey
  }

  /// The exercise that is asked for; `nil` at the end.
  var exercise: PanelExercise? { index < exercises.count ? exercises[index] : nil }

  /// Whether nothing has been measured.
  var isFresh: Bool { index == 0 && start == nil }

  /// Takes a frame without the touches on controls.
  mutating func record(_ frame: borrowing TouchFrame) {
    guard let exercise else { return }
    if start == nil {
      let begins = frame.indices.contains { index in
        let touch = frame[index]
        guard touch.isDown, touch.landingTime >= asked ?? .zero else { return false }
        return isMeant(touch.position) || frame.timestamp - touch.landingTime >= PanelCourse.stay
      }
      guard begins else { return }
      start = frame.timestamp
      asked = frame.timestamp
      survey.begin(exercise, at: frame.timestamp)
    }
    survey.record(frame)
    if frame.downCount > 0 { lifted = nil } else if lifted == nil { lifted = frame.timestamp }
    guard case .taps(let places) = exercise else { return }
    for index in frame.indices where frame[index].phase == .ended && isMeant(frame[index].position) {
      marks += 1
      asked = frame.timestamp
    }
    if marks >= places.count { finish(at: frame.timestamp) }
  }

  /// Whether a finger at `position` is near what is asked for, as any panel reports it: turned or mirrored.
  private func isMeant(_ position: Point) -> Bool {
    let places: [Point] =
      switch exercise {
      case .taps(let places): marks < places.count ? [places[marks]] : []
      case .line(let from, let to): [from, to]
      case .hold: [Rect(origin: .origin, size: size).center]
      case .circle: disc(at: .zero).map { [$0] } ?? []
      case .pair: PanelExercise.pairMarks(on: size)
      case .dot, nil: []
      }
    return places.contains { place in
      PanelOrientation.allCases.contains { orientation in
        let unit = orientation.logical(x: place.x / size.width, y: place.y / size.height)
        return position.distance(to: Point(x: unit.x * size.width, y: unit.y * size.height)) <= PanelCourse.nearness
      }
    }
  }

  /// Notes that the picture drawn for `frame`, with `dot` in it, was seen at `time`.
  mutating func notePresented(_ frame: FrameTime, with dot: Point?, at time: Timestamp) {
    guard let start, frame.now >= start else { return }
    survey.notePicture(with: disc(at: frame.presentation) ?? dot, presented: time)
  }

  /// Notes that the dot has been under the finger since `start`.
  mutating func noteDot(from start: Timestamp, to time: Timestamp) {
    guard self.start != nil else { return }
    survey.noteDot(from: start, to: time)
    settings += 1
    if settings == PanelExercise.settings { finish(at: time) }
  }

  /// The place of the disc in a picture that is seen at `time`; `nil` but in a circle.
  func disc(at time: Timestamp) -> Point? {
    exercise?.disc(after: start.map { max(time - $0, .zero) } ?? .zero, on: size)
  }

  /// The share of this exercise's time that has passed.
  func progress(at time: Timestamp) -> Double {
    guard let exercise, let start else { return 0 }
    if case .taps(let places) = exercise { return Double(marks) / Double(max(places.count, 1)) }
    if exercise == .dot { return Double(settings) / Double(PanelExercise.settings) }
    return min(max((time - start) / exercise.duration, 0), 1)
  }

  /// When the exercise ends, or a mark is given up.
  var deadline: Timestamp? {
    guard let exercise, let asked else { return nil }
    guard let start else { return asked + PanelCourse.patience }
    if case .taps = exercise { return asked + PanelCourse.markPatience }
    var end = start + exercise.duration
    if let lifted, let absence = exercise.absence { end = min(end, lifted + absence) }
    return end
  }

  /// Begins to wait, and ends what is over at `time`.
  mutating func advance(to time: Timestamp) {
    if asked == nil { asked = time }
    guard let due = deadline, due <= time, let exercise else { return }
    if case .taps(let places) = exercise, start != nil {
      marks += 1
      asked = time
      if marks >= places.count { finish(at: time) }
    } else if let start, exercise.lastsWithFinger, due < start + exercise.duration, !isSecondAttempt {
      survey = before
      (self.start, lifted, asked, isSecondAttempt) = (nil, nil, time, true)
    } else {
      finish(at: time)
    }
  }

  /// Goes on to the next exercise; what was measured in this one is kept.
  mutating func finish(at time: Timestamp) {
    if start != nil { survey.end(at: time) }
    index += 1
    // A dot counts by when it was seen.
    if exercise == .dot, !survey.isSeen { index += 1 }
    before = survey
    (start, lifted, asked, isSecondAttempt, marks, settings) = (nil, nil, time, false, 0, 0)
  }
}

extension PanelExercise {
  /// Where the fingers of a pair land.
  static func pairMarks(on size: Size) -> [Point] {
    [-20, 20].map { Point(x: size.width / 2 + $0, y: size.height / 2) }
  }

  /// What is tapped, drawn and followed, as points.
  func points(on size: Size) -> [Point] {
    let middle = Point(x: size.width / 2, y: size.height / 2)
    return switch self {
    case .taps(let places): places
    case .line(let from, let to): (0...64).map { from + (to - from) * (Double($0) / 64) }
    case .circle(_, let period): (0..<64).compactMap { disc(after: period * $0 / 64, on: size) }
    case .hold: [middle]
    case .pair: PanelExercise.pairMarks(on: size) + [middle]
    case .dot: []
    }
  }

  /// The time without a finger after which it has left; `nil` if it may. A dead band loses it for a moment, a slow line for longer.
  fileprivate var absence: Duration? {
    if case .line = self { .seconds(1) } else { lastsWithFinger ? .milliseconds(500) : nil }
  }

  /// Whether it is worth nothing if the finger leaves early.
  fileprivate var lastsWithFinger: Bool {
    switch self {
    case .circle, .hold: true
    case .dot, .line, .taps, .pair: false
    }
  }

  /// What to do, in one or two sentences.
  var words: String {
    switch self {
    case .circle: "Put a finger on the disc and follow it around. Look at the disc, not at your finger."
    case .dot:
      "Draw along the ring, one round in one or two seconds, and move the slider until the dot is under your finger. Press Fits. \(PanelExercise.settings) times in all."
    case .hold: "Hold one finger still on the mark until the bar is full."
    case .line: "Draw along the line, as along a ruler, in about two seconds."
    case .taps: "Tap each mark as it appears, with one fingertip."
    case .pair:
      "Two fingers: put them down apart, bring them together, lift both, and at once again, until the bar is full."
    }
  }
}
