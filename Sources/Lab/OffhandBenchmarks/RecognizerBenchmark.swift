import FoundationEssentials
import Glibc
package import Offhand
import OffhandPlatform
import Synchronization

/// Measures the decision latency, accuracy and cost per frame of pipelines.
public struct RecognizerBenchmark {
  /// The panel of the workloads in millimetres: 1920 by 1080 pixels at 12 pixels per millimetre.
  package static let bounds = Rect(x: 0, y: 0, width: 160, height: 90)

  /// The pipelines to measure.
  public var subjects: [BenchmarkSubject]
  /// The pipeline that every subject is compared with, in alternating passes; `nil` for no comparison.
  public var baseline: BenchmarkSubject?
  /// Frame rates of the synthetic workloads, in Hz.
  package var rates: [Double] = [120, 240]
  /// Workloads besides the synthetic ones. Those with truths are judged for accuracy and latency too.
  public var workloads: [Workload] = []
  /// Passes over each workload, after a tenth as many for warming up; at least 1.
  public var passes = 200
  /// Processes that measure the cost per frame; figures are medians over them. 1, the default, measures in this process, whose
  /// memory layout and neighbours then bias the figures. More than 1 makes `run` start this program again, with the same
  /// arguments.
  public var starts = 1
  /// The pause before each frame of the paced measurement; `nil` omits that measurement.
  package var pace: Duration? = .milliseconds(2)
  /// The number of gestures of each kind whose decisions are judged.
  package var repetitions = 20

  /// A benchmark of `subjects`.
  public init(subjects: [BenchmarkSubject]) {
    self.subjects = subjects
  }

  /// Runs everything.
  ///
  /// If `starts` is more than 1, the program is started again with the same arguments for each figure. In such a process this
  /// call measures one pipeline on one workload and exits, so the code before it runs again each time. Throws if the program
  /// cannot be started or does not reach this call.
  public func run() throws -> RecognizerReport { try run { _ in true } }

  /// The same. `goesOn` is called before each step, with its description; where it returns false, the report has what is done by then.
  package func run(while goesOn: (String) -> Bool) throws -> RecognizerReport {
    let call = RecognizerBenchmark.nextCall()
    if try runErrand(call: call) { return RecognizerReport() }
    var report = RecognizerReport()
    guard decide(goesOn, into: &report) else { return report }
    try compute(call: call, goesOn, into: &report)
    return report
  }

  /// The synthetic workloads at every rate, then `workloads`.
  var allWorkloads: [Workload] { rates.flatMap { Workload.all(rate: $0) } + workloads }

  private func decide(_ goesOn: (String) -> Bool, into report: inout RecognizerReport) -> Bool {
    for subject in subjects {
      for rate in rates {
        guard goesOn("\(subject.name): decisions at \(Int(rate)) Hz") else { return false }
        report.decisions += decisions(of: subject, on: .gestures(rate: rate, repetitions: repetitions))
      }
      for workload in workloads where !workload.truths.isEmpty {
        guard goesOn("\(subject.name): decisions on \(workload.name)") else { return false }
        report.decisions += decisions(of: subject, on: workload)
      }
    }
    return true
  }

  private func decisions(of subject: BenchmarkSubject, on workload: Workload) -> [Decisions] {
    DecisionBenchmark.run(subject.make(RecognizerBenchmark.bounds), named: subject.name, on: workload)
  }

