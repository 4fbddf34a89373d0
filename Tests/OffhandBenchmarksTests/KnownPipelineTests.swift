import Offhand
import OffhandBenchmarks
import Testing

struct KnownPipelineTests {
  private var pans: Workload {
    var builder = WorkloadBuilder(name: "pans", rate: 100, seed: 7)
    for _ in 0..<20 {
      builder.add(
        "pan", expected: "pan", decidable: 0.1,
        [FingerPath(landing: 0, lift: 0.5) { time in Point(x: 20 + 100 * time, y: 40) }])
    }
    return builder.workload
  }

  private func kind(_ pipeline: some GesturePipeline, _ workload: Workload) throws -> DecisionResult.Kind {
    try #require(DecisionBenchmark.run(pipeline, on: workload).kinds.first)
  }

  @Test func `a recognizer that decides at once shows no latency`() throws {
    let kind = try kind(OraclePipeline(pans, sayingLate: 0), pans)
    #expect(kind.latencies == [Double](repeating: 0, count: 20))
    #expect(kind.misses == 0)
    #expect(kind.misfires.isEmpty)
  }

  @Test(arguments: [1, 3]) func `a recognizer that decides late by frames shows exactly these`(frames: Int) throws {
    let kind = try kind(OraclePipeline(pans, sayingLate: frames), pans)
    #expect(kind.latencies.count == 20)
    #expect(kind.latencies.allSatisfy { abs($0 - 10 * Double(frames)) < 1e-6 })
  }

  @Test func `a wrong verdict is a misfire and leaves a miss`() throws {
    let kind = try kind(OraclePipeline(pans, sayingLate: 0, as: "tap"), pans)
    #expect(kind.latencies.isEmpty)
    #expect(kind.misses == 20)
    #expect(kind.misfires == ["tap": 20])
  }

  @Test func `a recognizer that the pipeline lacks is not counted as missed`() throws {
    let kind = try kind(NullPipeline(), pans)
    #expect(!kind.isJudged)
    #expect(kind.misses == 0)
  }

  /// The smallest pass is what the code takes; a machine that is busy makes the others longer, never shorter.
  @Test func `50 microseconds of spinning are reported as 50 within 4 percent`() throws {
    let cost = BenchmarkClock.cost()
    // Ten frames are half a millisecond: short enough that some passes run without being interrupted.
    var workload = Workload.taps(rate: 120)
    workload.frames.removeLast(workload.frames.count - 10)
    var hot = ComputeBenchmark(SpinningPipeline(nanoseconds: 50_000), on: workload)
    // On a busy machine few passes are not interrupted: more are made until one is not.
    var fastest = Double.infinity
    for _ in 0..<10 where fastest > 51_000 {
      fastest = min(fastest, try #require(hot.hot(passes: 300, clockCost: cost).min()))
    }
    #expect(abs(fastest - 50_000) <= 2000, "\(fastest) ns")

    var paced = ComputeBenchmark(SpinningPipeline(nanoseconds: 50_000), on: workload)
    var least = Double.infinity
    for _ in 0..<1500 where least > 52_000 {
      paced.pass(pacedBy: .microseconds(200), clockCost: cost) { nanoseconds, _ in
        least = min(least, Double(nanoseconds))
      }
    }
    #expect(abs(least - 50_000) <= 2000, "\(least) ns")
  }

  @Test func `every frame of every pass goes through, later each time and with new fingers`() {
    let workload = Workload.pinch(rate: 120)
    var benchmark = ComputeBenchmark(OrderPipeline(), on: workload)
    _ = benchmark.hot(passes: 5, clockCost: 0)
    #expect(benchmark.framesRun == 5 * workload.frames.count)
    #expect(benchmark.pipeline.faults == 0)
    #expect(benchmark.pipeline.landings == 10)
  }
}

/// Counts frames that are older than the one before, and contacts that land.
private struct OrderPipeline: GesturePipeline {
  var events: GestureEvents { .none }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { [] }
  var isIdle: Bool { true }
  var hand = Hand.unknown
  private(set) var faults = 0
  private var known: Set<Touch.ID> = []
  private var latest = Timestamp(nanoseconds: .min)

  var landings: Int { known.count }

  mutating func process(_ frame: borrowing TouchFrame) {
    if frame.timestamp <= latest { faults += 1 }
    latest = frame.timestamp
    for index in frame.indices where frame[index].phase == .began { known.insert(frame[index].id) }
  }

  mutating func advance(to time: Timestamp) { if time < latest { faults += 1 } }
  mutating func cancel(at time: Timestamp) {}
  mutating func set(_ value: GestureValue, of name: GestureName) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
}

/// Spins for a known time with every frame.
struct SpinningPipeline: GesturePipeline {
  let nanoseconds: Int64
  var events: GestureEvents { .none }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { [] }
  var isIdle: Bool { true }
  var hand = Hand.unknown

  init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  mutating func process(_ frame: borrowing TouchFrame) {
    let end = BenchmarkClock.now() + nanoseconds
    while BenchmarkClock.now() < end {}
  }

  mutating func advance(to time: Timestamp) {}
  mutating func cancel(at time: Timestamp) {}
  mutating func set(_ value: GestureValue, of name: GestureName) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
}

/// Knows every pan of a workload in advance and says so at a chosen number of frames after it can be known.
struct OraclePipeline: GesturePipeline {
  private var pending: [GestureEvent] = []
  var events: GestureEvents { GestureEvents(pending) }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { ["pan"] }
  var isIdle: Bool { true }
  var hand = Hand.unknown

  private let moments: [Timestamp]
  private let name: GestureName
  private let delay: Int
  private var next = 0
  private var framesSince: Int?

  init(_ workload: Workload, sayingLate frames: Int, as name: GestureName = "pan") {
    moments = workload.truths.map(\.decidable)
    delay = frames
    self.name = name
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    pending.removeAll(keepingCapacity: true)
    if next < moments.count && frame.timestamp >= moments[next] && framesSince == nil { framesSince = 0 }
    guard let waited = framesSince else { return }
    if waited < delay {
      framesSince = waited + 1
      return
    }
    framesSince = nil
    next += 1
    pending.append(
      GestureEvent(recognizer: 0, name: name, state: .began, timestamp: frame.timestamp, gesture: Gesture()))
  }

  mutating func advance(to time: Timestamp) { pending.removeAll(keepingCapacity: true) }
  mutating func cancel(at time: Timestamp) {}
  mutating func set(_ value: GestureValue, of name: GestureName) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
}
