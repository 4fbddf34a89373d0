package import Offhand

/// Measures the time a pipeline takes for a frame.
///
/// *Hot*: the workload repeatedly, timed pass by pass, so that reading the clock costs nothing; the fastest pass is the cost of
/// the code, the others include disturbances. *Paced*: one frame, then sleep, as a touch screen delivers them: caches are cold
/// and the processor has slept, so this is the cost in a program. The cost of the clock is subtracted from both.
package struct ComputeBenchmark<Pipeline: GesturePipeline> {
  /// The pipeline, in the state that the frames so far have left.
  package private(set) var pipeline: Pipeline
  /// The consumer of its events.
  package private(set) var consumer = EventConsumer()
  /// The number of frames processed.
  package private(set) var framesRun = 0

  private var workload: Workload
  private let delivery: EventDelivery
  private let period: Duration
  private let identities: UInt64

  /// Measures `pipeline` on `workload`.
  package init(_ pipeline: Pipeline, on workload: Workload, delivery: EventDelivery = .counted) {
    self.pipeline = pipeline
    self.workload = workload
    self.delivery = delivery
    period = workload.period
    identities = (workload.frames.flatMap { frame in frame.indices.map { frame[$0].id.rawValue } }.max() ?? 0) + 1
  }

  /// Runs the workload once, and returns the nanoseconds it took, one reading of the clock included.
  package mutating func timedPass() -> Int64 {
    let start = BenchmarkClock.now()
    countedPass()
    let end = BenchmarkClock.now()
    prepareNextPass()
    return end - start
  }

  /// Runs the workload once, without a clock. It is not inlined, because instruction counters find it by its name.
  @inline(never)
  package mutating func countedPass() {
    workload.frames.withUnsafeBufferPointer { ComputeBenchmark.run($0, through: &pipeline, to: &consumer, delivery) }
    framesRun += workload.frames.count
  }

  /// Takes the pipeline as an argument: if a closure captured it, every access to its events would copy it. Specialised for the
  /// standard pipeline, as it is in a program that names its type.
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

  /// Moves the workload to a later time and to new touches, and serves all pending deadlines.
  package mutating func prepareNextPass() {
    if let last = workload.frames.last {
      pipeline.advance(to: last.timestamp + .milliseconds(990))
    }
    workload.shift(by: period, identities: identities)
  }

  /// Nanoseconds per frame of each of `passes` passes, less `clockCost`.
  package mutating func hot(passes: Int, clockCost: Int64) -> [Double] {
    (0..<passes).map { _ in
      Double(max(0, timedPass() - clockCost)) / Double(max(1, workload.frames.count))
    }
  }

  /// Times each frame of one pass, with `interval` between frames.
  package mutating func pass(pacedBy interval: Duration, clockCost: Int64, _ body: (_ nanoseconds: Int64) -> Void) {
    var next = BenchmarkClock.now()
    for index in workload.frames.indices {
      next += interval.wholeNanoseconds
      BenchmarkClock.sleep(until: next)
      // In a program the assembler has just written the frame, so the frame itself is in the cache.
      consumer.touch(workload.frames[index])
      let start = BenchmarkClock.now()
      pipeline.process(workload.frames[index])
      consumer.take(from: pipeline, delivery)
      let end = BenchmarkClock.now()
      body(max(0, end - start - clockCost))
    }
    framesRun += workload.frames.count
    prepareNextPass()
  }
}

/// What is done with the events of a pipeline while it is measured.
package enum EventDelivery: String, Sendable, Codable, CaseIterable {
  /// They are counted: the cost of recognition alone.
  case counted
  /// A consumer in another module reads the fields of every event: the cost of recognition and delivery.
  case delivered
}

/// Reads events, so that the compiler cannot remove the code that made them.
package struct EventConsumer: Sendable {
  /// Changes with every event that is read.
  package private(set) var checksum: UInt64 = 0
  /// The number of events.
  package private(set) var count = 0

  /// Reads a frame, so that it is in the cache.
  @inline(never)
  mutating func touch(_ frame: borrowing TouchFrame) {
    for index in frame.indices { checksum ^= frame[index].position.x.bitPattern ^ frame[index].id.rawValue }
  }

  /// Consumes the events of the last call of `pipeline`. Counting does not retain them.
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
