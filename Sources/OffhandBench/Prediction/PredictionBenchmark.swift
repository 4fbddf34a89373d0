import Offhand
import OffhandBenchmarks
import OffhandRecordings

/// Compares predictors with what recorded fingers did next.
///
/// Every frame of every recording is a question: where will each touch be some time later? The recording itself answers. Exact, in
/// virtual time: the same recordings give the same figures.
struct PredictionBenchmark {
  /// The horizons in ms that are measured without a choice.
  static let horizons = [8.0, 16, 25, 33, 42]
  /// The kind of motion that all others together are.
  private static let everything = "all"
  /// The kind of all recordings that say nothing else, or too little to be judged by.
  private static let other = "other"

  /// The predictors.
  var subjects: [PredictionSubject]
  /// The times ahead, in ms.
  var horizons: [Double]

  /// What one predictor made of one horizon.
  private struct Cell {
    /// The errors, in mm.
    var errors: [Double] = []
    /// The frames more than 0.2 mm worse than without prediction, and those within the uncertainty and three times it.
    var (worse, within, withinThrice) = (0, 0, 0)

    static func += (cell: inout Cell, other: Cell) {
      cell.errors += other.errors
      cell.worse += other.worse
      cell.within += other.within
      cell.withinThrice += other.withinThrice
    }
  }

  /// The cells of one kind of motion, by predictor and horizon, and the number of frames in which a finger moved.
  private struct Sample {
    var cells: [Cell]
    var frames = 0

    init(count: Int) { cells = Array(repeating: Cell(), count: count) }

    mutating func add(_ other: Sample) {
      for index in cells.indices { cells[index] += other.cells[index] }
      frames += other.frames
    }
  }

  private var samples: [String: Sample] = [:]

  /// A benchmark of `subjects`.
  init(
    subjects: [PredictionSubject] = PredictionSubject.all, horizons: [Double] = PredictionBenchmark.horizons
  ) {
    self.subjects = subjects
    self.horizons = horizons
  }

  /// The kind of motion of `recording`: what its touches did, as it says itself.
  private static func kind(of recording: Recording) -> String {
    let label = recording.truth["gesture"]?.string ?? recording.truth["label"]?.string ?? other
    return recording.device.kind == "touchpad" ? "touchpad: \(label)" : label
  }

  /// Measures on `recording`.
  mutating func add(_ recording: Recording, scale: RecordingScale) {
    let frames = Workload(recording, scale: scale).frames
    let paths = RecordedPath.all(of: frames).filter(\.isLong)
    guard !paths.isEmpty else { return }
    var sample = Sample(count: subjects.count * horizons.count)
    let questions = frames.map { self.questions(on: paths, in: $0) }
    sample.frames = questions.reduce(0) { $0 + $1.count }
    for (index, subject) in subjects.enumerated() {
      let cells = index * horizons.count..<(index + 1) * horizons.count
      measure(subject.make(scale.surface.bounds), frames, questions, &sample.cells[cells])
    }
    for kind in [PredictionBenchmark.kind(of: recording), PredictionBenchmark.everything] {
      samples[kind, default: Sample(count: sample.cells.count)].add(sample)
    }
  }

  /// One moving touch in one frame.
  private struct Question {
    var id: Touch.ID
    /// The newest sample.
    var measured: Point
    /// The true position, by horizon; `nil` where the touch has lifted by then.
    var truths: [Point?]
  }

  private func questions(on paths: [RecordedPath], in frame: TouchFrame) -> [Question] {
    let time = frame.timestamp.nanoseconds
    return paths.compactMap { path in
      guard let touch = frame.touch(path.id), touch.isDown, path.isMoving(at: time) else { return nil }
      let truths = horizons.map { horizon in
        let target = time + Int64(horizon * 1e6)
        return target <= path.end ? path.position(at: target) : nil
      }
      return Question(id: path.id, measured: touch.position, truths: truths)
    }
  }

  private func measure(
    _ subject: some MotionPredictor, _ frames: [TouchFrame], _ questions: [[Question]], _ cells: inout ArraySlice<Cell>
  ) {
    var predictor = subject
    for (frame, questions) in zip(frames, questions) {
      predictor.record(frame)
      let now = frame.timestamp
      for question in questions {
        for (place, truth) in question.truths.enumerated() {
          let target = now + .nanoseconds(Int64(horizons[place] * 1e6))
          guard let truth, let expected = predictor.position(of: question.id, at: target, asOf: now) else { continue }
          let error = (expected.position - truth).length
          let cell = cells.startIndex + place
          cells[cell].errors.append(error)
          if error > (question.measured - truth).length + 0.2 { cells[cell].worse += 1 }
          if error <= expected.uncertainty { cells[cell].within += 1 }
          if error <= 3 * expected.uncertainty { cells[cell].withinThrice += 1 }
        }
      }
    }
  }

  /// The report on everything that was added.
  var report: PredictionReport {
    var report = PredictionReport()
    for (kind, sample) in kinds {
      for (index, subject) in subjects.enumerated() {
        for (place, horizon) in horizons.enumerated() {
          PredictionBenchmark.row(kind, subject.name, horizon, sample.cells[index * horizons.count + place]).map {
            report.rows.append($0)
          }
        }
      }
    }
    let none = report.rows.filter { $0.predictor == "none" && $0.p50 > 0 && $0.p95 > 0 }
    for index in report.rows.indices {
      let row = report.rows[index]
      guard let before = none.first(where: { $0.kind == row.kind && $0.horizonMs == row.horizonMs }) else { continue }
      report.rows[index].cutP50 = PredictionBenchmark.rounded(1 - row.p50 / before.p50)
      report.rows[index].cutP95 = PredictionBenchmark.rounded(1 - row.p95 / before.p95)
    }
    return report
  }

  /// The kinds in the order of the alphabet, then those together that have fewer than a thousand frames, then all.
  private var kinds: [(String, Sample)] {
    var kinds: [(String, Sample)] = []
    var other = Sample(count: subjects.count * horizons.count)
    for (kind, sample) in samples.sorted(by: { $0.key < $1.key }) where kind != PredictionBenchmark.everything {
      if kind == PredictionBenchmark.other || sample.frames < 1000 {
        other.add(sample)
      } else {
        kinds.append((kind, sample))
      }
    }
    kinds.append((PredictionBenchmark.other, other))
    return kinds + [PredictionBenchmark.everything].compactMap { kind in samples[kind].map { (kind, $0) } }
  }

  private static func row(_ kind: String, _ name: String, _ horizon: Double, _ cell: Cell) -> PredictionReport.Row? {
    let errors = cell.errors.sorted()
    guard !errors.isEmpty else { return nil }
    let count = Double(errors.count)
    return PredictionReport.Row(
      kind: kind, predictor: name, horizonMs: horizon, frames: errors.count,
      mean: rounded(errors.reduce(0, +) / count), p50: rounded(errors.quantile(0.5)),
      p95: rounded(errors.quantile(0.95)), p99: rounded(errors.quantile(0.99)),
      worse: rounded(Double(cell.worse) / count), within: rounded(Double(cell.within) / count),
      withinThrice: rounded(Double(cell.withinThrice) / count))
  }

  /// `value` to four decimal places.
  private static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}
