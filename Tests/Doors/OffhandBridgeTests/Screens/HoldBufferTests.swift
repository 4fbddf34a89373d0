import CompositorRig
import Foundation
import Offhand
import Testing

@testable import OffhandBridge

/// The states in which touches are held back, row by row of their chart.
struct HoldBufferTests {
  private static let event = EvdevEvent(timestamp: .zero, type: EvdevCode.absolute, code: EvdevCode.x, value: 0)

  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

  /// A buffer in `held`, of one finger that landed at 0, for gestures of three.
  private var held: HoldBuffer {
    var buffer = HoldBuffer()
    buffer.rule = TwinRelayTests.threeFingers
    buffer.land(1, isFirst: true, at: time(0))
    buffer.append(HoldBufferTests.event)
    buffer.endReport()
    return buffer
  }

  private func written(_ buffer: HoldBuffer) -> Int {
    var (buffer, count) = (buffer, 0)
    buffer.drain { count += $0.count }
    return count
  }

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

  @Test func `free: the first landing is held, one beside a touch that programs have is not`() {
    var buffer = HoldBuffer()
    buffer.land(1, isFirst: true, at: time(0))
    #expect(!buffer.isHolding, "no gesture takes several")
    buffer.rule = TwinRelayTests.threeFingers
    buffer.land(1, isFirst: false, at: time(0))
    buffer.append(HoldBufferTests.event)
    buffer.endReport()
    #expect(!buffer.isHolding && written(buffer) == 1)
    #expect(held.isHolding && held.deadline == time(60) && written(held) == 0)
  }

  @Test func `held: landings and lifts move the end of the time, up to twice that of one finger`() {
    var buffer = held
    buffer.land(2, isFirst: false, at: time(40))
    #expect(buffer.deadline == time(100))
    buffer.land(3, isFirst: false, at: time(90))
    #expect(buffer.deadline == time(120))
    buffer.lift(at: time(30))
    #expect(buffer.deadline == time(90))
  }

  @Test func `held: its time, too many or no fingers, and motion of too few end it`() {
    func isOver(_ count: Int, isMoved: Bool = false, at milliseconds: Int64 = 10) -> Bool {
      var buffer = held
      buffer.follow(count, isMoved: isMoved, at: time(milliseconds))
      return buffer.deadline == nil
    }
    #expect(!isOver(1) && !isOver(3, isMoved: true))
    #expect(isOver(1, at: 60) && isOver(0) && isOver(4) && isOver(2, isMoved: true))
    var buffer = held
    buffer.advance(to: time(59))
    #expect(buffer.isHolding)
    buffer.advance(to: time(60))
    #expect(!buffer.isHolding && written(buffer) == 1)
  }

  @Test func `held: what a gesture takes is never written, and what follows is`() {
    var buffer = held
    buffer.drop()
    #expect(!buffer.isHolding && written(buffer) == 0)
    buffer.append(HoldBufferTests.event)
    buffer.endReport()
    #expect(written(buffer) == 1)
  }

  @Test func `over: nothing changes it but the report that is passed on, or a gesture that takes its touches`() {
    var buffer = held
    buffer.passReport()
    #expect(buffer.isHolding, "in held, reports are kept")
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
