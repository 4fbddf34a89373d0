import Offhand
import OffhandBenchmarks
import OffhandRecordings

/// Compares predictors with what recorded fingers did next.
///
/// Every frame of every recording is a question: where will each touch be some time later? The recording itself answers. Exact, in
/// virtual time: the same recordings give the same figures.
struct PredictionBenchmark {
  var subjects: [PredictionSubject]

  /// The times ahead, in ms, and that of them at which events are judged.
  private static let (horizons, eventHorizon) = ([8.0, 16, 25, 33, 42], 25.0)
  /// The sensing time in ms of the panel of `sensedKind`: of the 14 to 30 ms of touch screens.
  private static let sensing = 20.0
  /// All motions as that panel would report them: where the finger is then, 20 ms after what its time stamps say.
  private static let sensedKind = "all, \(Int(sensing)) ms of sensing"
  /// The predictors of `sensedKind`: without and with the correction.
  private static let sensedSubjects = [
    PredictionSubject(name: "none") { _ in NoPrediction() },
    PredictionSubject(name: "steady") { SteadyMotionPredictor(panel: $0) },
    PredictionSubject(name: "steady, corrected", latency: sensing) { SteadyMotionPredictor(panel: $0) },
  ]

  /// What one predictor made of one horizon.
  private struct Cell {
    /// The errors and the lags along the path, in mm.
    var errors: [Float] = []
    var lags: [Float] = []
    /// The frames more than 0.2 mm worse than without prediction, and those within the uncertainty and three times it.
    var (worse, within, withinThrice) = (0, 0, 0)

    static func += (cell: inout Cell, other: Cell) {
      cell.errors += other.errors
      cell.lags += other.lags
      cell.worse += other.worse
      cell.within += other.within
      cell.withinThrice += other.withinThrice
    }
  }

  /// The measured values of one kind of motion.
  private struct Sample {
    /// By predictor and horizon.
    var cells: [[Cell]]
    var movingFrames = 0
    /// The distances from the path, by predictor and kind of event, those of all frames last.
    var distances: [[[Float]]]

    init(subjects: Int) {
      cells = Array(repeating: Array(repeating: Cell(), count: PredictionBenchmark.horizons.count), count: subjects)
      distances = Array(
        repeating: Array(repeating: [], count: RecordedPath.Event.Kind.allCases.count + 1), count: subjects)
    }

    mutating func add(_ other: Sample) {
      movingFrames += other.movingFrames
      for subject in cells.indices {
        for place in cells[subject].indices { cells[subject][place] += other.cells[subject][place] }
        for kind in distances[subject].indices { distances[subject][kind] += other.distances[subject][kind] }
      }
    }
  }

  private var samples: [String: Sample] = [:]

  /// A benchmark of `subjects`, of which the first is the position without prediction.
  init(subjects: [PredictionSubject] = PredictionSubject.all) { self.subjects = subjects }

  /// Measures on `recording`, whose kind of motion is what its touches did, as it says itself.
  mutating func add(_ recording: Recording, scale: RecordingScale) {
    let frames = Workload(recording, scale: scale).frames
    let paths = RecordedPath.all(of: frames).filter(\.isLong)
    guard !paths.isEmpty else { return }
    let label = recording.truth["gesture"]?.string ?? recording.truth["label"]?.string ?? PredictionReport.other
    let kind = recording.device.kind == "touchpad" ? "touchpad: \(label)" : label
    for (kind, subjects, sensing) in [
      (kind, subjects, 0), (Self.sensedKind, Self.sensedSubjects, Self.sensing),
    ] {
      // Out of the dictionary, so that it is not copied.
      var sample = samples.removeValue(forKey: kind) ?? Sample(subjects: subjects.count)
      let questions = PredictionBenchmark.questions(on: paths, in: frames, sensing, &sample)
      for (index, subject) in subjects.enumerated() {
        PredictionBenchmark.measure(
          subject.make(scale.surface.bounds), index, subject.latency, frames, paths, questions, &sample)
      }
      samples[kind] = sample
    }
  }

