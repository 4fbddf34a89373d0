import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

@Suite struct PlacingTests {
  /// A handle that infers the hand on a panel of 300 by 190 mm.
  private func gestures(_ change: (inout offhand_options) -> Void = { _ in }) throws -> CGestures {
    try CGestures(outputs: [.panel], flags: [OFFHAND_INFER_HAND], change)
  }

  private func request(_ id: UInt64 = 1) -> offhand_request {
    var request = offhand_request()
    (request.size, request.id) = (MemoryLayout<offhand_request>.size, id)
    (request.width, request.height) = (40, 15)
    return request
  }

  @Test(arguments: [1e308, -1e9, .infinity]) func `an event beyond 100 km is no target`(x: Double) throws {
    func target(of event: offhand_event?) throws -> [Double] {
      let gestures = try gestures()
      var request = request()
      return try withPointer(event ?? offhand_event()) {
        request.event = event == nil ? nil : $0
        let place = try #require(withPointer(request) { offhand_place(gestures.handle, $0) }).pointee
        return [place.target_x, place.target_y]
      }
    }
    var event = offhand_event()
    (event.kind, event.state) = (OFFHAND_PAN, OFFHAND_CHANGED)
    (event.x, event.y) = (x, 100)
    #expect(try target(of: event) == target(of: nil))
  }

  /// Thumb and index finger of a right hand, or of a left one, that part.
  @ScriptBuilder private func pinch(mirrored: Bool = false) -> [Step] {
    let x = { (x: Double) in mirrored ? 300 - x : x }
    down(1, x(140), 110, at: 0)
    down(2, x(160), 80, at: 0)
    drag(1, from: (x(140), 110), to: (x(130), 122), over: 0...160)
    drag(2, from: (x(160), 80), to: (x(172), 66), over: 0...160)
  }

  @Test(arguments: [false, true]) func `an overlay is where the domain's strategy puts it`(mirrored: Bool) throws {
    let gestures = try gestures {
      $0.posture = OFFHAND_POSTURE_FLAT_TABLET
      $0.right_hand_prior = 0.5
    }
    gestures.play { pinch(mirrored: mirrored) }
    let place = try #require(withPointer(request()) { offhand_place(gestures.handle, $0) }).pointee

    let panel = Rect(x: 0, y: 0, width: 300, height: 190)
    var pipeline = EstimatingPipeline(
      StandardPipeline(outputs: [panel]),
      estimator: StandardPlacement(environment: PanelSetup(panel: panel, posture: .flatTablet, rightHandPrior: 0.5)))
    var assembler = TouchFrameAssembler()
    Script(steps: pinch(mirrored: mirrored)).forEachFrame(assembler: &assembler) { pipeline.process($0) }
    let expected = pipeline.estimator.place(
      OverlayRequest(id: OverlayID(rawValue: 1), size: Size(width: 40, height: 15), bounds: panel))
    #expect(place.rect.x == expected.rect.minX)
    #expect(place.rect.y == expected.rect.minY)
    #expect(place.hidden == expected.hidden)
    #expect(place.hand == (mirrored ? OFFHAND_HAND_LEFT : OFFHAND_HAND_RIGHT))
    var confidence = 0.0
    #expect(offhand_hand(gestures.handle, &confidence) == place.hand)
    #expect(confidence == place.hand_confidence)
    #expect(gestures.events.last?.hand == place.hand)
    #expect(place.is_shown)
  }

