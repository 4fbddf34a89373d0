import DesignCases
import Offhand
import OffhandTesting
import Testing

/// A filter that moves everything to the right, to see who comes first.
private struct Shift: TouchFilter {
  var factor = 1.0
  var offset = 0.0

  mutating func filter(_ frame: inout TouchFrame) {
    for index in frame.indices { frame[index].position.x = frame[index].position.x * factor + offset }
  }

  mutating func reset() { offset = 0 }
}

@Suite struct FilteredPipelineTests {
  private static let tap = Pipeline { TapGestureRecognizer() }

  private static func place<P: GesturePipeline>(of pipeline: P) -> Double? {
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 80)
    }
    return played.first(.tap).flatMap { event in played.touches.first?.first?.position.x }
  }

  @Test func `filters act in the order in which they stand`() {
    #expect(
      Self.place(
        of: Self.tap.filtered {
          Shift(offset: 10)
          Shift(factor: 2)
        }) == 120)
    #expect(
      Self.place(
        of: Self.tap.filtered {
          Shift(factor: 2)
          Shift(offset: 10)
        }) == 110)
  }

  @Test func `the frame that comes in stays as it is`() {
    let frame = TouchFrame([Touch(1, .began, 50)])
    var pipeline = Self.tap.filtered { Shift(offset: 10) }
    pipeline.process(frame)
    #expect(frame[0].position.x == 50)
  }

  @Test func `a cancel reaches the filters`() {
    var pipeline = Self.tap.filtered { Shift(offset: 10) }
    pipeline.cancel(at: .zero)
    #expect(pipeline.filters.offset == 0)
  }

  @Test func `a reset reaches the filters that are chosen`() {
    var filter = ChosenFilters([.palm, .jitter])
    var frame = TouchFrame([Touch(1, .began, 50), Touch(2, .began, 90, size: 45)])
    filter.filter(&frame)
    filter.reset()
    var next = TouchFrame([Touch(1, .moved, 50.1), Touch(2, .moved, 90, size: 12)], at: 8)
    filter.filter(&next)
    let places = next.indices.map { next[$0].position.x }
    #expect(places == [50.1, 90], "neither held still nor kept out")
  }

  @Test func `the laws hold behind filters`() {
    let subject = LawSubject("filtered") { _ in
      Pipeline {
        TapGestureRecognizer(touches: 1...5)
        LongPressGestureRecognizer()
        PanGestureRecognizer(contestedSlop: 3.4).simultaneous(with: .pinch)
        PinchGestureRecognizer()
      }.filtered {
        PalmFilter()
        JitterFilter()
      }
    }
    for law in GestureLaw.all {
      for seed in UInt64(0)..<10 {
        if let violation = law.trial(of: subject, seed: seed, reports: 100).violation { Issue.record("\(violation)") }
      }
    }
  }
}

@Suite struct PalmFilterTests {
  private var filter = PalmFilter(palmSize: 30)

  private func touch(_ id: UInt64, _ phase: Touch.Phase, major: Float?) -> Touch {
    Touch(id, phase, Double(id), 0, size: major)
  }

  /// What is left of `touches`: ids and phases.
  private mutating func left(_ touches: Touch...) -> [String] {
    var frame = TouchFrame(touches)
    filter.filter(&frame)
    return frame.indices.map { "\(frame[$0].id.rawValue) \(frame[$0].phase)" }
  }

  @Test(.recognition("LI8")) mutating func `a palm that lands never does, and its neighbours stay in order`() {
    #expect(
      left(touch(1, .began, major: 10), touch(2, .began, major: 45), touch(3, .began, major: nil))
        == ["1 began", "3 began"])
    #expect(left(touch(1, .moved, major: 10), touch(2, .moved, major: 45), touch(3, .moved, major: nil)).count == 2)
  }

  @Test(.recognition("LI8"))
  mutating func `a finger that grows into a palm is cancelled once, and stays away when it shrinks`() {
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
