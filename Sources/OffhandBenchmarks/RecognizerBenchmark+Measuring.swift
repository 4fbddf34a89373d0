import Offhand

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
