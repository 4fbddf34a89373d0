import Testing

@testable import Offhand

/// What one gesture leaves for the next.
@Suite struct HandMemoryTests {
  private let time = Timestamp(nanoseconds: 1_000_000_000)

  @Test func `gestures that tell little make nobody surer than 77 %`() throws {
    var memory = HandMemory()
    memory.learn(1.9, from: 1, at: time)
    let learned = try #require(memory.rightProbability)
    #expect(abs(learned - HandTrack.probability(1.2)) < 1e-12)
    memory.learn(-1.9, from: -1, at: time)
    #expect(abs((memory.rightProbability ?? 0) - HandTrack.probability(-1.2)) < 1e-12)
  }

  @Test func `one gesture that tells much makes 88 % of it`() throws {
    var memory = HandMemory()
    memory.learn(3.9, from: 0, at: time)
    let learned = try #require(memory.rightProbability)
    #expect(abs(learned - HandTrack.probability(2)) < 1e-12)
  }

  @Test func `what was known firmly stays so after a gesture that tells little`() throws {
    var memory = HandMemory()
    memory.learn(2.4, from: 1.7, at: time)
    let learned = try #require(memory.rightProbability)
    #expect(abs(learned - HandTrack.probability(1.7)) < 1e-12)
  }
}
