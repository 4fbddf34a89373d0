import Offhand
import OffhandRecordings

/// Compares predictors with what recorded fingers did next.
///
/// Every frame of every recording is a question: where will each touch be some time later? The recording itself answers. Exact, in
/// virtual time: the same recordings give the same figures.
struct PredictionBenchmark {
  /// The horizon in ms at which events and trembling are judged.
  static let eventHorizon = 25.0

  /// The predictors.
  var subjects: [PredictionSubject]
  /// The times ahead, in ms.
  private let horizons = [8.0, 16, 25, 33, 42]

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
    var cells: [Cell]
    /// The errors of the newest sample after 0, 1, 2 … ms.
    var unpredicted = [[Float]](repeating: [], count: PredictionBenchmark.longestLag + 1)
    /// The distances from the path, by predictor and kind of event, those of all frames last.
    var distances: [[[Float]]]
    /// The number of frames of resting fingers, and the sums of squares of their positions about the mean: of the samples, and by predictor.
    var restingFrames = 0
    var restingSamples = 0.0
    var resting: [Double]

    init(subjects: Int, horizons: Int) {
      cells = Array(repeating: Cell(), count: subjects * horizons)
      distances = Array(
        repeating: Array(repeating: [], count: RecordedPath.Event.Kind.allCases.count + 1), count: subjects)
      resting = Array(repeating: 0, count: subjects)
    }

