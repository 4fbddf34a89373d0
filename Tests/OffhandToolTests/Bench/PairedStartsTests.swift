import Testing

@testable import OffhandTool

struct PairedStartsTests {
  @Test func `who comes first changes from start to start, and values stay with their program`() throws {
    var order: [String] = []
    var pairs = PairedStarts()
    for _ in 0..<3 {
      try pairs.takeTurn {
        order.append("a")
        return 1
      } _: {
        order.append("b")
        return 2
      }
    }
    #expect(pairs.first.count == pairs.second.count)
    #expect(pairs.first.allSatisfy { $0 == 1 })
    #expect(pairs.second.allSatisfy { $0 == 2 })
    #expect(Array(order.prefix(8)) == ["a", "b", "b", "a", "a", "b", "b", "a"])
  }

  @Test func `a start that fails leaves no half of a pair`() {
    struct Fault: Error {}
    var pairs = PairedStarts()
    #expect(throws: Fault.self) { try pairs.takeTurn({ 1 }, { throw Fault() }) }
    #expect(pairs.first.isEmpty && pairs.second.isEmpty)
  }
}
