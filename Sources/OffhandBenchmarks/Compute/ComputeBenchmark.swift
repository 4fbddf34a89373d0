public import Offhand

/// Measures how long a pipeline takes for a frame: compute latency, apart from how late it decides.
///
/// *Hot*: the workload over and over, timed a pass at a time, so that reading the clock weighs nothing; the smallest
/// pass is the price of the code, the others are the machine's. *Paced*: one frame, then sleep, as touch screens deliver
/// them: caches have cooled and the processor has gone to rest, so this is what a user pays. Both are less what reading the
/// clock costs; what a pipeline without recognizers takes is measured the same way and reported beside it.
public struct ComputeBenchmark<Pipeline: GesturePipeline> {
  /// The pipeline, in whatever state the frames so far left it.
  public private(set) var pipeline: Pipeline
  /// What was done with its answers.
  public private(set) var consumer = EventConsumer()
  /// How many frames went through.
  public private(set) var framesRun = 0

  private var workload: Workload
  private let delivery: EventDelivery
  private let period: Duration
  private let identities: UInt64

  /// Measures `pipeline` on `workload`.
  public init(_ pipeline: Pipeline, on workload: Workload, delivery: EventDelivery = .counted) {
    self.pipeline = pipeline
    self.workload = workload
    self.delivery = delivery
    period = workload.period
    identities = (workload.frames.flatMap { frame in frame.indices.map { frame[$0].id.rawValue } }.max() ?? 0) + 1
  }

  /// How many frames the workload has.
  public var framesPerPass: Int { workload.frames.count }

  /// Runs the workload once; answers the nanoseconds that it took, with one reading of the clock in them.
  public mutating func timedPass() -> Int64 {
    let start = MonotonicClock.now()
    countedPass()
    let end = MonotonicClock.now()
    prepareNextPass()
    return end - start
  }

  /// Runs the workload once, without a clock. Its name is what instruction counters look for, so it stays a function.
  @inline(never)
  public mutating func countedPass() {
    workload.frames.withUnsafeBufferPointer { ComputeBenchmark.run($0, through: &pipeline, to: &consumer, delivery) }
    framesRun += workload.frames.count
  }

  /// A function of its own, to which the pipeline is lent: of one that a closure captured, every look at its answers makes a
  /// copy. The pipeline that programs name is measured as the compiler makes it where its type is named.
  @_specialize(where Pipeline == StandardPipeline)
  @_specialize(where Pipeline == NullPipeline)
  private static func run(
    _ frames: UnsafeBufferPointer<TouchFrame>, through pipeline: inout Pipeline, to consumer: inout EventConsumer,
    _ delivery: EventDelivery
  ) {
    guard var frame = frames.baseAddress else { return }
    for _ in frames.indices {
      pipeline.process(frame.pointee)
      frame += 1
      consumer.take(from: pipeline, delivery)
    }
  }

  /// Makes the workload run later, with other fingers, and lets everything that waits come to an end.
  public mutating func prepareNextPass() {
    if let last = workload.frames.last {
      pipeline.advance(to: last.timestamp + .milliseconds(990))
    }
    workload.shift(by: period, identities: identities)
  }

  /// Nanoseconds a frame of each of `passes` passes, less what the clock costs.
  public mutating func hot(passes: Int, clockCost: Int64) -> [Double] {
    (0..<passes).map { _ in
      Double(max(0, timedPass() - clockCost)) / Double(max(1, workload.frames.count))
    }
  }

  /// Times every frame of one pass by itself, with `interval` between frames; an interval of zero does not sleep.
  /// `betweenFrames` is called within the interval, before the sleep.
  public mutating func pass(
    pacedBy interval: Duration, clockCost: Int64, betweenFrames: () -> Void = {},
    _ body: (_ nanoseconds: Int64, _ touches: Int) -> Void
  ) {
    var next = MonotonicClock.now()
    for index in workload.frames.indices {
      if interval > .zero {
        next += interval.wholeNanoseconds
        betweenFrames()
        _ = MonotonicClock.sleep(until: next)
      }
      // In a program the assembler has written the frame just before, so the frame is not what is cold.
      consumer.touch(workload.frames[index])
      let start = MonotonicClock.now()
      pipeline.process(workload.frames[index])
      consumer.take(from: pipeline, delivery)
      let end = MonotonicClock.now()
      body(max(0, end - start - clockCost), workload.frames[index].downCount)
    }
    framesRun += workload.frames.count
    prepareNextPass()
  }
}
