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
    guard !runs.isEmpty else { return }
    // Two fingers that the panel takes for one are no contact that it lost.
    if runs[runs.count - 1].exercise != .pair { filters.ingest(frame) }
    runs[runs.count - 1].record(frame)
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
    let fit = runs.reduce(nil as MarkFit?) { MarkFit($1, on: size) ?? $0 }
    let place: (Point) -> Point = { fit?.place($0) ?? $0 }
    var findings = PanelFindings()
    findings.filters = filters.filters
    if let fit {
      findings.orientation = fit.orientation
      findings.unreachedEdges = fit.unreachedEdges
      let (measured, claim) = (fit.panelSize, claimed ?? fit.orientation.logical(size))
      if claim.width > 0, claim.height > 0 {
        findings.sizeRatio = Vector(dx: measured.width / claim.width, dy: measured.height / claim.height)
      }
    }
    findings.circleLatency = PanelLatency.circle(runs.compactMap { PanelLatency.lag(of: $0, on: size, place) })
    findings.includesDisplay = findings.circleLatency != nil && runs.allSatisfy(\.discs.isEmpty)
    findings.dotLatency = PanelLatency.dot(runs.flatMap(\.dots))
    findings.latency = PanelLatency.combined(findings.circleLatency, findings.dotLatency)
    let timing = PanelJitter.timing(runs)
    (findings.rate, findings.rateJitter) = (timing?.rate, timing?.jitter)
    findings.heldJitter = runs.compactMap { PanelJitter.held($0, place) }.max()
    findings.movingJitter = PanelJitter.moving(runs, place)
    findings.deadBands = DeadBands.bands(runs, place)
    // At the border of a band a finger is lost and found again as often as ghosts come.
    findings.ghosts = GhostTouches.places(runs, place).filter { ghost in
      !findings.deadBands.contains { $0.distance(to: ghost) <= 8 }
    }
    // A ghost that comes again, and a finger beside a dead part of the glass, look like contacts that were lost for a moment.
    if !(findings.ghosts.isEmpty && findings.deadBands.isEmpty && findings.unreachedEdges.isEmpty) {
      findings.filters.remove(.glitch)
    }
    findings.separation = runs.compactMap { FingerPair.separation($0, without: findings.ghosts, place) }.min()
    findings.liftGap = runs.compactMap { FingerPair.liftGap($0, place) }.min()
    return findings
  }
}
