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
    var frame = TouchFrame()
    frame.append(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 50, y: 50)))
    var pipeline = Self.tap.filtered { Shift(offset: 10) }
    pipeline.process(frame)
    #expect(frame[0].position.x == 50)
  }

  @Test func `a cancel reaches the filters`() {
    var pipeline = Self.tap.filtered { Shift(offset: 10) }
    pipeline.cancel(at: .zero)
    #expect(pipeline.filters.offset == 0)
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