  /// One touch in one frame.
  private struct Question {
    var path: Int
    var id: Touch.ID
    var time: Int64
    /// The newest sample.
    var measured: Point
    /// The true position and direction of motion, by horizon; none where the touch does not move or has lifted by then.
    var truths: [(position: Point, direction: Vector?)?]
  }

  /// The questions by frame.
  private static func questions(
    on paths: [RecordedPath], in frames: [TouchFrame], _ sensing: Double, _ sample: inout Sample
  ) -> [[Question]] {
    frames.map { frame in
      let time = frame.timestamp.nanoseconds
      return paths.enumerated().compactMap { index, path in
        guard let touch = frame.touch(path.id), touch.isDown else { return nil }
        let isMoving = path.isMoving(at: time)
        let truths = horizons.map { horizon -> (position: Point, direction: Vector?)? in
          let target = time + Int64((horizon + sensing) * 1e6)
          guard isMoving, target <= path.end else { return nil }
          return (path.position(at: target), path.direction(at: target))
        }
        if isMoving && time <= path.end { sample.movingFrames += 1 }
        return Question(path: index, id: path.id, time: time, measured: touch.position, truths: truths)
      }
    }
  }

  private static func measure(
    _ subject: some MotionPredictor, _ index: Int, _ latency: Double, _ frames: [TouchFrame], _ paths: [RecordedPath],
    _ questions: [[Question]], _ sample: inout Sample
  ) {
    var predictor = subject
    var farthest = paths.map { path in path.events.map { (event: $0, farthest: Float(0)) } }
    for (frame, questions) in zip(frames, questions) {
      predictor.record(frame)
      for question in questions {
        let now = Timestamp(nanoseconds: question.time)
        func predicted(_ horizon: Double) -> PredictedPosition? {
          predictor.position(of: question.id, at: now + .nanoseconds(Int64((horizon + latency) * 1e6)), asOf: now)
        }
        for (place, truth) in question.truths.enumerated() {
          guard let truth, let expected = predicted(horizons[place]) else { continue }
          let error = (expected.position - truth.position).length
          sample.cells[index][place].errors.append(Float(error))
          if let direction = truth.direction {
            sample.cells[index][place].lags.append(Float((truth.position - expected.position).dot(direction)))
          }
          if error > (question.measured - truth.position).length + 0.2 { sample.cells[index][place].worse += 1 }
          if error <= expected.uncertainty { sample.cells[index][place].within += 1 }
          if error <= 3 * expected.uncertainty { sample.cells[index][place].withinThrice += 1 }
        }
        guard let expected = predicted(eventHorizon) else { continue }
        let distance = Float(paths[question.path].distance(to: expected.position, around: question.time))
        sample.distances[index][RecordedPath.Event.Kind.allCases.count].append(distance)
        for number in farthest[question.path].indices
        where farthest[question.path][number].event.frames.contains(question.time) {
          farthest[question.path][number].farthest = max(farthest[question.path][number].farthest, distance)
        }
      }
    }
    for (number, kind) in RecordedPath.Event.Kind.allCases.enumerated() {
      sample.distances[index][number] += farthest.joined().filter { $0.event.kind == kind }.map(\.farthest)
    }
  }

  var report: PredictionReport {
    var report = PredictionReport()
    for (kind, sample) in kinds {
      let subjects = kind == PredictionBenchmark.sensedKind ? PredictionBenchmark.sensedSubjects : subjects
      for (index, subject) in subjects.enumerated() {
        for (cell, horizon) in zip(sample.cells[index], PredictionBenchmark.horizons) where !cell.errors.isEmpty {
          report.rows.append(row(kind, subject.name, horizon, cell, report.rows))
        }
        let events = RecordedPath.Event.Kind.allCases.map(\.rawValue) + ["every frame"]
        for (event, distances) in zip(events, sample.distances[index]) where !distances.isEmpty {
          let sorted = distances.sorted()
          report.events.append(
            PredictionReport.EventRow(
              kind: kind, predictor: subject.name, event: event, count: sorted.count, p50: sorted.rounded(0.5),
              p95: sorted.rounded(0.95), p99: sorted.rounded(0.99)))
        }
      }
    }
    return report
  }

