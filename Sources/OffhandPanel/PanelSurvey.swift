package import Offhand

/// Collects the touches of all exercises, and derives what the panel does to touches.
package struct PanelSurvey: Sendable {
  private let size: Size
  private let claimed: Size?
  private var filters = FilterSurvey()
  private var runs: [PanelRun] = []

  /// A survey of a panel that claims `claimed` millimetres along its own x and y, behind a picture of `size` millimetres.
  package init(picture size: Size, claimed: Size?) {
    self.size = size
    self.claimed = claimed
  }

  /// Begins an exercise; touches until the next belong to it.
  package mutating func begin(_ exercise: PanelExercise, at now: Timestamp) {
    runs.append(PanelRun(exercise: exercise, start: now))
  }

  /// Takes a frame, in millimetres of the picture, unfiltered.
  package mutating func record(_ frame: borrowing TouchFrame) {
    filters.ingest(frame)
    if !runs.isEmpty { runs[runs.count - 1].record(frame) }
  }

  /// Notes that a picture with the disc at `position` was presented at `time`; without presentation feedback it is not called.
  package mutating func noteDisc(at position: Point, presented time: Timestamp) {
    if !runs.isEmpty { runs[runs.count - 1].noteDisc(at: position, presented: time) }
  }

  /// Notes the prediction at which the dot was under the finger, in the exercise `dot`: how far beyond the presentation of its picture
  /// the page predicted, or beyond the newest report where no presentation is known. Several notes, from below and from above, make
  /// the bar shorter.
  package mutating func noteDot(_ latency: Duration) {
    if !runs.isEmpty { runs[runs.count - 1].dots.append(latency.inSeconds * 1000) }
  }

  /// What is known so far; parts that were not measured are `nil`.
  package func findings() -> PanelFindings {
    var findings = PanelFindings()
    findings.filters = filters.filters
    return findings
  }
}