    mutating func add(_ other: Sample) {
      for index in cells.indices { cells[index] += other.cells[index] }
      for lag in unpredicted.indices { unpredicted[lag] += other.unpredicted[lag] }
      for subject in distances.indices {
        resting[subject] += other.resting[subject]
        for kind in distances[subject].indices { distances[subject][kind] += other.distances[subject][kind] }
      }
      restingFrames += other.restingFrames
      restingSamples += other.restingSamples
    }
  }

  /// The sensing time in ms of the panel of `sensedKind`: of the 14 to 30 ms of touch screens.
  private static let sensing = 20.0
  /// All motions as that panel would report them: where the finger is then, 20 ms after what its time stamps say.
  static let sensedKind = "all, \(Int(sensing)) ms of sensing"
  /// The predictors of `sensedKind`: without and with the correction.
  private static let sensedSubjects = [
    PredictionSubject(name: "none") { _ in NoPrediction() },
    PredictionSubject(name: "steady") { SteadyMotionPredictor(panel: $0) },
    PredictionSubject(name: "steady, corrected") {
      DelayedPredictor(base: SteadyMotionPredictor(panel: $0), latency: .milliseconds(sensing))
    },
  ]

  private static let longestLag = 50

  private var samples: [String: Sample] = [:]

  /// A benchmark of `subjects`.
  init(subjects: [PredictionSubject] = PredictionSubject.all) { self.subjects = subjects }

  /// The kind of motion of `recording`: what its touches did, as it says itself.
  static func kind(of recording: Recording) -> String {
    let label = recording.truth["gesture"]?.string ?? recording.truth["label"]?.string ?? PredictionReport.other
    return recording.device.kind == "touchpad" ? "touchpad: \(label)" : label
  }

  /// Measures on `recording`.
  mutating func add(_ recording: Recording, scale: RecordingScale) {
    let frames = PredictionBenchmark.frames(of: recording, scale)
    let paths = RecordedPath.all(of: frames).filter(\.isLong)
    guard !paths.isEmpty else { return }
    let panel = scale.surface.bounds
    func sample(_ subjects: [PredictionSubject], sensing: Double) -> Sample {
      var sample = Sample(subjects: subjects.count, horizons: horizons.count)
      let questions = questions(on: paths, in: frames, sensing, &sample)
      for (index, subject) in subjects.enumerated() {
        measure(subject.make(panel), index, frames, paths, questions, &sample)
      }
      return sample
    }
    let plain = sample(subjects, sensing: 0)
    add(plain, to: PredictionBenchmark.kind(of: recording))
    add(plain, to: PredictionReport.everything)
    add(
      sample(PredictionBenchmark.sensedSubjects, sensing: PredictionBenchmark.sensing),
      to: PredictionBenchmark.sensedKind)
  }

  private mutating func add(_ sample: Sample, to kind: String) {
    guard var all = samples.removeValue(forKey: kind) else { return samples[kind] = sample }
    all.add(sample)
    samples[kind] = all
  }

  private static func frames(of recording: Recording, _ scale: RecordingScale) -> [TouchFrame] {
    var playback = RecordingPlayback(recording, scale: scale)
    var assembler = TouchFrameAssembler()
    var frames: [TouchFrame] = []
    var events: [TouchSourceEvent] = []
    while playback.advance({ events.append($0) }) {
      for event in events { assembler.add(event) { frames.append(copy $0) } }
      events.removeAll()
    }
    return frames
  }

  // MARK: Questions

  /// One touch in one frame.
  private struct Question {
    var path: Int
    var id: Touch.ID
    var time: Int64
    /// The newest sample.
    var measured: Point
    /// The true position and direction of motion, by horizon; none where the touch does not move or has lifted by then.
    var truths: [(position: Point, direction: Vector?)?]
    /// The mean of the last 200 ms of a finger that rested in them.
    var restingAt: Point?
  }

  /// The questions by frame. Without a predictor they are answered here.
  private func questions(
    on paths: [RecordedPath], in frames: [TouchFrame], _ sensing: Double, _ sample: inout Sample
  ) -> [[Question]] {
    var recent: [[(time: Int64, position: Point)]] = Array(repeating: [], count: paths.count)
    return frames.map { frame in
      var questions: [Question] = []
      let time = frame.timestamp.nanoseconds
      for (index, path) in paths.enumerated() {
        guard let touch = frame.touch(path.id), touch.isDown else { continue }
        recent[index].append((time, touch.position))
        recent[index].removeAll { time - $0.time > PredictionBenchmark.restTime }
        let isMoving = path.isMoving(at: time)
        let truths = horizons.map { horizon -> (position: Point, direction: Vector?)? in
          let target = time + Int64((horizon + sensing) * 1e6)
          guard isMoving, target <= path.end else { return nil }
          return (path.position(at: target), path.direction(at: target))
        }
        if isMoving {
          for lag in sample.unpredicted.indices where time + Int64(lag) * 1_000_000 <= path.end {
            let truth = path.position(at: time + Int64(lag) * 1_000_000)
            sample.unpredicted[lag].append(Float((truth - touch.position).length))
          }
        }
        let restingAt = PredictionBenchmark.rest(in: recent[index])
        if let restingAt {
          sample.restingFrames += 1
          sample.restingSamples += (touch.position - restingAt).lengthSquared
        }
        questions.append(
          Question(
            path: index, id: path.id, time: time, measured: touch.position, truths: truths, restingAt: restingAt))
      }
      return questions
    }
  }

  private static let restTime: Int64 = 200_000_000

  /// The mean of the positions of the last 0.2 s if all lie within 0.4 mm; `nil` otherwise.
  private static func rest(in recent: [(time: Int64, position: Point)]) -> Point? {
    guard recent.count > 4, recent[recent.count - 1].time - recent[0].time > restTime * 9 / 10 else { return nil }
    let (xs, ys) = (recent.map(\.position.x), recent.map(\.position.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      Vector(dx: right - left, dy: bottom - top).length <= 0.4
    else { return nil }
    let count = Double(recent.count)
    return Point(x: xs.reduce(0, +) / count, y: ys.reduce(0, +) / count)
  }

  private func measure(
    _ subject: some MotionPredictor, _ index: Int, _ frames: [TouchFrame], _ paths: [RecordedPath],
    _ questions: [[Question]], _ sample: inout Sample
  ) {
    var predictor = subject
    var farthest = paths.map { path in path.events.map { (event: $0, farthest: Float(0)) } }
    for (frame, questions) in zip(frames, questions) {
      predictor.record(frame)
      for question in questions {
        let now = Timestamp(nanoseconds: question.time)
        for (place, truth) in question.truths.enumerated() {
          guard let truth else { continue }
          let target = now + .nanoseconds(Int64(horizons[place] * 1e6))
          guard let expected = predictor.position(of: question.id, at: target, asOf: now) else { continue }
          let cell = index * horizons.count + place
          let error = (expected.position - truth.position).length
          sample.cells[cell].errors.append(Float(error))
          if let direction = truth.direction {
            sample.cells[cell].lags.append(Float((truth.position - expected.position).dot(direction)))
          }
          if error > (question.measured - truth.position).length + 0.2 { sample.cells[cell].worse += 1 }
          if error <= expected.uncertainty { sample.cells[cell].within += 1 }
          if error <= 3 * expected.uncertainty { sample.cells[cell].withinThrice += 1 }
        }
        let soon = now + .nanoseconds(Int64(PredictionBenchmark.eventHorizon * 1e6))
        guard let expected = predictor.position(of: question.id, at: soon, asOf: now) else { continue }
        if let restingAt = question.restingAt {
          sample.resting[index] += (expected.position - restingAt).lengthSquared
        }
        let distance = Float(paths[question.path].distance(to: expected.position, around: question.time))
        sample.distances[index][RecordedPath.Event.Kind.allCases.count].append(distance)
        for number in farthest[question.path].indices
        where farthest[question.path][number].event.frames.contains(question.time) {
          farthest[question.path][number].farthest = max(farthest[question.path][number].farthest, distance)
        }
      }
    }
    for (event, distance) in farthest.joined() {
      if let kind = RecordedPath.Event.Kind.allCases.firstIndex(of: event.kind) {
        sample.distances[index][kind].append(distance)
      }
    }
  }

  // MARK: Report

  /// The report on everything that was added.
  var report: PredictionReport {
    var report = PredictionReport()
    for (kind, sample) in kinds {
      let unpredicted = sample.unpredicted.map { PredictionBenchmark.quantile($0, 0.95) }
      let subjects = kind == PredictionBenchmark.sensedKind ? PredictionBenchmark.sensedSubjects : subjects
      for (index, subject) in subjects.enumerated() {
        for (place, horizon) in horizons.enumerated() {
          if let row = row(kind, subject.name, horizon, index * horizons.count + place, sample, unpredicted) {
            report.rows.append(row)
          }
        }
        for (number, event) in (RecordedPath.Event.Kind.allCases.map(\.rawValue) + ["every frame"]).enumerated() {
          report.add(sample.distances[index][number], of: event, kind, subject.name)
        }
        if sample.restingFrames > 0, sample.restingSamples > 0 {
          report.trembling.append(
            PredictionReport.Trembling(
              kind: kind, predictor: subject.name, frames: sample.restingFrames,
              ratio: PredictionReport.rounded((sample.resting[index] / sample.restingSamples).squareRoot())))
        }
      }
    }
    let none = report.rows.filter { $0.predictor == "none" && $0.p50 > 0 && $0.p95 > 0 }
    for index in report.rows.indices {
      let row = report.rows[index]
      guard let before = none.first(where: { $0.kind == row.kind && $0.horizonMs == row.horizonMs }) else { continue }
      report.rows[index].cutP50 = PredictionReport.rounded(1 - row.p50 / before.p50)
      report.rows[index].cutP95 = PredictionReport.rounded(1 - row.p95 / before.p95)
    }
    return report
  }

  /// The kinds in the order of the alphabet, then those together that have fewer than a thousand frames, then all, without and with
  /// sensing.
  private var kinds: [(String, Sample)] {
    var kinds: [(String, Sample)] = []
    var other = Sample(subjects: subjects.count, horizons: horizons.count)
    let last = [PredictionReport.everything, PredictionBenchmark.sensedKind]
    for kind in samples.keys.sorted() where !last.contains(kind) {
      guard let sample = samples[kind] else { continue }
      if kind == PredictionReport.other || sample.unpredicted[0].count < 1000 {
        other.add(sample)
      } else {
        kinds.append((kind, sample))
      }
    }
    kinds.append((PredictionReport.other, other))
    return kinds + last.compactMap { kind in samples[kind].map { (kind, $0) } }
  }

  private func row(
    _ kind: String, _ name: String, _ horizon: Double, _ cell: Int, _ sample: Sample, _ unpredicted: [Double?]
  ) -> PredictionReport.Row? {
    let errors = sample.cells[cell].errors.sorted()
    guard !errors.isEmpty else { return nil }
    let count = Double(errors.count)
    let p95 = Double(errors[errors.rank(0.95)])
    return PredictionReport.Row(
      kind: kind, predictor: name, horizonMs: horizon, frames: errors.count,
      mean: PredictionReport.rounded(errors.reduce(0.0) { $0 + Double($1) } / count),
      p50: PredictionReport.rounded(Double(errors[errors.rank(0.5)])), p95: PredictionReport.rounded(p95),
      p99: PredictionReport.rounded(Double(errors[errors.rank(0.99)])),
      lag: PredictionBenchmark.quantile(sample.cells[cell].lags, 0.5).map(PredictionReport.rounded),
      equivalentMs: PredictionBenchmark.time(of: p95, in: unpredicted).map(PredictionReport.rounded),
      worse: PredictionReport.rounded(Double(sample.cells[cell].worse) / count),
      within: PredictionReport.rounded(Double(sample.cells[cell].within) / count),
      withinThrice: PredictionReport.rounded(Double(sample.cells[cell].withinThrice) / count))
  }

  static func quantile(_ values: [Float], _ fraction: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    return Double(sorted[sorted.rank(fraction)])
  }

  /// The time in ms after which the newest sample is as wrong as `error`; `nil` beyond the last.
  private static func time(of error: Double, in unpredicted: [Double?]) -> Double? {
    for lag in unpredicted.indices.dropFirst() {
      guard let before = unpredicted[lag - 1], let here = unpredicted[lag] else { return nil }
      if here >= error { return here > before ? Double(lag) - max(0, here - error) / (here - before) : Double(lag) }
    }
    return nil
  }
}

extension [Float] {
  /// The index of the quantile `fraction` of a sorted array that is not empty, by nearest rank.
  func rank(_ fraction: Double) -> Int {
    Swift.max(0, Swift.min(count - 1, Int((fraction * Double(count)).rounded(.up)) - 1))
  }
}