  /// The kinds in the order of the alphabet, then those together that have fewer than a thousand frames, then all, without and with
  /// sensing.
  private var kinds: [(String, Sample)] {
    var kinds: [(String, Sample)] = []
    var (other, all) = (Sample(subjects: subjects.count), Sample(subjects: subjects.count))
    for (kind, sample) in samples.sorted(by: { $0.key < $1.key }) where kind != PredictionBenchmark.sensedKind {
      all.add(sample)
      if kind == PredictionReport.other || sample.movingFrames < 1000 {
        other.add(sample)
      } else {
        kinds.append((kind, sample))
      }
    }
    kinds += [(PredictionReport.other, other), ("all", all)]
    return kinds + samples.filter { $0.key == PredictionBenchmark.sensedKind }.map { ($0.key, $0.value) }
  }

  /// The row of `cell`, whose errors are compared with those of the first predictor in `rows`.
  private func row(
    _ kind: String, _ name: String, _ horizon: Double, _ cell: Cell, _ rows: [PredictionReport.Row]
  ) -> PredictionReport.Row {
    let errors = cell.errors.sorted()
    let count = Double(errors.count)
    var row = PredictionReport.Row(
      kind: kind, predictor: name, horizonMs: horizon, frames: errors.count,
      mean: (errors.reduce(0.0) { $0 + Double($1) } / count).fourPlaces, p50: errors.rounded(0.5),
      p95: errors.rounded(0.95), p99: errors.rounded(0.99),
      lag: cell.lags.isEmpty ? nil : cell.lags.sorted().rounded(0.5),
      worse: (Double(cell.worse) / count).fourPlaces, within: (Double(cell.within) / count).fourPlaces,
      withinThrice: (Double(cell.withinThrice) / count).fourPlaces)
    let before = rows.first { $0.kind == kind && $0.horizonMs == horizon } ?? row
    if before.p50 > 0 && before.p95 > 0 {
      (row.cutP50, row.cutP95) = ((1 - row.p50 / before.p50).fourPlaces, (1 - row.p95 / before.p95).fourPlaces)
    }
    return row
  }
}

extension [Float] {
  /// The quantile `fraction` of a sorted array that is not empty, to four decimal places.
  fileprivate func rounded(_ fraction: Double) -> Double { Double(quantile(fraction)).fourPlaces }
}

extension Double {
  /// The number to four decimal places.
  var fourPlaces: Double { (self * 1e4).rounded() / 1e4 }
}

/// The figures of `offhand bench prediction`, described in Benchmarks.md.
struct PredictionReport: BenchmarkReport {
  static let name = "prediction"
  static let version = 2
  /// The kind of all recordings that say nothing else, or too little to be judged by.
  static let other = "other"

  /// The error of one predictor on one kind of motion at one horizon, in mm; shares of frames.
  struct Row: Encodable {
    var kind: String
    var predictor: String
    var horizonMs: Double
    var frames: Int
    var mean: Double
    var p50: Double
    var p95: Double
    var p99: Double
    /// `nil` where no finger without prediction errs.
    var cutP50: Double?
    var cutP95: Double?
    var lag: Double?
    var worse: Double
    var within: Double
    var withinThrice: Double
  }

  /// The farthest distances from the path at 25 ms, in mm.
  struct EventRow: Encodable {
    var kind: String
    var predictor: String
    /// `stop`, `lift`, `turn` or `every frame`.
    var event: String
    var count: Int
    var p50: Double
    var p95: Double
    var p99: Double
  }

  var rows: [Row] = []
  var events: [EventRow] = []
}