  @Test func `an overlay stays, says why, and is forgotten`() throws {
    let gestures = try gestures()
    gestures.play { pinch() }
    let first = try #require(withPointer(request()) { offhand_place(gestures.handle, $0) }).pointee
    gestures.play { drag(2, from: (172, 66), to: (174, 64), over: 168...260) }
    let second = try #require(withPointer(request()) { offhand_place(gestures.handle, $0) }).pointee
    #expect(first.rect.x == second.rect.x && first.rect.y == second.rect.y)
    let reason = String(cString: try #require(offhand_explain(gestures.handle, 1)))
    #expect(reason.contains("of its anchor") && reason.contains("% hidden, beside a right hand ("))
    #expect(reason.hasSuffix(": the best place near its anchor"))
    offhand_forget(gestures.handle, 1)
    #expect(offhand_explain(gestures.handle, 1) == nil)
  }

  @Test func `a menu stays under the finger that lands on it though its event is sent in every frame`() throws {
    let gestures = try gestures()
    gestures.play { down(1, 150, 95, at: 0) }
    gestures.advance(to: ms(700))
    let press = try #require(gestures.events.last { $0.kind == OFFHAND_LONG_PRESS && $0.state == OFFHAND_BEGAN })
    func place() throws -> offhand_rect {
      try withPointer(press) { event in
        var menu = request()
        (menu.role, menu.width, menu.height, menu.event) = (OFFHAND_MENU, 45, 55, event)
        return try #require(withPointer(menu) { offhand_place(gestures.handle, $0) }).pointee.rect
      }
    }
    let rect = try place()
    gestures.play {
      up(1, at: 900)
      down(1, rect.x + rect.width / 2, rect.y + rect.height / 2, at: 1300)
    }
    let later = try place()
    #expect(later.x == rect.x && later.y == rect.y)
  }

  @Test func `the oldest of too many overlays is forgotten`() throws {
    let gestures = try gestures()
    gestures.play { pinch() }
    for id in 1...40 as ClosedRange<UInt64> {
      #expect(withPointer(request(id)) { offhand_place(gestures.handle, $0) } != nil)
    }
    #expect(offhand_explain(gestures.handle, 8) == nil)
    #expect(offhand_explain(gestures.handle, 9) != nil)
  }

  @Test func `the hand hides what lies below it`() throws {
    let gestures = try gestures()
    var below = offhand_rect(x: 150, y: 130, width: 30, height: 30)
    var far = offhand_rect(x: 0, y: 0, width: 30, height: 30)
    #expect(offhand_hidden(gestures.handle, &below) == 0)
    gestures.play { pinch() }
    #expect(offhand_hidden(gestures.handle, &below) > 0.5)
    #expect(offhand_hidden(gestures.handle, &far) < 0.1)
    below.width = .infinity
    #expect(offhand_hidden(gestures.handle, &below) == 0)
    #expect(offhand_hidden(gestures.handle, nil) == 0)
  }

  @Test func `a handle without a hand places nothing`() throws {
    let gestures = try CGestures()
    gestures.play { pinch() }
    #expect(withPointer(request()) { offhand_place(gestures.handle, $0) } == nil)
    #expect(gestures.events.allSatisfy { $0.hand == OFFHAND_HAND_UNKNOWN })
    #expect(offhand_hand(gestures.handle, nil) == OFFHAND_HAND_UNKNOWN)
  }

  @Test func `a request of another size is refused, and one without size or bounds is degenerate`() throws {
    let gestures = try gestures()
    gestures.play { pinch() }
    var request = request()
    request.size = 3
    #expect(withPointer(request) { offhand_place(gestures.handle, $0) } == nil)
    request = self.request()
    request.width = .nan
    #expect(withPointer(request) { offhand_place(gestures.handle, $0) }?.pointee.reason == OFFHAND_REASON_DEGENERATE)
  }

  @Test func `an overlay that is shown stays where it is when outputs change`() throws {
    let gestures = try gestures()
    gestures.play { pinch() }
    let first = try #require(withPointer(request()) { offhand_place(gestures.handle, $0) }).pointee
    let outputs = [offhand_rect.panel, offhand_rect(x: 300, y: 0, width: 527, height: 296)]
    #expect(offhand_set_outputs(gestures.handle, outputs, 2) == 0)
    let second = try #require(withPointer(request()) { offhand_place(gestures.handle, $0) }).pointee
    #expect(abs(second.rect.x - first.rect.x) < 1e-9 && abs(second.rect.y - first.rect.y) < 1e-9)
  }

  @Test func `a new panel is placed on`() throws {
    let gestures = try gestures()
    var wide = offhand_rect(x: 1000, y: 0, width: 500, height: 300)
    #expect(offhand_set_outputs(gestures.handle, &wide, 1) == 0)
    #expect(offhand_set_outputs(gestures.handle, nil, 0) == -1)
    gestures.play { down(1, 1250, 150, at: 0) }
    let place = try #require(withPointer(request()) { offhand_place(gestures.handle, $0) }).pointee
    #expect(place.rect.x >= 1000)
  }
}