  private func compute(call: Int, _ goesOn: (String) -> Bool, into report: inout RecognizerReport) throws {
    let workloads = allWorkloads
    var results = subjects.map { _ in workloads.map { _ in [ComputeStart]() } }
    defer { report.add(results, of: subjects, against: baseline, on: workloads) }
    // Each start measures everything once, so that a disturbance of some seconds affects a few starts of each figure.
    for start in 1...max(1, starts) {
      for (place, subject) in subjects.enumerated() {
        for (index, workload) in workloads.enumerated() {
          let turn = starts > 1 ? "start \(start) of \(starts): " : ""
          guard goesOn("\(turn)\(subject.name): \(workload.name) at \(Int(workload.rate)) Hz") else { return }
          let known = results[place][index].reduce(0) { $0 + $1.paced.count }
          let isPaced = pace != nil && known < RecognizerBenchmark.pacedFrames
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
  /// Single frames that are timed: enough for the 99th percentile.
  static let pacedFrames = 1000

  /// Measures `subject` on `workload` in this process. Single frames are timed only if `pause` is given.
  func measure(_ subject: BenchmarkSubject, on workload: Workload, pause: Duration?) -> ComputeStart {
    let clockCost = BenchmarkClock.cost()
    var start = ComputeStart()
    for delivery in EventDelivery.allCases {
      measure(
        subject.make(RecognizerBenchmark.bounds), workload, delivery, clockCost,
        pause: delivery == .delivered ? pause : nil, into: &start)
    }
    guard let baseline else { return start }
    // Two equal pipelines differ by up to 7 % with the position of their memory, which depends on the order of their creation. So
    // each comes first once, and the result is the geometric mean of the two ratios.
    func make(_ subject: BenchmarkSubject) -> any GesturePipeline { subject.make(RecognizerBenchmark.bounds) }
    let first = times(of: make(subject), and: make(baseline), workload, clockCost)
    let second = times(of: make(baseline), and: make(subject), workload, clockCost)
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
    guard let best = benchmark.hot(passes: passes, clockCost: clockCost).min() else { return }
    let events = Double(benchmark.consumer.count - before) / Double(max(1, passes * workload.frames.count))
    start.hot.append(ComputeStart.Hot(delivery: delivery, eventsPerFrame: events, best: best))
    guard let pause else { return }
    // The frames of whole passes, this start's share of `pacedFrames`.
    while start.paced.count < RecognizerBenchmark.pacedFrames / starts && !workload.frames.isEmpty {
      benchmark.pass(pacedBy: pause, clockCost: clockCost) { start.paced.append(Double($0)) }
    }
  }

  /// Alternating passes of two pipelines, in nanoseconds.
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
  /// The job of a child process that `run` has started: one measurement.
  private struct Errand: Codable {
    /// The process that started the child: a program that inherits the variable from further up has no job.
    var parent: Int32
    /// The number of the call of `run`, counted from the start of the program.
    var call: Int
    /// The indices in `subjects` and in `allWorkloads`.
    var subject: Int
    var workload: Int
    /// Whether single frames are timed too.
    var isPaced: Bool
    /// The file of the result.
    var file: String
  }

  /// The environment variable that holds the job, as JSON.
  private static let variable = "OFFHAND_BENCHMARK_START"
  /// Calls of `run` in this process: a program may run several benchmarks, and each child job measures one of them.
  private static let calls = Atomic(0)

  /// Counts a call of `run`, and returns its number from 1.
  static func nextCall() -> Int { calls.add(1, ordering: .relaxed).newValue }

  /// Runs the child process's job and exits, if the job belongs to this call. Returns true if it belongs to another call of this
  /// process, false if this process has no job.
  func runErrand(call: Int) throws -> Bool {
    guard let text = Environment[RecognizerBenchmark.variable],
      let errand = try? JSONDecoder().decode(Errand.self, from: Data(text.utf8)), errand.parent == Environment.parent
    else { return false }
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
    let scratch = try TemporaryFolder()
    let errand = Errand(
      parent: Environment.process, call: call, subject: subject, workload: workload, isPaced: isPaced,
      file: scratch.file("start.json"))
    let text = String(decoding: try JSONEncoder().encode(errand), as: UTF8.self)
    _ = try MeasuredProcess.run(
      [Environment.own] + CommandLine.arguments.dropFirst(), environment: [RecognizerBenchmark.variable: text])
    guard let data = FileManager.default.contents(atPath: errand.file) else {
      throw BenchFault("the program, started again, ended without running its benchmark; measure with 'starts = 1'")
    }
    return try JSONDecoder().decode(ComputeStart.self, from: data)
  }
}

/// The results of a benchmark of recognizers.
public struct RecognizerReport: Sendable {
  package static let name = "recognizers"
  package static let version = 4

  /// The machine that measured it.
  package var machine = MachineDescription()
  /// The decisions of each pipeline at each rate.
  package var decisions: [Decisions] = []
  /// The cost of each pipeline on each workload.
  package var compute: [ComputeResult] = []
  /// Ratios of pipelines, or builds, measured alternately.
  package var ratios: [RatioInterval] = []

  /// The figures as text tables.
  public var table: String { TextTable.text(of: self) }

  /// Adds measurements, indexed by subject and by workload.
  mutating func add(
    _ starts: [[[ComputeStart]]], of subjects: [BenchmarkSubject], against baseline: BenchmarkSubject?,
    on workloads: [Workload]
  ) {
    for (subject, starts) in zip(subjects, starts) {
      for (workload, starts) in zip(workloads, starts) {
        compute += EventDelivery.allCases.compactMap { delivery in
          ComputeResult(pipeline: subject.name, workload: workload, delivery: delivery, starts)
        }
        let known = starts.filter { !$0.ratios.isEmpty }
        guard let baseline, let first = known.first else { continue }
        // Passes of one process are not independent, so a process is one pair, unless there is only one.
        let pairs = known.count == 1 ? first.ratios : known.map { RatioInterval.median($0.ratios.sorted()) }
        ratios.append(
          RatioInterval(subject: subject.name, baseline: baseline.name, workload: workload.name, ratios: pairs))
      }
    }
  }
}

extension RecognizerReport: BenchmarkReport {}
