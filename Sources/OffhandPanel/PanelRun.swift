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
  /// The disc as it was presented: seconds since the beginning, and place.
  private(set) var discs: [(time: Double, position: Point)] = []
  /// The predictions at which the dot was under the finger, in ms.
  var dots: [Double] = []

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
    // A page that waits before the next exercise shall not fill the memory.
    guard !frame.isLate, time >= 0, time <= 4 * exercise.duration.inSeconds else { return }
    var contacts: [Contact] = []
    for index in frame.indices where frame[index].position.isFinite {
      let touch = frame[index]
      contacts.append(
        Contact(id: touch.id, position: touch.position, isLanding: touch.phase == .began, isLift: !touch.isDown))
    }
    reports.append(Report(time: time, contacts: contacts))
  }

  mutating func noteDisc(at position: Point, presented time: Timestamp) {
    let time = time.seconds(since: start)
    guard position.isFinite, time > discs.last?.time ?? 0 else { return }
    discs.append((time, position))
  }
}
