import DesignCases
import Offhand
import Testing

@Suite struct PenFilterTests {
  private static func touch(
    _ id: UInt64, _ x: Double, _ y: Double, _ phase: Touch.Phase, tool: Touch.Tool = .finger
  ) -> Touch {
    var touch = Touch(id: Touch.ID(rawValue: id), phase: phase, position: Point(x: x, y: y))
    touch.tool = tool
    return touch
  }

  /// The phases that remain of each frame, by touch.
  private static func filtered(
    _ frames: [(milliseconds: Int, touches: [Touch])], by kinds: Set<ChosenFilters.Kind> = [.pen]
  ) -> [[UInt64: Touch.Phase]] {
    var filters = ChosenFilters(kinds)
    return frames.map { milliseconds, touches in
      var frame = TouchFrame(touches, at: Int64(milliseconds))
      filters.filter(&frame)
      return Dictionary(uniqueKeysWithValues: frame.indices.map { (frame[$0].id.rawValue, frame[$0].phase) })
    }
  }

  /// A hand lands, its pen writes, another finger lands far away, the hand rests on, the pen lifts, the hand lands anew.
  private static let writing: [(milliseconds: Int, touches: [Touch])] = [
    (0, [touch(1, 150, 120, .began)]),
    (20, [touch(1, 150, 120, .stationary), touch(2, 100, 60, .began, tool: .pen)]),
    (
      40,
      [
        touch(1, 150, 121, .moved), touch(2, 101, 60, .moved, tool: .pen), touch(3, 160, 130, .began),
        touch(4, 400, 60, .began),
      ]
    ),
    (
      60,
      [
        touch(1, 150, 122, .ended), touch(2, 102, 60, .ended, tool: .pen), touch(3, 160, 131, .moved),
        touch(4, 401, 60, .moved),
      ]
    ),
    (300, [touch(3, 160, 131, .ended), touch(4, 401, 60, .ended), touch(5, 150, 110, .began)]),
    (700, [touch(5, 150, 111, .ended), touch(6, 150, 110, .began)]),
  ]

  @Test(.recognition("N32")) func `the hand that writes touches nothing, and another hand does`() {
    #expect(
      PenFilterTests.filtered(PenFilterTests.writing) == [
        [1: .began], [1: .cancelled, 2: .began], [2: .moved, 4: .began], [2: .ended, 4: .moved], [4: .ended],
        [6: .began],
      ])
  }

  @Test(.recognition("N32")) func `by default touches beside a pen stay`() {
    let all = PenFilterTests.writing.map { _, touches in
      Dictionary(uniqueKeysWithValues: touches.map { ($0.id.rawValue, $0.phase) })
    }
    #expect(PenFilterTests.filtered(PenFilterTests.writing, by: []) == all)
  }
}
