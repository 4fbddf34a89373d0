import Offhand
import Testing

@testable import OffhandWebSocket

@Suite struct SparseLogTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test func `a line is written once a minute, with how often it came since`() {
    var log = SparseLog()
    #expect(log.line("a", at: at(0)) == "a")
    #expect([1, 30, 59.9].map { log.line("a", at: at($0)) } == [nil, nil, nil])
    #expect(log.line("a", at: at(60)) == "a (3 more since the last such line)")
    #expect(log.line("a", at: at(61)) == nil)
    #expect(log.line("a", at: at(300)) == "a (1 more since the last such line)")
    #expect(log.line("a", at: at(400)) == "a")
  }

  @Test func `each line has a minute of its own`() {
    var log = SparseLog()
    #expect(log.line("a", at: at(0)) == "a")
    #expect(log.line("b", at: at(30)) == "b")
    #expect(log.line("a", at: at(70)) == "a")
    #expect(log.line("b", at: at(70)) == nil)
  }
}
