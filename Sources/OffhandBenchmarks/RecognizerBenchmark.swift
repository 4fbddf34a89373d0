public import Offhand

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
