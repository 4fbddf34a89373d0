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
  /// Passes over each workload, after a tenth as many to warm up.
  public var passes = 200
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
  public func run(progress: (String) -> Progress = { _ in .goOn }) -> RecognizerReport {
    var report = RecognizerReport()
    for subject in subjects {
      for rate in rates {
        guard progress("\(subject.name): decisions at \(Int(rate)) Hz") == .goOn else { return report }
        let workload = Workload.gestures(rate: rate, size: RecognizerBenchmark.bounds.size, repetitions: repetitions)
        let pipeline = subject.make(RecognizerBenchmark.bounds)
        report.add(DecisionBenchmark.run(pipeline, on: workload), of: subject.name, rate: rate)
      }
      for workload in workloads where !workload.truths.isEmpty {
        guard progress("\(subject.name): decisions on \(workload.name)") == .goOn else { return report }
        let pipeline = subject.make(RecognizerBenchmark.bounds)
        report.add(DecisionBenchmark.run(pipeline, on: workload), of: subject.name, rate: workload.rate)
      }
    }
    for subject in subjects {
      for workload in rates.flatMap({ Workload.all(rate: $0) }) + workloads {
        guard progress("\(subject.name): \(workload.name) at \(Int(workload.rate)) Hz") == .goOn else { return report }
        measure(subject, on: workload, &report)
      }
    }
    return report
  }

  private func measure(_ subject: BenchmarkSubject, on workload: Workload, _ report: inout RecognizerReport) {
    let pipeline = subject.make(RecognizerBenchmark.bounds)
    let clockCost = report.machine.clockCostNs
    for delivery in EventDelivery.allCases {
      let pause = delivery == .delivered && !hotOnly.contains(subject.name) ? pace : nil
      report.compute.append(measure(pipeline, subject.name, workload, delivery, clockCost, pause: pause))
    }
    guard let baseline else { return }
    report.ratios.append(
      compare(
        pipeline, subject.name, baseline.make(RecognizerBenchmark.bounds), baseline.name, workload, clockCost))
  }

  private func measure(
    _ pipeline: some GesturePipeline, _ name: String, _ workload: Workload, _ delivery: EventDelivery,
    _ clockCost: Int64, pause: Duration?
  ) -> ComputeResult {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: delivery)
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: clockCost)
    let before = benchmark.consumer.count
    let hot = benchmark.hot(passes: max(1, passes), clockCost: clockCost)
    let answers = Double(benchmark.consumer.count - before) / Double(max(1, passes * workload.frames.count))
    var result = ComputeResult(
      pipeline: name, workload: workload.name, rateHz: workload.rate, touches: workload.touchCount, answers: delivery,
      frames: workload.frames.count, answersPerFrame: answers, hotNs: Quantiles(hot) ?? .zero)
    guard let pause else { return result }
    let paced = singleFrames(&benchmark, pause, clockCost) {}
    result.pacedNs = Quantiles(paced.map(\.time))
    result.pacedNsByTouches = Dictionary(grouping: paced, by: \.touches).compactMapValues { frames in
      Quantiles(frames.map(\.time))
    }
    let sweep = CacheSweep()
    result.coldNs = Quantiles(singleFrames(&benchmark, pause, clockCost, betweenFrames: sweep.run).map(\.time))
    return result
  }

  /// Times single frames until there are a thousand: enough for the 99th percentile; more would take minutes.
  private func singleFrames(
    _ benchmark: inout ComputeBenchmark<some GesturePipeline>, _ pause: Duration, _ clockCost: Int64,
    betweenFrames: () -> Void
  ) -> [(time: Double, touches: Int)] {
    var frames: [(time: Double, touches: Int)] = []
    while frames.count < 1000 && benchmark.framesPerPass > 0 {
      benchmark.pass(pacedBy: pause, clockCost: clockCost, betweenFrames: betweenFrames) { time, touches in
        frames.append((Double(time), touches))
      }
    }
    return frames
  }

  private func compare(
    _ pipeline: some GesturePipeline, _ name: String, _ other: some GesturePipeline, _ otherName: String,
    _ workload: Workload, _ clockCost: Int64
  ) -> RatioInterval {
    var first = ComputeBenchmark(pipeline, on: workload, delivery: .delivered)
    var second = ComputeBenchmark(other, on: workload, delivery: .delivered)
    var times: [Double] = []
    var otherTimes: [Double] = []
    for pass in 0..<(max(1, passes) + passes / 10) {
      let time = Double(max(1, first.timedPass() - clockCost))
      let otherTime = Double(max(1, second.timedPass() - clockCost))
      if pass < passes / 10 { continue }
      times.append(time)
      otherTimes.append(otherTime)
    }
    return RatioInterval(subject: name, baseline: otherName, workload: workload.name, times, otherTimes)
  }
}
