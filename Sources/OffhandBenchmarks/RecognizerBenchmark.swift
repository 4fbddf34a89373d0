import FoundationEssentials
import Glibc
public import Offhand
import Synchronization

/// Measures pipelines: how late and how rightly they decide, and what they cost a frame.
public struct RecognizerBenchmark {
  /// Whether a benchmark goes on.
  public enum Progress: Sendable {
    /// It does.
    case goOn
    /// It ends with what it has.
    case stop
  }

  /// The glass that the workloads are made for: that of the shared ones, 1920 by 1080 pixels of 12 to the millimetre.
  public static let bounds = Rect(x: 0, y: 0, width: 160, height: 90)

  /// What is measured.
  public var subjects: [BenchmarkSubject]
  /// What every subject is compared with, in turns; `nil` for no comparison.
  public var baseline: BenchmarkSubject?
  /// Frames a second of the synthetic workloads.
  public var rates: [Double] = [120, 240]
  /// Workloads besides the synthetic ones; those that say what was meant are judged as well.
  public var workloads: [Workload] = []
  /// Passes over each workload, after a tenth as many to warm up; at least one.
  public var passes = 200
  /// Processes that measure what a frame costs, each everything once: figures are medians over them. With one it is this
  /// process, and figures then have its luck with memory and neighbours in them.
  public var starts = 1
  /// The pause before each frame of the paced measurement; `nil` leaves it out.
  public var pace: Duration? = .milliseconds(2)
  /// Subjects that are measured hot only, because they stand beside the others just to be compared.
  public var hotOnly: Set<String> = []
  /// Gestures of each kind for the decisions.
  public var repetitions = 20

  /// A benchmark of `subjects`.
  public init(subjects: [BenchmarkSubject]) {
    self.subjects = subjects
  }

  /// Runs everything; `progress` is told what comes next and answers whether to go on: what is done by then is reported.
  ///
  /// With several `starts` the program itself is started again, with the same arguments, for each figure: there this call
  /// measures one pipeline on one workload and ends the process, so what stands before it runs again each time. Throws where
  /// that cannot be done.
  public func run(progress: (String) -> Progress = { _ in .goOn }) throws -> RecognizerReport {
    let call = RecognizerBenchmark.nextCall()
    if try runErrand(call: call) { return RecognizerReport() }
    var report = RecognizerReport()
    guard decide(progress, into: &report) == .goOn else { return report }
    try compute(call: call, progress, into: &report)
    return report
  }

  /// The synthetic workloads at every rate, and those that were added.
  var allWorkloads: [Workload] { rates.flatMap { Workload.all(rate: $0) } + workloads }

  private func decide(_ progress: (String) -> Progress, into report: inout RecognizerReport) -> Progress {
    for subject in subjects {
      for rate in rates {
        guard progress("\(subject.name): decisions at \(Int(rate)) Hz") == .goOn else { return .stop }
        let workload = Workload.gestures(rate: rate, size: RecognizerBenchmark.bounds.size, repetitions: repetitions)
        let pipeline = subject.make(RecognizerBenchmark.bounds)
        report.add(DecisionBenchmark.run(pipeline, on: workload), of: subject.name, rate: rate)
      }
      for workload in workloads where !workload.truths.isEmpty {
        guard progress("\(subject.name): decisions on \(workload.name)") == .goOn else { return .stop }
        let pipeline = subject.make(RecognizerBenchmark.bounds)
        report.add(DecisionBenchmark.run(pipeline, on: workload), of: subject.name, rate: workload.rate)
      }
    }
    return .goOn
  }

  private func compute(call: Int, _ progress: (String) -> Progress, into report: inout RecognizerReport) throws {
    let workloads = allWorkloads
    var results = subjects.map { _ in workloads.map { _ in [ComputeStart]() } }
    defer { report.add(results, of: subjects, against: baseline, on: workloads) }
    // Starts take turns: every one measures everything once, so that a neighbour who is there for seconds hits a few of each.
    for start in 1...max(1, starts) {
      for (place, subject) in subjects.enumerated() {
        for (index, workload) in workloads.enumerated() {
          let turn = starts > 1 ? "start \(start) of \(starts): " : ""
          guard progress("\(turn)\(subject.name): \(workload.name) at \(Int(workload.rate)) Hz") == .goOn else {
            return
          }
          let known = results[place][index].reduce(0) { $0 + $1.paced.count }
          let isPaced =
            pace != nil && !hotOnly.contains(subject.name) && known < RecognizerBenchmark.pacedFrames
          results[place][index].append(
            starts > 1
              ? try startAgain(call: call, subject: place, workload: index, isPaced: isPaced)
              : measure(subject, on: workload, pause: isPaced ? pace : nil))
        }
      }
    }
  }
}

extension RecognizerBenchmark {
  /// Enough single frames for the 99th percentile; more would take minutes.
  static let pacedFrames = 1000

  /// Measures `subject` on `workload` in this process; single frames with pauses only where `pause` says how long.
  func measure(_ subject: BenchmarkSubject, on workload: Workload, pause: Duration?) -> ComputeStart {
    let clockCost = MonotonicClock.cost()
    var start = ComputeStart()
    for delivery in EventDelivery.allCases {
      measure(
        subject.make(RecognizerBenchmark.bounds), workload, delivery, clockCost,
        pause: delivery == .delivered ? pause : nil, into: &start)
    }
    guard let baseline else { return start }
    // Two equal pipelines are up to 7 % apart by where each one's memory lies, which is decided by who comes first. So each
    // comes first once, and the two ratios are averaged, as ratios are.
    let first = times(of: subject, and: baseline, on: workload, clockCost)
    let second = times(of: baseline, and: subject, on: workload, clockCost)
    start.ratios = zip(first, second).map { one, other in ((one.0 / one.1) * (other.1 / other.0)).squareRoot() }
    return start
  }

