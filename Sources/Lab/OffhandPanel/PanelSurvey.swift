package import Offhand

/// Collects the touches of all exercises, and derives what the panel does to touches.
package struct PanelSurvey: Sendable {
  private let size: Size
  private let claimed: Size?
  private var filters = FilterSurvey()
  private var runs: [PanelRun] = []

  /// A survey of a panel that claims `claimed` millimetres along the x and y that it reports, behind a picture of `size` millimetres.
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

  /// Notes that this exercise ends, with fingers that may stay: a panel need not report still ones.
  package mutating func end(at now: Timestamp) {
    if !runs.isEmpty { runs[runs.count - 1].end = now.seconds(since: runs[runs.count - 1].start) }
  }

  /// Notes that a picture, with the disc or the dot if there is one, was presented at `time`; without presentation feedback it is not
  /// called.
  package mutating func notePicture(with disc: Point?, presented time: Timestamp) {
    if !runs.isEmpty { runs[runs.count - 1].notePicture(with: disc, presented: time) }
  }

  /// Notes that the dot was under the finger in the pictures from `start` to `end`, in the exercise `dot`. Several notes, from below and
  /// from above, make the bar shorter.
  package mutating func noteDot(from start: Timestamp, to end: Timestamp) {
    if !runs.isEmpty { runs[runs.count - 1].noteSetting(from: start, to: end) }
  }

  /// Whether the compositor reports when pictures are seen, or no exercise has shown yet.
  package var isSeen: Bool { runs.isEmpty || runs.contains { $0.refresh != nil } }

  /// What is known so far; parts that were not measured are `nil`.
  package func findings() -> PanelFindings {
    let fit = runs.reduce(nil as MarkFit?) { MarkFit($1, on: size) ?? $0 }
    let place: (Point) -> Point = { fit?.place($0) ?? $0 }
    var findings = PanelFindings()
    if let fit {
      findings.orientation = fit.orientation
      findings.unreachedEdges = fit.unreachedEdges
      let measured = fit.panelSize
      if let claimed, claimed.width > 0, claimed.height > 0 {
        findings.sizeRatio = Vector(dx: measured.width / claimed.width, dy: measured.height / claimed.height)
      }
    }
    findings.circleLatency = PanelLatency.circle(runs.compactMap { PanelLatency.lag(of: $0, on: size, place) })
    findings.isSeen = isSeen
    findings.dotLatency = PanelLatency.dot(runs.flatMap(PanelLatency.leads))
    let timing = PanelJitter.timing(runs)
    findings.latency = PanelLatency.combined([findings.circleLatency, findings.dotLatency].compactMap { $0 })
    (findings.rate, findings.rateJitter) = (timing?.rate, timing?.jitter)
    findings.heldJitter = runs.compactMap { PanelJitter.held($0, place) }.max()
    findings.deviations = PanelJitter.moving(runs, place)
    findings.movingJitter = findings.deviations.map(\.value).max()
    findings.deadBands = DeadBands.bands(runs, place)
    let (bands, edges) = (findings.deadBands ?? [], findings.unreachedEdges ?? [])
    // At the border of a band a finger is lost and found again as often as ghosts come.
    let ghosts = GhostTouches.places(runs, place).filter { ghost in !bands.contains { $0.distance(to: ghost) <= 8 } }
    if runs.contains(where: { $0.exercise != .pair && !$0.positions.isEmpty }) { findings.ghosts = ghosts }
    if findings.heldJitter != nil, findings.deadBands != nil, fit != nil {
      // A ghost that comes again, and a finger beside a dead part of the glass, look like contacts that were lost for a moment.
      let isSound = ghosts.isEmpty && bands.isEmpty && edges.isEmpty
      findings.filters = filters.filters.subtracting(isSound ? [] : [.glitch])
    }
    let separations = runs.compactMap { FingerPair.separation($0, without: ghosts, place) }
    let separation = separations.min { $0.distance < $1.distance }
    (findings.separation, findings.isSeparationBound) = (separation?.distance, separation?.isBound ?? false)
    findings.liftGap = runs.compactMap { FingerPair.liftGap($0, place) }.min()
    return findings
  }
}
