import Offhand
import Testing

@testable import OffhandBridge

/// The lowest third of a touch screen as a touch pad for the rest.
final class ReachPadTests {
  /// A touch screen of 300 by 180 mm.
  private var filtered = FilteredFrames(ReachPad(on: Rect(x: 0, y: 0, width: 300, height: 180)))
  /// What programs receive.
  private var lines: [String] = []

  init() { filtered.filters.area = Rect(x: 0, y: 120, width: 300, height: 60) }

  private func report(
    _ touches: (id: UInt64, phase: Touch.Phase, from: Point, to: Point)..., at milliseconds: Int64
  ) {
    let time = Timestamp(nanoseconds: milliseconds * 1_000_000)
    while filtered.release(before: time) { note() }
    var frame = TouchFrame(timestamp: time)
    for (id, phase, from, to) in touches {
      var touch = Touch(id: Touch.ID(rawValue: id), phase: phase, position: to)
      touch.landingPosition = from
      frame.append(touch)
    }
    filtered.filter(frame)
    note()
  }

  private func note() {
    for index in filtered.frame.indices {
      let touch = filtered.frame[index]
      lines.append("\(touch.id.rawValue) \(touch.phase) \(Int(touch.position.x)) \(Int(touch.position.y))")
    }
  }

  /// A finger lands, moves and lifts.
  private func drag(_ id: UInt64, from: Point, to: Point, at start: Int64) {
    report((id, .began, from, from), at: start)
    report((id, .moved, from, to), at: start + 10)
    report((id, .ended, from, to), at: start + 20)
    report(at: start + 30)
  }

  @Test func `a finger on the pad moves the pointer twice as far, within the rest, and programs hear nothing`() {
    #expect(filtered.filters.pointer == Point(x: 150, y: 60))
    drag(1, from: Point(x: 100, y: 150), to: Point(x: 110, y: 140), at: 0)
    #expect(filtered.filters.pointer == Point(x: 170, y: 40))
    drag(2, from: Point(x: 100, y: 130), to: Point(x: 290, y: 179), at: 100)
    #expect(filtered.filters.pointer == Point(x: 300, y: 120))
    drag(3, from: Point(x: 250, y: 170), to: Point(x: 10, y: 121), at: 200)
    #expect(filtered.filters.pointer == Point(x: 0, y: 22) && lines.isEmpty)
  }

  @Test func `a tap on the pad is a touch at the pointer, where that was when the finger landed`() {
    drag(1, from: Point(x: 100, y: 150), to: Point(x: 102, y: 151), at: 0)
    #expect(lines == ["1 began 150 60", "1 ended 150 60"] && filtered.filters.pointer == Point(x: 150, y: 60))
    #expect(filtered.filters.withheld == nil)
  }

  @Test func `touches above the pad are as they are, and a second finger on it does nothing`() {
    let (pad, above) = (Point(x: 100, y: 150), Point(x: 100, y: 119))
    report((1, .began, pad, pad), (2, .began, above, above), at: 0)
    report((1, .moved, pad, Point(x: 110, y: 150)), (2, .moved, above, Point(x: 100, y: 140)), at: 10)
    report((1, .stationary, pad, Point(x: 110, y: 150)), (3, .began, pad, pad), at: 20)
    report((1, .stationary, pad, Point(x: 110, y: 150)), (3, .ended, pad, pad), at: 30)
    #expect(lines == ["2 began 100 119", "2 moved 100 140"] && filtered.filters.pointer == Point(x: 170, y: 60))
  }

  @Test func `fingers that are down when the pad comes or goes go on as they landed`() {
    let pad = Point(x: 100, y: 150)
    report((1, .began, pad, pad), at: 0)
    filtered.filters.area = nil
    report((1, .stationary, pad, pad), (2, .began, pad, pad), at: 10)
    filtered.filters.area = Rect(x: 0, y: 120, width: 300, height: 60)
    report((1, .ended, pad, pad), (2, .ended, pad, pad), at: 20)
    report(at: 30)
    #expect(lines == ["2 began 100 150", "1 began 150 60", "2 ended 100 150", "1 ended 150 60"])
    filtered.filters.area = nil
    #expect(filtered.filters.isEmpty)
  }
}
