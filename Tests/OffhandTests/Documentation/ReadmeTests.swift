import Offhand
import OffhandTesting
import Testing

/// The lines that the README shows, so that they stay true.
@Suite struct ReadmeTests {
  @Test func `the README's ten lines follow a pinch and place a zoom level beside it`() throws {
    let panel = Rect(x: 0, y: 0, width: 217, height: 136)
    var gestures = Pipeline {
      TapGestureRecognizer()
      PinchGestureRecognizer().simultaneous(with: .rotation)
      RotationGestureRecognizer()
    }
    var placer = StandardPlacement(environment: PanelSetup(panel: panel, posture: .flatTablet))
    let label = OverlayRequest(id: Overlay.ID(rawValue: 1), size: Size(width: 20, height: 9), bounds: panel)

    var scale = 0.0
    var rect: Rect?
    func take(_ frame: borrowing TouchFrame) {
      gestures.process(frame)
      placer.ingest(frame)
      for event in gestures.events where event.name == .pinch && event.state != .ended {
        (scale, rect) = (event.gesture.scale, placer.place(label).rect)
      }
    }
    let pinch = Script {
      down(1, 108, 60, at: 0)
      down(2, 98, 80, at: 8)
      move(1, to: 112, 52, at: 40)
      move(2, to: 94, 88, at: 40)
    }
    var assembler = TouchFrameAssembler()
    pinch.forEachFrame(assembler: &assembler) { take($0) }

    let shown = try #require(rect)
    #expect(scale > 1.5)
    #expect(panel.contains(shown))
    for finger in [Point(x: 112, y: 52), Point(x: 94, y: 88)] { #expect(shown.distance(to: finger) > 6) }
  }
}
