import Offhand
import Testing

@Suite struct PalmFilterTests {
  private var filter = PalmFilter(palmSize: 30)

  private func touch(_ id: UInt64, _ phase: Touch.Phase, major: Float?) -> Touch {
    var touch = Touch(id: Touch.ID(rawValue: id), position: Point(x: Double(id), y: 0))
    touch.phase = phase
    touch.shape = major.map { ContactShape(major: $0, minor: $0) }
    return touch
  }

  /// What is left of `touches`: ids and phases.
  private mutating func left(_ touches: Touch...) -> [String] {
    var frame = TouchFrame()
    for touch in touches { frame.append(touch) }
    filter.filter(&frame)
    return frame.indices.map { "\(frame[$0].id.rawValue) \(frame[$0].phase)" }
  }

  @Test mutating func `LI8 a palm that lands never does, and its neighbours stay in order`() {
    #expect(
      left(touch(1, .began, major: 10), touch(2, .began, major: 45), touch(3, .began, major: nil))
        == ["1 began", "3 began"])
    #expect(left(touch(1, .moved, major: 10), touch(2, .moved, major: 45), touch(3, .moved, major: nil)).count == 2)
  }

  @Test mutating func `LI8 a finger that grows into a palm is cancelled once, and stays away when it shrinks`() {
    #expect(left(touch(1, .began, major: 12)) == ["1 began"])
    #expect(left(touch(1, .moved, major: 31)) == ["1 cancelled"])
    #expect(left(touch(1, .moved, major: 12)).isEmpty)
    #expect(left(touch(1, .ended, major: 12)).isEmpty)
    #expect(left(touch(2, .began, major: 12)) == ["2 began"])
  }

  @Test mutating func `a finger that lifts is no palm whatever its last size`() {
    #expect(left(touch(1, .began, major: 12)) == ["1 began"])
    #expect(left(touch(1, .ended, major: 40)) == ["1 ended"])
  }

  @Test mutating func `contacts without a shape pass`() {
    #expect(left(touch(1, .began, major: nil)) == ["1 began"])
    #expect(left(touch(1, .moved, major: nil)) == ["1 moved"])
  }

  @Test mutating func `a reset forgets the palms`() {
    _ = left(touch(1, .began, major: 45))
    filter.reset()
    #expect(left(touch(1, .moved, major: 12)) == ["1 moved"])
  }
}
