import Offhand

/// A pinch that opens over some frames, shaken, with an overlay.
struct CalmRun {
  /// How often the overlay moved by more than 6 mm.
  private(set) var moves = 0
  /// How far it moved in all, in millimetres.
  private(set) var path = 0.0

  init(
    _ scene: HandScene, following: OverlayFollowing, jitter: Double, seed: UInt64, frames: Int = 60,
    spread: Double = 0.3
  ) {
    var random = SeededRandom(seed: seed)
    var environment = PanelSetup(panel: scene.panel.bounds, posture: scene.panel.posture)
    environment.viewpoint = scene.eye
    environment.statedHand = scene.side
    var placer = StandardPlacement(environment: environment)
    var frame = scene.frame()
    let center = scene.centroid
    var previous: Rect?
    for step in 0..<frames {
      let growth = 1 + spread * Double(step) / Double(frames)
      for index in frame.indices {
        let way = (scene.contacts[index] - center) * growth
        frame[index].position =
          center + way + Vector(dx: jitter * (random.unit() * 2 - 1), dy: jitter * (random.unit() * 2 - 1))
        if step > 0 { frame[index].phase = .moved }
      }
      placer.ingest(frame)
      let request = OverlayRequest(
        id: Overlay.ID(rawValue: 1), size: PlacementBenchmark.hud, bounds: scene.panel.bounds, following: following,
        gesture: GestureHint(.pinch, state: step == 0 ? .began : .changed))
      let rect = placer.place(request).rect
      if let previous {
        let way = (rect.origin - previous.origin).length
        path += way
        if way > 6 { moves += 1 }
      }
      previous = rect
      frame.timestamp = frame.timestamp + .milliseconds(16)
    }
  }
}
