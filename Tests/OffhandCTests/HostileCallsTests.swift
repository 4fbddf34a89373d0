import COffhand
import Offhand
import OffhandC
import OffhandTesting
import Testing

/// Calls with what no caller should pass: none stops the program, and gestures keep their grammar.
@Suite struct HostileCallsTests {
  private static let doubles: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, 1e308, -1e308, 1e8, -1e8, 1e9, .leastNonzeroMagnitude, 150, 100, 3, 299.9,
  ]
  private static let slots: [Int32] = [.min, .max, -1]
  private static let times: [Int64] = [.min, .max, -1, 0, 1, 1 << 62, (1 << 62) + 1]

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func `no call stops the program`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ["standard", "navigation", "measure", "original"]
    let gestures = try names[Int(seed) % 4].withCString { name in
      try withPointer(offhand_rect.panel) { panel in
        try CGestures {
          $0.pipeline = name
          $0.outputs = panel
          $0.output_count = 1
          $0.input = seed % 2 == 0 ? OFFHAND_LIBINPUT : OFFHAND_WL_TOUCH
          $0.flags = seed % 3 == 0 ? 0 : UInt32(OFFHAND_INFER_HAND.rawValue)
          $0.filters = UInt32(seed % 8)
        }
      }
    }
    let handle = gestures.handle
    var clock: Int64 = 0
    var active: [String: Bool] = [:]
    var isBroken = false
    func double() -> Double {
      random.happens(0.7) ? random.number(-20...320) : Self.doubles.randomElement(using: &random) ?? 0
    }
    func time() -> Int64 {
      clock += Int64(random.number(0...20)) * 1_000_000
      return random.happens(0.97) ? clock : Self.times.randomElement(using: &random) ?? 0
    }
    func rect() -> offhand_rect { offhand_rect(x: double(), y: double(), width: double(), height: double()) }
    for _ in 0..<2_000 {
      let device = UInt32(random.number(0...2))
      let slot: Int32 =
        random.happens(0.95) ? Int32(random.number(0...11)) : Self.slots.randomElement(using: &random) ?? 0
      switch random.number(0...99) {
      case 0...14: offhand_down(handle, device, slot, time(), double(), double())
      case 15...54: offhand_motion(handle, device, slot, time(), double(), double())
      case 55...64: offhand_up(handle, device, slot, time())
      case 65...84: offhand_frame(handle)
      case 85: offhand_shape(handle, device, slot, time(), double(), double(), double())
      case 86: offhand_cancel_touch(handle, device, slot, time())
      case 87: offhand_cancel_device(handle, device, time())
      case 88: offhand_cancel(handle, time())
      case 89: offhand_end_batch(handle)
      case 90...91: offhand_advance(handle, time())
      case 93:
        var rects = [rect(), rect(), rect()]
        _ = offhand_set_outputs(handle, &rects, Int(random.number(0...3)))
      case 94:
        var hidden = rect()
        let share = offhand_hidden(handle, &hidden)
        if !(0...1).contains(share) { isBroken = true }
      case 92:
        if let place = offhand_predict(handle, time(), time(), UInt32.random(in: 0...3, using: &random), 1)?.pointee,
          !(place.x.isFinite && place.y.isFinite && place.uncertainty.isFinite)
        {
          isBroken = true
        }
      case 95: offhand_forget(handle, UInt64.random(in: 0...50, using: &random))
      default:
        var request = offhand_request()
        request.size = MemoryLayout<offhand_request>.size
        request.id = UInt64.random(in: 0...50, using: &random)
        (request.width, request.height) = (double(), double())
        (request.compact_width, request.compact_height) = (double(), double())
        request.role = offhand_role(UInt32.random(in: 0...6, using: &random))
        request.preferred_side = offhand_side(UInt32.random(in: 0...12, using: &random))
        request.following = offhand_following(UInt32.random(in: 0...4, using: &random))
        request.time = time()
        var event = offhand_event()
        event.kind = offhand_kind(UInt32.random(in: 0...12, using: &random))
        event.state = offhand_state(UInt32.random(in: 0...9, using: &random))
        (event.x, event.y, event.scale, event.scale_velocity) = (double(), double(), double(), double())
        let (anchor, bounds, reserved) = (rect(), rect(), rect())
        withPointer(anchor) { anchor in
          withPointer(bounds) { bounds in
            withPointer(reserved) { reserved in
              withPointer(event) { event in
                request.anchor = random.happens(0.5) ? anchor : nil
                request.bounds = random.happens(0.5) ? bounds : nil
                request.reserved = reserved
                request.reserved_count = random.happens(0.5) ? 1 : 0
                request.event = random.happens(0.5) ? event : nil
                if let place = offhand_place(handle, &request)?.pointee, !place.rect.x.isFinite { isBroken = true }
              }
            }
          }
        }
      }
      while let event = offhand_next(handle)?.pointee {
        let name = String(cString: event.name) + "\(event.hand_index)"
        switch event.state {
        case OFFHAND_BEGAN:
          if active[name] == true { isBroken = true }
          active[name] = true
        case OFFHAND_CHANGED: if active[name] != true { isBroken = true }
        case OFFHAND_ENDED, OFFHAND_CANCELLED:
          if active[name] != true { isBroken = true }
          active[name] = false
        default: break
        }
        if !event.x.isFinite || !event.scale.isFinite || !event.vx.isFinite { isBroken = true }
      }
    }
    #expect(!isBroken)
  }
}
