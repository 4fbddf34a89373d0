import ArgumentParser
import Offhand
import OffhandBenchmarks
import OffhandCommandLine
import OffhandRecordings

/// `offhand bench prediction`: how near positions that are predicted 25 ms ahead come to what recorded fingers did.
struct BenchPredictionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prediction",
    abstract: "Measure how close predicted positions are to where recorded fingers went.",
    discussion: "What each figure means: Offhand.docc/Benchmarks.md.")

  @Argument(help: ArgumentHelp("Recordings, in any format that 'offhand replay' reads.", valueName: "file"))
  var files: [String]

  @OptionGroup var output: ReportOptions

  func run() throws {
    var benchmark = PredictionBenchmark()
    try output.write { interruption in
      for file in files where !interruption.isAsked {
        var reader = try RecordingReader(path: file)
        while !interruption.isAsked, let recording = try reader.next() {
          benchmark.add(recording, scale: RecordingScale(recording))
        }
      }
      guard interruption.isAsked || !benchmark.report.rows.isEmpty else {
        throw BenchFault(
          "no recording holds a touch to measure: 5 mm, 80 ms and 6 samples or more, at 22 reports a second or more")
      }
      return benchmark.report
    }
  }
}

/// The figures of `offhand bench prediction`, described in Benchmarks.md.
struct PredictionReport: BenchmarkReport {
  static let name = "prediction"
  static let version = 3

  /// The error of one predictor on one kind of motion, in mm.
  struct Row: Encodable {
    var (kind, predictor): (String, String)
    var frames: Int
    var (p50, p95): (Double, Double)
  }

  var rows: [Row] = []
}

/// Compares predictors with what recorded fingers did next, in virtual time.
struct PredictionBenchmark {
  private static let ahead: Int64 = 25_000_000
  private static let predictors: [(name: String, make: @Sendable (Rect) -> any MotionPredictor)] = [
    ("none", { _ in NoPrediction() }), ("resample", { _ in ResamplingPredictor() }),
    ("steady", { SteadyMotionPredictor(panel: $0) }),
  ]

  /// The errors by kind of motion and predictor.
  private var errors: [String: [[Double]]] = [:]

  /// Measures on `recording`, whose kind of motion is what its touches did, as it says itself.
  mutating func add(_ recording: Recording, scale: RecordingScale) {
    let frames = Workload(recording, scale: scale).frames
    let paths = RecordedPath.all(of: frames)
    guard !paths.isEmpty else { return }
    let label = recording.truth["gesture"]?.string ?? recording.truth["label"]?.string ?? "other"
    let kind = recording.device.kind == "touchpad" ? "touchpad: \(label)" : label
    for (index, (_, make)) in PredictionBenchmark.predictors.enumerated() {
      var predictor = make(scale.surface.bounds)
      for frame in frames {
        predictor.record(frame)
        let (now, target) = (frame.timestamp.nanoseconds, frame.timestamp.nanoseconds + PredictionBenchmark.ahead)
        for path in paths where target <= path.end && frame.touch(path.id)?.isDown == true && path.isMoving(at: now) {
          let place = predictor.position(of: path.id, at: Timestamp(nanoseconds: target), asOf: frame.timestamp)
          guard let place else { continue }
          errors[kind, default: [[], [], []]][index].append(place.position.distance(to: path.position(at: target)))
        }
      }
    }
  }

  /// The kinds with a thousand frames and more, and all of them together.
  var report: PredictionReport {
    var report = PredictionReport()
    let all = PredictionBenchmark.predictors.indices.map { index in errors.values.flatMap { $0[index] } }
    let kinds = errors.filter { $0.value[0].count >= 1000 }.sorted { $0.key < $1.key } + [("all", all)]
    for (kind, errors) in kinds {
      for ((name, _), errors) in zip(PredictionBenchmark.predictors, errors) where !errors.isEmpty {
        let sorted = errors.sorted()
        report.rows.append(
          PredictionReport.Row(
            kind: kind, predictor: name, frames: sorted.count, p50: sorted.quantile(0.5).fourPlaces,
            p95: sorted.quantile(0.95).fourPlaces))
      }
    }
    return report
  }
}

/// The path of one recorded touch as a function of time: a monotone cubic through its samples (Fritsch and Carlson, 1980). A pause
/// of over 50 ms is a rest in the earlier position until one usual interval, 4 to 20 ms, before its end.
private struct RecordedPath {
  private static let pause: Int64 = 50_000_000

