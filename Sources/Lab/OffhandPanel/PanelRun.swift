import Offhand

/// What was seen during one exercise.
struct PanelRun: Sendable {
  /// A contact in one report.
  struct Contact: Sendable {
    var id: Touch.ID
    var position: Point
    var isLanding: Bool
    var isLift: Bool
  }

  /// One report.
  struct Report: Sendable {
    /// Seconds since the beginning of the exercise.
    var time: Double
    var contacts: [Contact]
  }

  let exercise: PanelExercise
  let start: Timestamp
  private(set) var reports: [Report] = []
  /// The pictures that were presented: seconds since the beginning, and the disc or the dot in them.
  private(set) var pictures: [(time: Double, disc: Point?)] = []
  /// The times within which the dot was under the finger, in seconds since the beginning.
  private(set) var settings: [ClosedRange<Double>] = []
  /// When it ended, in seconds since the beginning; `nil` if it still runs.
  var end: Double?

  /// The time between pictures in s; `nil` unless the compositor reported when they were seen. Pictures that nothing changes are left
  /// out, so the lower quartile counts.
  var refresh: Double? {
    let intervals = zip(pictures, pictures.dropFirst()).map { $1.time - $0.time }.sorted()
    return intervals.isEmpty ? nil : intervals[intervals.count / 4]
  }

  /// All places of contacts, with their times.
  var positions: [(time: Double, position: Point)] {
    reports.flatMap { report in report.contacts.filter { !$0.isLift }.map { (report.time, $0.position) } }
  }

  init(exercise: PanelExercise, start: Timestamp) {
    self.exercise = exercise
    self.start = start
  }

  mutating func record(_ frame: borrowing TouchFrame) {
    let time = frame.timestamp.seconds(since: start)
    // A page that waits before the next exercise must not fill the memory.
    guard !frame.isLate, time >= 0, time <= 4 * exercise.duration.inSeconds else { return }
    var contacts: [Contact] = []
    for index in frame.indices where frame[index].position.isFinite {
      let touch = frame[index]
      contacts.append(
        Contact(id: touch.id, position: touch.position, isLanding: touch.phase == .began, isLift: !touch.isDown))
    }
    reports.append(Report(time: time, contacts: contacts))
  }

  mutating func noteSetting(from start: Timestamp, to end: Timestamp) {
    let (from, to) = (start.seconds(since: self.start), end.seconds(since: self.start))
    if from <= to { settings.append(from...to) }
  }

  mutating func notePicture(with disc: Point?, presented time: Timestamp) {
    let time = time.seconds(since: start)
    guard disc?.isFinite != false, time > pictures.last?.time ?? 0, time <= 4 * exercise.duration.inSeconds else {
      return
    }
    pictures.append((time, disc))
  }
}
