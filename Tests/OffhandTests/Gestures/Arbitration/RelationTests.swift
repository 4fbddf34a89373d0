import DesignCases
import Offhand
import OffhandTesting
import Testing

/// Who keeps whom from beginning, and what changes between frames.
@Suite struct RelationTests {
  /// A pan and a swipe that a drag both make, and whether the swipe, which comes later, gets through.
  private static let prevention: [(pan: ConfiguredRecognizer<PanGestureRecognizer>, swipe: Swipe, swipes: Bool)] = {
    let (pan, swipe) = (PanGestureRecognizer(), SwipeGestureRecognizer())
    return [
      (pan.with { _ in }, swipe.with { _ in }, false),
      (pan.doesNotPrevent(.swipe), swipe.with { _ in }, true),
      (pan.with { _ in }, swipe.isNotPrevented(by: .pan), true),
      // What does not prevent others is still prevented by them.
      (pan.with { _ in }, swipe.doesNotPrevent(.pan), false),
      // Options can be given in any order.
      (
        pan.named("drag").priority(1).doesNotPrevent(.swipe),
        swipe.named(.swipe).priority(2).isNotPrevented(by: "drag"), true
      ),
    ]
  }()
  private typealias Swipe = ConfiguredRecognizer<SwipeGestureRecognizer>

  @Test(.recognition("J5"), arguments: prevention.indices)
  func `prevention can be left off from either side`(row: Int) {
    let (pan, swipe, swipes) = Self.prevention[row]
    let pipeline = Pipeline {
      pan
      swipe
    }
    #expect(play(pipeline) { ArbitrationTests.drag }.transitions.contains("swipe recognized") == swipes)
  }

  @Test(.recognition("B7")) func `a value that is set counts from the next frame on`() throws {
    var pipeline = Pipeline { PanGestureRecognizer() }
    var assembler = TouchFrameAssembler()
    var steps: [Double] = []
    Script(steps: ArbitrationTests.drag).forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      steps += pipeline.events.map(\.gesture.translation.dx)
      pipeline.set(.translation(.zero), of: .pan)
    }
    #expect(steps.count > 10)
    #expect(abs(steps.reduce(0, +) - (20 - 3.4)) < 1.9)
    #expect(steps.allSatisfy { $0 < 2 })
  }

  @Test func `a journal says who waited for whom, and because of whom a recognizer failed`() {
    let journal = GestureJournal()
    var pipeline = AnyPipeline(
      Pipeline {
        TapGestureRecognizer().requires(toFail: .doubleTap)
        TapGestureRecognizer(taps: 2).named(.doubleTap)
        PanGestureRecognizer()
        SwipeGestureRecognizer()
      }.byHand())
    pipeline.setJournal(journal)
    _ = play(pipeline) {
      down(1, 50, 50, at: 0)
      up(1, at: 60)
      down(2, 50, 50, at: 1000)
      drag(2, from: (50, 50), to: (70, 50), over: 1000...1160)
      up(2, at: 1170)
    }
    let lines = journal.entries.map { entry in
      "\(entry.name) \(entry.state) \(entry.other.map { "\($0)" } ?? "itself") \(entry.touches.map(\.rawValue))"
    }
    #expect(lines.contains("tap awaiting double-tap [1]"), "\(lines)")
    #expect(lines.contains("double-tap failed itself [1]") && lines.contains("tap recognized itself [1]"), "\(lines)")
    #expect(lines.contains("pan active itself [2]") && lines.contains("swipe failed pan [2]"), "\(lines)")
    #expect(lines.last == "pan ended itself [2]", "\(lines)")
  }
}
