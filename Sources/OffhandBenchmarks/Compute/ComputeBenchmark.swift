import Glibc
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

/// What is done with the answers of a pipeline while it is measured.
public enum EventDelivery: String, Sendable, Codable, CaseIterable {
  /// They are counted: the price of recognizing alone.
  case counted
  /// Every one is read, field by field, by a consumer in another module: the price of recognizing and telling.
  case delivered
}

/// Reads answers so that the compiler cannot leave out what made them.
public struct EventConsumer: Sendable {
  /// Changes with every answer.
  public private(set) var checksum: UInt64 = 0
  /// How many answers there were.
  public private(set) var count = 0

  /// A consumer that has read nothing.
  public init() {}

  /// Reads a frame, as whoever has just made it has written it.
  @inline(never)
  mutating func touch(_ frame: borrowing TouchFrame) {
    for index in frame.indices { checksum ^= frame[index].position.x.bitPattern ^ frame[index].id.rawValue }
  }

  /// Takes the answers of the last call of `pipeline`; where they are counted, nobody holds them.
  @inline(__always)
  mutating func take(from pipeline: borrowing some GesturePipeline, _ delivery: EventDelivery) {
    count += pipeline.events.count
    if delivery == .delivered { read(pipeline.events) }
  }

  @inline(__always)
  private mutating func read(_ events: GestureEvents) {
    for index in events.indices { read(events[index]) }
  }

  @inline(never)
  private mutating func read(_ event: borrowing GestureEvent) {
    checksum = checksum &* 31 &+ UInt64(truncatingIfNeeded: event.recognizer) &+ UInt64(event.state.rawValue)
    checksum ^= event.gesture.translation.dx.bitPattern ^ event.gesture.scale.bitPattern
    checksum ^= event.gesture.rotation.radians.bitPattern
  }
}

/// Fills the caches of the processor with other data, as other programs do while nobody touches the screen.
final class CacheSweep {
  /// More than the second level of usual processors holds, and read within the pause between two frames.
  private static let words = (4 << 20) / 8
  private var memory = [UInt64](repeating: 1, count: CacheSweep.words)

  /// Reads and writes one word of every cache line.
  func run() {
    memory.withUnsafeMutableBufferPointer { words in
      var index = 0
      while index < words.count {
        words[index] &+= 1
        index += 8
      }
    }
  }
}

/// The machine's monotonic clock; benchmarks read it, nothing else of ours does.
public enum MonotonicClock {
  /// Nanoseconds now.
  @inline(__always)
  public static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What reading the clock twice in a row costs at least, in nanoseconds: the floor under every time measured with it.
  public static func cost() -> Int64 {
    var cheapest = Int64.max
    for _ in 0..<10_000 {
      let start = now()
      cheapest = min(cheapest, now() - start)
    }
    return cheapest
  }

  /// Sleeps until `time`; answers how late it woke, in nanoseconds.
  public static func sleep(until time: Int64) -> Int64 {
    var wake = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, nil) == EINTR {}
    return now() - time
  }
}