  private func measure(
    _ pipeline: some GesturePipeline, _ workload: Workload, _ delivery: EventDelivery, _ clockCost: Int64,
    pause: Duration?, into start: inout ComputeStart
  ) {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: delivery)
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: clockCost)
    let before = benchmark.consumer.count
    guard let hot = Quantiles(benchmark.hot(passes: passes, clockCost: clockCost)) else { return }
    let answers = Double(benchmark.consumer.count - before) / Double(max(1, passes * workload.frames.count))
    start.hot.append(
      ComputeStart.Hot(answers: delivery, answersPerFrame: answers, best: hot.minimum, median: hot.median))
    guard let pause else { return }
    start.paced = singleFrames(&benchmark, pause, clockCost) {}
    let sweep = CacheSweep()
    start.cold = singleFrames(&benchmark, pause, clockCost, betweenFrames: sweep.run)
  }

  /// Times single frames of whole passes: so many that all starts together have enough.
  private func singleFrames(
    _ benchmark: inout ComputeBenchmark<some GesturePipeline>, _ pause: Duration, _ clockCost: Int64,
    betweenFrames: () -> Void
  ) -> [ComputeStart.Frame] {
    let wanted = RecognizerBenchmark.pacedFrames / starts
    var frames: [ComputeStart.Frame] = []
    while frames.count < wanted && benchmark.framesPerPass > 0 {
      benchmark.pass(pacedBy: pause, clockCost: clockCost, betweenFrames: betweenFrames) { time, touches in
        frames.append(ComputeStart.Frame(time: Double(time), touches: touches))
      }
    }
    return frames
  }

  private func times(
    of subject: BenchmarkSubject, and other: BenchmarkSubject, on workload: Workload, _ clockCost: Int64
  ) -> [(Double, Double)] {
    times(
      of: subject.make(RecognizerBenchmark.bounds), and: other.make(RecognizerBenchmark.bounds), workload, clockCost)
  }

  /// Passes of two pipelines in turns; nanoseconds of each.
  private func times(
    of pipeline: some GesturePipeline, and other: some GesturePipeline, _ workload: Workload, _ clockCost: Int64
  ) -> [(Double, Double)] {
    var first = ComputeBenchmark(pipeline, on: workload, delivery: .delivered)
    var second = ComputeBenchmark(other, on: workload, delivery: .delivered)
    let warmUp = passes / 10 + 1
    return (0..<(warmUp + passes)).compactMap { pass in
      let time = Double(max(1, first.timedPass() - clockCost))
      let otherTime = Double(max(1, second.timedPass() - clockCost))
      return pass < warmUp ? nil : (time, otherTime)
    }
  }
}

extension RecognizerBenchmark {
  /// What the program, started again, is to measure.
  private struct Errand: Codable {
    /// Which call of `run` asks, counted from the start of the program.
    var call: Int
    /// The place of the pipeline in `subjects`.
    var subject: Int
    /// The place of the workload among all.
    var workload: Int
    /// Whether single frames are measured as well.
    var isPaced: Bool
    /// Where the result goes.
    var file: String
  }

  /// The environment variable that holds the errand.
  private static let variable = "OFFHAND_BENCHMARK_START"
  /// How often a benchmark was run in this process: a program that runs several is asked about one of them.
  private static let calls = Mutex(0)

  /// Counts a call of `run`.
  static func nextCall() -> Int {
    calls.withLock { calls in
      calls += 1
      return calls
    }
  }

  /// Measures one thing and ends the process, if this is the process that was started for it; answers whether the process was
  /// started for something that another call is to measure.
  func runErrand(call: Int) throws -> Bool {
    guard let text = ProcessInfo.processInfo.environment[RecognizerBenchmark.variable] else { return false }
    let errand = try JSONDecoder().decode(Errand.self, from: Data(text.utf8))
    guard errand.call == call else { return true }
    let workloads = allWorkloads
    guard subjects.indices.contains(errand.subject), workloads.indices.contains(errand.workload) else {
      throw BenchFault("started again, the program has other pipelines or workloads than before")
    }
    let start = measure(
      subjects[errand.subject], on: workloads[errand.workload], pause: errand.isPaced ? pace : nil)
    try JSONEncoder().encode(start).write(to: URL(fileURLWithPath: errand.file))
    exit(0)
  }

  /// Starts the program again to measure one pipeline on one workload.
  func startAgain(call: Int, subject: Int, workload: Int, isPaced: Bool) throws -> ComputeStart {
    let scratch = try ScratchDirectory()
    let errand = Errand(
      call: call, subject: subject, workload: workload, isPaced: isPaced, file: scratch.file("start.json"))
    let text = String(decoding: try JSONEncoder().encode(errand), as: UTF8.self)
    _ = try MeasuredProcess.run(
      [BenchEnvironment.ownPath] + CommandLine.arguments.dropFirst(), environment: [RecognizerBenchmark.variable: text])
    guard let data = FileManager.default.contents(atPath: errand.file) else {
      throw BenchFault("the program, started again, ended without running its benchmark; measure with 'starts = 1'")
    }
    return try JSONDecoder().decode(ComputeStart.self, from: data)
  }
}
