import Offhand
import Testing

@testable import OffhandClient
@testable import OffhandDemos

/// A strategy that says not to show the overlay in some of its answers.
private struct BlinkingStrategy: PlacementStrategy {
  var environment: PanelSetup
  var hand: Hand { .unknown }
  /// Which answers, counted from 0, say so.
  var concealed: Range<Int>
  private var answers = 0

  init(concealing concealed: Range<Int>, in environment: PanelSetup) {
    self.environment = environment
    self.concealed = concealed
  }

  mutating func ingest(_ frame: borrowing TouchFrame) {}

  mutating func place(_ request: OverlayRequest) -> Placement {
    var placement = Placement(
      rect: Rect(origin: Point(x: 20, y: 20), size: request.size), side: .above, target: .origin, reason: .kept)
    placement.isShown = !concealed.contains(answers)
    answers += 1
    return placement
  }

  mutating func remove(_ id: Overlay.ID) {}
  mutating func reset() {}
}

struct ConcealedOverlayTests {
  @Test func `placement 18 a popover is not drawn while the strategy says so, and is drawn again afterwards`() {
    let middle = Point(x: 100, y: 60)
    var script: [[GestureEvent]] = []
    for index in 0..<100 {
      var gesture = Gesture()
      gesture.location = middle
      gesture.fingers = 2
      script.append([
        GestureEvent(
          recognizer: 0, name: "transform", state: index == 0 ? .began : .changed,
          timestamp: Timestamp(seconds: Double(index) * 0.01), gesture: gesture)
      ])
    }
    let environment = ViewEnvironment.tablet
    var view = ZoomView(
      ZoomViewTests.image, gestures: ScriptedGestures(script), indices: ZoomGestures(transform: 0, tap: 1),
      strategy: BlinkingStrategy(concealing: 30..<60, in: PanelSetup(panel: environment.bounds)))
    view.layout(in: environment)
    var seen: [Bool] = []
    for index in 0..<100 {
      view.process(ZoomViewTests.frame(index, about: middle))
      let time = Timestamp(seconds: Double(index) * 0.01)
      view.advance(to: time)
      var list = DisplayList()
      view.draw(at: time, into: &list)
      seen.append(ZoomViewTests.text(in: list) != nil)
    }
    #expect(seen[25] && seen[29])
    #expect(!seen[55] && !seen[59])
    #expect(seen[80] && seen[99])
  }
}
