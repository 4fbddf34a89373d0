import DesignCases
import Testing

@testable import Offhand

/// Design/Recognizing.md "Overlay cases", as far as it concerns placement; L7, L8 and L10 to L12 concern the scene and the client.
@Suite struct OverlayCaseTests {
  @Test(.recognition("L2")) func `a left hand in the middle of the screen leaves the right free`() {
    var stage = standard(tablet(hand: .left))
    let fingers = pinch(at: Point(x: 100, y: 70), hand: .left)
    stage.land(fingers)
    let placement = stage.place(1, .pinch, .began)
    #expect(placement.rect.center.x > 100)
    #expect(placement.hidden < 0.1)
    #expect(clears(placement.rect, fingers))
  }

  @Test(.recognition("L3")) func `a left hand in the top right corner is not clamped under the finger`() {
    var stage = standard(tablet(hand: .left))
    let finger = Point(x: 210, y: 6)
    stage.land(finger)
    let placement = stage.place(1, .tap)
    #expect(stage.panel.contains(placement.rect))
    #expect(clears(placement.rect, [finger]))
    #expect(placement.hidden < 0.35)
  }

  @Test(.recognition("L6"), arguments: PlacementPreset.allCases.filter { $0 != .classic })
  func `a finger that lifts does not move the overlay`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet(hand: .right))
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 1_000_000_000))
    for (index, place) in pinch(at: Point(x: 108, y: 70)).enumerated() {
      frame.append(Touch(id: Touch.ID(rawValue: UInt64(index + 1)), position: place, landingTime: frame.timestamp))
    }
    strategy.ingest(frame)
    var request = OverlayRequest(
      id: Overlay.ID(rawValue: 1), size: Size(width: 20, height: 9), bounds: tablet().panel,
      gesture: GestureHint(.pinch, state: .began))
    let first = strategy.place(request).rect
    frame.settle()
    frame.timestamp = frame.timestamp + .milliseconds(30)
    frame[1].phase = .ended
    strategy.ingest(frame)
    request.gesture?.state = .changed
    #expect((strategy.place(request).rect.origin - first.origin).length < 1e-9)
  }

  @Test(.recognition("L9"), .placement("47"), arguments: [OverlayFollowing.fixed, .slot])
  func `five seconds of trembling by a millimetre do not move the overlay`(following: OverlayFollowing) {
    var stage = standard(tablet(prior: 0.5))
    stage.land(pinch(at: Point(x: 108, y: 70)))
    let first = stage.place(1, .pinch, .began) { $0.following = following }.rect
    for step in 0..<300 {
      let shake = Vector(angle: Angle(radians: Double(step) * 2.4))
      stage.move(pinch(at: Point(x: 108, y: 70) + shake), after: 16)
      #expect(stage.place(1, .pinch, .changed) { $0.following = following }.rect == first)
    }
  }

  @Test(.recognition("L13")) func `five fingers and a palm leave the least hidden position`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 110, height: 140)
    var stage = standard(environment)
    stage.land(fiveFingers(index: Point(x: 35, y: 15)))
    let placement = stage.place(1, .multi) { $0.size = Size(width: 70, height: 60) }
    #expect(stage.panel.contains(placement.rect))
    #expect(placement.hidden > 0)
  }

  @Test(.recognition("L14")) func `reserved rectangles are kept clear`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 120, y: 70)))
    let free = stage.place(1, .pinch, .began).rect
    // Or it would be kept clear as another overlay's place.
    stage.strategy.remove(Overlay.ID(rawValue: 1))
    #expect(stage.place(3, .pinch, .began).rect == free)
    stage.strategy.remove(Overlay.ID(rawValue: 3))
    let placement = stage.place(2, .pinch, .began) { $0.reserved = [free.grown(by: 2)] }
    #expect(!placement.rect.intersects(free))
  }
}
