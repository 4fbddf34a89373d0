import AllocationCount
import Offhand
import OffhandTesting

/// The laws of placement, on a number of random requests.
enum PlacementLaws {
  /// The laws of each strategy. The original covers fingers, follows them and rounds; the classic follows them too, and does not
  /// use the user's edge, so the turned scene is a different one for it.
  private static let promises: [(PlacementPreset, [PlacementLaw])] = [
    (.standard, PlacementLaw.allCases),
    (.classic, [.inside, .deterministic, .mirrored, .classicWithoutHand]), (.original, [.deterministic]),
  ]

  static func run(_ count: Int, from first: UInt64) {
    var requests = 0
    var seed = first
    while requests < count {
      for (preset, laws) in promises {
        for law in laws where law != .calm || seed % 20 == 0 {
          requests += law.requests
          if let violation = law.violation(seed: seed, by: { preset.strategy(in: $0) }) {
            LawRun.end("\(preset.rawValue): \(violation)", with: 1)
          }
        }
      }
      seed += 1
    }
    print("placement laws: \(requests) requests, \(promises.count) strategies, no violation")
    for (preset, _) in promises {
      let allocations = allocations(of: preset)
      guard allocations == 0 else {
        LawRun.end("\(preset.rawValue): \(allocations) allocations once it was warm", with: 1)
      }
    }
    print("placement: no allocation once warm")
  }

  /// G11: allocations of a strategy in sixty gestures of two hands with four overlays, after sixty equal ones.
  private static func allocations(of preset: PlacementPreset) -> UInt {
    switch preset {
    case .original: allocations { OriginalPlacement(environment: $0) }
    case .classic: allocations { ClassicPlacement(environment: $0) }
    case .standard: allocations { StandardPlacement(environment: $0) }
    }
  }

  private static func allocations<Strategy: PlacementStrategy>(_ make: (PanelSetup) -> Strategy) -> UInt {
    let panel = Rect(x: 0, y: 0, width: 527, height: 296)
    var strategy = make(PanelSetup(panel: panel, posture: .monitor))
    var before: UInt = 0
    var frame = TouchFrame(timestamp: Timestamp(seconds: 1))
    for gesture in 0..<120 {
      if gesture == 60 { before = allocation_count() }
      for step in 0..<30 {
        for finger in 0..<4 {
          let drift = Double(step) * (finger % 2 == 0 ? 0.7 : -0.4)
          let place = Point(
            x: 90 + Double(finger / 2) * 260 + Double(finger % 2) * 18 + drift, y: 130 + Double(finger % 2) * 50 - drift
          )
          if step == 0 {
            let id = Touch.ID(rawValue: UInt64(gesture * 4 + finger + 1))
            frame.append(Touch(id: id, position: place, landingTime: frame.timestamp))
          } else {
            frame[finger].position = place
            frame[finger].phase = step == 29 ? .ended : .moved
          }
        }
        strategy.ingest(frame)
        for overlay in 1...4 {
          _ = strategy.place(
            OverlayRequest(
              id: Overlay.ID(rawValue: UInt64(overlay)), role: overlay % 2 == 0 ? .menu : .hud,
              size: Size(width: 20 + 5 * Double(overlay), height: 9 + 4 * Double(overlay)), bounds: panel,
              following: overlay == 3 ? .slot : .fixed,
              gesture: GestureHint(
                .pinch, state: step == 0 ? .began : .changed, location: frame[(overlay - 1) % 4].position)))
        }
        frame.settle()
        frame.timestamp = frame.timestamp + .milliseconds(8)
      }
      for overlay in 1...4 { strategy.remove(Overlay.ID(rawValue: UInt64(overlay))) }
      frame.timestamp = frame.timestamp + .milliseconds(600)
    }
    return allocation_count() - before
  }
}