  let id: Touch.ID
  private var samples: [(time: Int64, position: Point)] = []
  /// The time at which it lifted or was cancelled, in nanoseconds.
  private var lift: Int64 = 0
  /// The knots of the curve: the samples, and the ends of rests.
  private var knots: [(time: Int64, position: Point, slope: Vector)] = []

  /// The paths of `frames` that are long enough to be measured, 5 mm, 80 ms and 6 samples, and reported often enough to be predicted,
  /// every 45 ms, in the order of their landing.
  static func all(of frames: [TouchFrame]) -> [RecordedPath] {
    var paths: [Touch.ID: RecordedPath] = [:]
    for frame in frames {
      for index in frame.indices {
        let (touch, time) = (frame[index], frame.timestamp.nanoseconds)
        var path = paths[touch.id] ?? RecordedPath(id: touch.id)
        path.lift = time
        if touch.isDown {
          // Of several positions at one time the last counts, as for predictors.
          if path.samples.last?.time == time { path.samples.removeLast() }
          path.samples.append((time, touch.position))
        }
        paths[touch.id] = path
      }
    }
    return paths.values.sorted { $0.id < $1.id }.compactMap {
      var path = $0
      return path.makeKnots() ? path : nil
    }
  }

  /// Returns false if the path cannot be measured.
  private mutating func makeKnots() -> Bool {
    let steps = Array(zip(samples, samples.dropFirst()))
    let intervals = steps.map { $1.time - $0.time }.sorted()
    guard samples.count >= 6, samples[samples.count - 1].time - samples[0].time >= 80_000_000,
      intervals[intervals.count / 2] <= 45_000_000,
      steps.reduce(0, { $0 + $1.0.position.distance(to: $1.1.position) }) >= 5
    else { return false }
    let short = intervals.prefix { $0 <= RecordedPath.pause }
    let usual = min(max(short[short.count / 2], 4_000_000), 20_000_000)
    for sample in samples {
      if let last = knots.last, sample.time - last.time > RecordedPath.pause {
        knots.append((sample.time - usual, last.position, .zero))
      }
      knots.append((sample.time, sample.position, .zero))
    }
    for index in knots.indices.dropFirst().dropLast() {
      let (before, here, after) = (knots[index - 1], knots[index], knots[index + 1])
      let (left, right) = (Double(here.time - before.time) * 1e-9, Double(after.time - here.time) * 1e-9)
      let (come, go) = (here.position - before.position, after.position - here.position)
      // The weighted harmonic mean, zero where the signs differ: the curve then has no extremum between knots.
      func slope(_ come: Double, _ go: Double) -> Double {
        come * go > 0 ? 3 * (left + right) / ((2 * right + left) / come + (right + 2 * left) / go) : 0
      }
      knots[index].slope = Vector(dx: slope(come.dx / left, go.dx / right), dy: slope(come.dy / left, go.dy / right))
    }
    return true
  }

  /// The last time at which the position is known: the newest sample, or the lift of a finger that had come to rest.
  var end: Int64 {
    let newest = samples[samples.count - 1].time
    return lift - newest > RecordedPath.pause ? lift : newest
  }

  /// The position at `time`, in nanoseconds; before the landing and after the end the first and the last.
  func position(at time: Int64) -> Point {
    guard let next = knots.firstIndex(where: { $0.time > time }) else { return knots[knots.count - 1].position }
    guard next > 0 else { return knots[0].position }
    let (from, to) = (knots[next - 1], knots[next])
    let span = Double(to.time - from.time) * 1e-9
    let u = Double(time - from.time) * 1e-9 / span
    let (uu, uuu) = (u * u, u * u * u)
    let moved = (to.position - from.position) * (3 * uu - 2 * uuu)
    return from.position + moved + from.slope * (span * (uuu - 2 * uu + u)) + to.slope * (span * (uuu - uu))
  }

  /// Whether the finger moves faster than 10 mm/s within 50 ms of `time`.
  func isMoving(at time: Int64) -> Bool {
    let (from, to) = (max(samples[0].time, time - 50_000_000), min(end, time + 50_000_000))
    let moments = [from] + stride(from: from + 10_000_000, through: to, by: 10_000_000)
    let places = moments.map(position)
    let length = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return to > from && length > 10 * Double(to - from) * 1e-9
  }
}
