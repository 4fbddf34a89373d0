import Testing

@testable import OffhandBench

struct PairedStartsTests {
  /// A clock that goes on only where a program is said to take time.
  private final class ScriptedClock: Clock {
    nonisolated(unsafe) var time = Duration.zero
    var now: ContinuousClock.Instant { ScriptedClock.zero.advanced(by: time) }
    var minimumResolution: Duration { .nanoseconds(1) }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) {}
    private static let zero = ContinuousClock.now
  }

  private let clock = ScriptedClock()

  /// A program that takes `duration` and tells `values`, one after the other.
  private func program(_ duration: Duration, _ values: @escaping () -> Double) -> () throws -> Double {
    {
      clock.time += duration
      return values()
    }
  }

  @Test func `the order alternates from pair to pair, and values stay with their program`() throws {
    var order: [String] = []
    var pairs = PairedStarts(turn: .milliseconds(60))
    for _ in 0..<2 {
      try pairs.takeTurn(
        on: clock,
        program(.milliseconds(10)) {
          order.append("a")
          return 1
        },
        program(.milliseconds(11)) {
          order.append("b")
          return 2
        })
    }
    #expect(order == ["a", "b", "b", "a", "a", "b", "b", "a", "a", "b", "b", "a"])
    #expect(pairs.first == [1, 1, 1, 1, 1, 1])
    #expect(pairs.second == [2, 2, 2, 2, 2, 2])
  }

  @Test(arguments: [true, false])
  func `the one that ends sooner is started as long as the other takes, and its best start counts`(isAbove: Bool) throws
  {
    // Its first starts meet the slow speed of the processor, in which a program that measures for a second does not stay.
    var values = [140.0, 140, 100, 140].makeIterator()
    var starts = 0
    let short = program(.milliseconds(10)) {
      starts += 1
      return values.next() ?? 140
    }
    let long = program(.milliseconds(105)) { 5000 }
    var pairs = PairedStarts()
    if isAbove {
      try pairs.takeTurn(on: clock, short, long)
    } else {
      try pairs.takeTurn(on: clock, long, short)
    }
    #expect(starts == 10)
    #expect(pairs.first == [isAbove ? 100 : 5000])
    #expect(pairs.second == [isAbove ? 5000 : 100])
  }

  @Test func `a start that fails leaves no half of a pair`() {
    struct Fault: Error {}
    var pairs = PairedStarts()
    #expect(throws: Fault.self) { try pairs.takeTurn({ 1 }, { throw Fault() }) }
    #expect(pairs.first.isEmpty && pairs.second.isEmpty)
  }
}
