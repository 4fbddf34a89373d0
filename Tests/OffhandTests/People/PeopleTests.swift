import Offhand
import OffhandTesting
import Testing

/// What the standard pipeline makes of gestures of people whom nobody recorded, on panels that nobody built: drawn from
/// figures, always the same for a seed.
@Suite struct PeopleTests {
  /// How many of each kind.
  private static let count = 120

  /// What begins in each of `count` gestures of a kind.
  private static func outcomes(_ seed: UInt64, _ draw: (inout HandDraw) -> DrawnGesture) -> [(
    gesture: DrawnGesture, starts: [GestureEvent], ends: [GestureEvent]
  )] {
    var source = HandDraw(seed: seed)
    return (0..<count).map { _ in
      let gesture = draw(&source)
      let steps = gesture.steps(&source)
      let events = play(StandardPipeline(), waiting: 1000) { steps }.events
      return (
        gesture, events.filter { $0.state == .began || $0.state == .recognized },
        events.filter { $0.state == .ended }
      )
    }
  }

  private static func share(_ matching: Int) -> Double { Double(matching) / Double(count) }

  @Test(arguments: 1...5) func `taps are one tap of as many fingers`(fingers: Int) {
    let taps = Self.outcomes(UInt64(fingers)) { DrawnGesture.tap(fingers, &$0) }
    let right = taps.count { $0.starts.map(\.name) == [.tap] && $0.starts[0].gesture.fingers == fingers }
    #expect(Self.share(right) >= 0.97, "\(right)")
    #expect(
      taps.allSatisfy { outcome in outcome.starts.allSatisfy { $0.name != .tap || $0.gesture.fingers == fingers } })
  }

  @Test(arguments: [2, 3, 5]) func `pinches begin once, have the right direction, and seldom rotate`(fingers: Int) {
    let pinches = Self.outcomes(10 + UInt64(fingers)) { DrawnGesture.pinch(fingers, &$0) }
    let right = pinches.count { outcome in
      outcome.starts.count { $0.name == .pinch } == 1
        && outcome.ends.last { $0.name == .pinch }.map { ($0.gesture.scale > 1) == (outcome.gesture.scale > 1) } == true
    }
    #expect(Self.share(right) >= 0.98, "\(right)")
    let turned = pinches.count { $0.starts.contains { $0.name == .rotation } }
    #expect(Self.share(turned) <= 0.1, "\(turned)")
    #expect(pinches.allSatisfy { $0.starts.allSatisfy { [.pinch, .pan, .rotation].contains($0.name) } })
  }

  @Test(arguments: [2, 3, 5]) func `deliberate rotations are recognized with the right direction`(fingers: Int) {
    let turns = Self.outcomes(20 + UInt64(fingers)) { DrawnGesture.turn(fingers, &$0) }
    let right = turns.count { outcome in
      outcome.ends.last { $0.name == .rotation }
        .map { ($0.gesture.rotation.radians > 0) == (outcome.gesture.turn.radians > 0) } == true
    }
    #expect(Self.share(right) >= 0.97, "\(right)")
  }

  @Test func `zooming and turning at once is recognized as both`() {
    let both = Self.outcomes(30) { DrawnGesture.zoomAndTurn(&$0) }
    let right = both.count { outcome in
      [.pinch, .rotation].allSatisfy { name in outcome.starts.contains { $0.name == name } }
    }
    #expect(Self.share(right) >= 0.97, "\(right)")
  }

  @Test func `a pinch begins though its first finger has dragged before`() {
    let late = Self.outcomes(31) { DrawnGesture.latePinch(&$0) }
    let right = late.count { outcome in outcome.starts.count { $0.name == .pinch } == 1 }
    #expect(Self.share(right) >= 0.98, "\(right)")
  }

  @Test(arguments: 2...5) func `drags of several fingers are one pan, and nothing else but for a few`(fingers: Int) {
    let drags = Self.outcomes(40 + UInt64(fingers)) { DrawnGesture.drag(fingers, &$0) }
    let right = drags.count { $0.starts.map(\.name) == [.pan] }
    #expect(Self.share(right) >= 0.98, "\(right)")
    #expect(drags.allSatisfy { $0.starts.allSatisfy { $0.name != .tap } })
  }

  @Test func `a trembling press is a long press`() {
    let presses = Self.outcomes(50) { DrawnGesture.press(&$0) }
    #expect(presses.allSatisfy { $0.starts.map(\.name) == [.longPress] })
  }
}
