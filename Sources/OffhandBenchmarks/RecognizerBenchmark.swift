public import Offhand

/// Measures pipelines: how late and how rightly they decide, and what they cost a frame.
public struct RecognizerBenchmark {
  /// The glass that the workloads are made for: that of the shared ones, 1920 by 1080 pixels of 12 to the millimetre.
  public static let bounds = Rect(x: 0, y: 0, width: 160, height: 90)

  /// What is measured.
  public var subjects: [BenchmarkSubject]
  /// What every subject is compared with, in turns; `nil` for no comparison.
  public var baseline: BenchmarkSubject?
  /// Frames a second of the synthetic workloads.
  public var rates: [Double] = [120, 240]
  /// Workloads besides the synthetic ones.
  public var workloads: [Workload] = []
  /// Passes over each workload, after a tenth as many to warm up.
  public var passes = 200
  /// The pause before each frame of the paced measurement; `nil` leaves it out.
  public var pace: Duration? = .milliseconds(2)
  /// Gestures of each kind for the decisions.
  public var repetitions = 20

  /// A benchmark of `subjects`.
  public init(subjects: [BenchmarkSubject]) {
    self.subjects = subjects
  }

  /// Runs everything; `progress` is told what comes next.
  public func run(progress: (String) -> Void = { _ in }) -> RecognizerReport {
    var report = RecognizerReport()
    for subject in subjects {
      for rate in rates {
        progress("\(subject.name): decisions at \(Int(rate)) Hz")
        let workload = Workload.gestures(rate: rate, size: RecognizerBenchmark.bounds.size, repetitions: repetitions)
        let pipeline = subject.make(RecognizerBenchmark.bounds)
        report.decisions.append((subject.name, rate, DecisionBenchmark.run(pipeline, on: workload)))
      }
    }
    let compute = rates.flatMap { Workload.all(rate: $0) } + workloads
    for subject in subjects {
      for workload in compute {
        progress("\(subject.name): \(workload.name) at \(Int(workload.rate)) Hz")
        let pipeline = subject.make(RecognizerBenchmark.bounds)
        for delivery in EventDelivery.allCases {
          let isPaced = delivery == .delivered
          report.compute.append(
            measure(pipeline, subject.name, workload, delivery, report.machine.clockCost, pace: isPaced ? pace : nil))
        }
        if let baseline {
          report.ratios.append(
            compare(
              pipeline, subject.name, baseline.make(RecognizerBenchmark.bounds), baseline.name, workload,
              report.machine.clockCost))
        }
      }
    }
    return report
  }

  private func measure(
    _ pipeline: some GesturePipeline, _ name: String, _ workload: Workload, _ delivery: EventDelivery,
    _ clockCost: Int64, pace: Duration?
  ) -> ComputeResult {
    var benchmark = ComputeBenchmark(pipeline, on: workload, delivery: delivery)
    _ = benchmark.hot(passes: passes / 10 + 1, clockCost: clockCost)
    let before = benchmark.consumer.count
    let hot = benchmark.hot(passes: max(1, passes), clockCost: clockCost)
    let answers = Double(benchmark.consumer.count - before) / Double(max(1, passes * workload.frames.count))
    var single: [Double] = []
    if let pace {
      // Ten times a thousand frames are enough for the 99th percentile; more would take minutes.
      while single.count < 1000 {
        benchmark.pass(pacedBy: pace, clockCost: clockCost) { time, _ in single.append(Double(time)) }
      }
    }
    return ComputeResult(
      subject: name, workload: workload.name, rate: workload.rate, touches: workload.touchCount, delivery: delivery,
      frames: workload.frames.count, answersPerFrame: answers, hot: Quantiles(hot) ?? .zero, paced: Quantiles(single))
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
