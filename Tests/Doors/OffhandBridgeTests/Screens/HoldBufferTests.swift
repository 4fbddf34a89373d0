import CompositorRig
import Foundation
import Offhand
import Testing

@testable import OffhandBridge

/// The states in which touches are held back; what they do for programs is in `TwinRelayTests`.
struct HoldBufferTests {
  @Test func `the states are the rows of the chart, and no others`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOfFile: RepositoryFile.path(path), encoding: .utf8)
    }
    let page = try text("Sources/Offhand/Offhand.docc/Design" + "/Platform.md")
      .split(separator: "## Touches that are held back")
    let chart = try #require(page.last).split(separator: "\n## ")[0]
    let source = try text("Sources/Doors/OffhandBridge/Screens/HoldBuffer.swift").split(separator: "enum State")
    let states = try #require(source.last).split(separator: "\n  }")[0]
    let rows = Set(chart.matches(of: /\n\| `(\w+)`/).map(\.1))
    let cases = Set(states.matches(of: /\n +case (\w+)/).map(\.1))
    #expect(rows == cases && !rows.isEmpty)
  }

  @Test func `over: nothing changes it but the report that is passed on, or a gesture that takes its touches`() {
    func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }
    func written(_ buffer: HoldBuffer) -> Int {
      var (buffer, count) = (buffer, 0)
      buffer.drain { count += $0.count }
      return count
    }
    var buffer = HoldBuffer()
    buffer.rule = TwinRelayTests.threeFingers
    buffer.land(1, isFirst: true, at: time(0))
    buffer.append(EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: EvdevCode.x, value: 0))
    buffer.endReport()
    buffer.passReport()
    #expect(buffer.deadline == time(60) && written(buffer) == 0, "in held, reports are kept")
    buffer.end()
    buffer.land(2, isFirst: true, at: time(20))
    buffer.lift(at: time(20))
    buffer.advance(to: time(1000))
    #expect(buffer.isHolding && buffer.deadline == nil && written(buffer) == 0)
    var taken = buffer
    taken.drop()
    #expect(!taken.isHolding && written(taken) == 0)
    buffer.passReport()
    #expect(!buffer.isHolding && written(buffer) == 1)
  }
}
