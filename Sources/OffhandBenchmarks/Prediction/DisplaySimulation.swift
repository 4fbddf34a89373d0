import Offhand

/// What a screen shows of recorded fingers: reports of a panel, frames drawn by a commit policy, and the truth at the moment each
/// frame is seen.
///
/// A compositor takes what is committed by one refresh and shows it at the next. Drawing takes no time.
struct DisplaySimulation {
  /// When frames are drawn.
  enum Policy: String, CaseIterable {
    /// At each refresh, for the one after the next.
    case frameCallback = "frame-callback"
    /// At each report; of those between two refreshes the last is seen.
    case immediate
    /// 3 ms before the compositor takes a frame.
    case lateLatch = "late-latch"
  }

  private struct Setup {
    var refresh: Double
    var reports: Double
    var policy: Policy
  }

  private static let setups = [60.0, 120].flatMap { refresh in
    [60.0, 125, 240].flatMap { reports in
      Policy.allCases.map { Setup(refresh: refresh, reports: reports, policy: $0) }
    }
  }

  /// The time before the compositor takes a frame at which late latch draws, in nanoseconds.
  private static let lateness: Int64 = 3_000_000

  private let subjects: [PredictionSubject]
  /// The errors in mm, by setup and predictor.
  private var errors: [[Float]]
  private var paths = 0

  init(subjects: [PredictionSubject]) {
    self.subjects = subjects
    errors = Array(repeating: [], count: DisplaySimulation.setups.count * subjects.count)
  }

  /// One frame: when it is drawn and when it is seen, in nanoseconds.
  private struct Draw {
    var drawn: Int64
    var seen: Int64
    /// The true position when it is seen.
    var truth: Point
  }

  /// Shows `path` in every setup.
  mutating func add(_ path: RecordedPath, panel: Rect) {
    // The phase of the refreshes differs from path to path, evenly over all.
    let phase = (Double(paths) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    paths += 1
    for (number, setup) in DisplaySimulation.setups.enumerated() {
      let draws = DisplaySimulation.draws(of: path, setup, phase: phase)
      for (index, subject) in subjects.enumerated() {
        errors[number * subjects.count + index] += DisplaySimulation.errors(
          of: subject.make(panel), on: path, setup.reports, draws)
      }
    }
  }

  private static func draws(of path: RecordedPath, _ setup: Setup, phase: Double) -> [Draw] {
    func refresh(_ number: Int) -> Int64 { path.start + Int64((Double(number) + phase) * 1e9 / setup.refresh) }
    var draws: [Draw] = []
    var number = 0
    while refresh(number) <= path.end {
      defer { number += 1 }
      let taken = refresh(number)
      let drawn: Int64
      switch setup.policy {
      case .frameCallback: drawn = number > 0 ? refresh(number - 1) : .min
      case .lateLatch: drawn = taken - lateness
      case .immediate:
        let last = report(Int((Double(taken - path.start) * 1e-9 * setup.reports).rounded(.down)), path, setup.reports)
        drawn = number > 0 && last <= refresh(number - 1) ? .min : last
      }
      let seen = refresh(number + 1)
      guard drawn >= path.start, seen <= path.end, path.isMoving(at: seen) else { continue }
      draws.append(Draw(drawn: drawn, seen: seen, truth: path.position(at: seen)))
    }
    return draws
  }

  private static func report(_ number: Int, _ path: RecordedPath, _ rate: Double) -> Int64 {
    path.start + Int64(Double(number) * 1e9 / rate)
  }

  private static func errors(
    of subject: some MotionPredictor, on path: RecordedPath, _ rate: Double, _ draws: [Draw]
  ) -> [Float] {
    var predictor = subject
    var frame = TouchFrame()
    frame.append(Touch(id: path.id, position: path.position(at: path.start)))
    var number = 0
    return draws.compactMap { draw in
      while report(number, path, rate) <= draw.drawn {
        let time = report(number, path, rate)
        frame.timestamp = Timestamp(nanoseconds: time)
        frame[0].phase = number == 0 ? .began : .moved
        frame[0].position = path.position(at: time)
        predictor.record(frame)
        number += 1
      }
      let expected = predictor.position(
        of: path.id, at: Timestamp(nanoseconds: draw.seen), asOf: Timestamp(nanoseconds: draw.drawn))
      return expected.map { Float(($0.position - draw.truth).length) }
    }
  }

  /// The rows of the report.
  var rows: [PredictionReport.DisplayRow] {
    var rows: [PredictionReport.DisplayRow] = []
    for (number, setup) in DisplaySimulation.setups.enumerated() {
      for (index, subject) in subjects.enumerated() {
        let errors = errors[number * subjects.count + index].sorted()
        guard !errors.isEmpty else { continue }
        rows.append(
          PredictionReport.DisplayRow(
            refreshHz: setup.refresh, reportHz: setup.reports, policy: setup.policy.rawValue, predictor: subject.name,
            frames: errors.count, p50: PredictionReport.rounded(Double(errors[errors.rank(0.5)])),
            p95: PredictionReport.rounded(Double(errors[errors.rank(0.95)]))))
      }
    }
    return rows
  }
}
