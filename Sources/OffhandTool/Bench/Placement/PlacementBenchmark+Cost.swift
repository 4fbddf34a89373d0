import Offhand

extension PlacementBenchmark {
  /// M21 to M23: what a decision, a look at a shown overlay and a full frame cost, in microseconds of this machine.
  func costRows() -> [PlacementRow] {
    let scenes = HandScene.scenes(
      of: poses, kinds: ["pinch", "tap", "five"], on: .tablet, view: .persp, count: 2, left: 0.5, seed: seed &+ 21)
    var decisions: [Double] = []
    var looks: [Double] = []
    for scene in scenes {
      let trial = Trial(scene: scene, size: PlacementBenchmark.hud, role: .hud, knowledge: .prior(0.5))
      var placer = StandardPlacement(environment: trial.environment)
      let frame = scene.frame()
      placer.ingest(frame)
      var request = trial.request
      _ = placer.place(request)
      for step in 0..<5 {
        placer.remove(request.id)
        // Fingers that rest have their shadows drawn already, and a decision would cost next to nothing.
        var moved = frame
        for index in moved.indices { moved[index].position.y += Double(step + 1) * 0.5 }
        placer.ingest(moved)
        decisions.append(microseconds { _ = placer.place(request) })
      }
      _ = placer.place(request)
      request.gesture?.state = .changed
      var next = frame
      for _ in 0..<20 {
        next.timestamp = next.timestamp + .milliseconds(8)
        placer.ingest(next)
        looks.append(microseconds { _ = placer.place(request) })
      }
    }
    return percentileRows("M21", "microseconds of a decision", decisions, "<= 60", "<= 150")
      + percentileRows("M22", "microseconds of a look at a shown overlay", looks, "<= 4", "<= 10")
      + percentileRows("M23", "microseconds of a frame: 10 contacts, 8 overlays", crowdedFrames(), "-", "<= 500")
  }

  private func percentileRows(_ id: String, _ title: String, _ sample: [Double], _ p50: String, _ p99: String)
    -> [PlacementRow]
  {
    let sorted = sample.sorted()
    guard !sorted.isEmpty else { return [] }
    return [
      row("\(id) p50", title, p50, PlacementFigure(exactly: sorted[sorted.count / 2], count: sorted.count)),
      row("\(id) p99", title, p99, PlacementFigure(exactly: sorted[sorted.count * 99 / 100], count: sorted.count)),
    ]
  }

  private func microseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    body()
    return (clock.now - start) / .microseconds(1)
  }

  /// Two whole hands and eight overlays, each frame looked at, the first of each gesture deciding all eight.
  private func crowdedFrames() -> [Double] {
    let panel = PanelModel.monitor
    var placer = StandardPlacement(environment: PanelSetup(panel: panel.bounds, posture: .monitor))
    var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 1_000_000_000))
    for finger in 0..<10 {
      let hand = Double(finger / 5) * 260
      let place = Point(x: 80 + hand + Double(finger % 5) * 22, y: finger % 5 == 0 ? 200 : 110 - Double(finger % 5) * 4)
      frame.append(Touch(id: Touch.ID(rawValue: UInt64(finger + 1)), position: place, landingTime: frame.timestamp))
    }
    var times: [Double] = []
    for step in 0..<400 {
      if step % 40 == 0 { placer.reset() }
      frame.timestamp = frame.timestamp + .milliseconds(8)
      times.append(
        microseconds {
          placer.ingest(frame)
          for overlay in 0..<8 {
            _ = placer.place(
              OverlayRequest(
                id: Overlay.ID(rawValue: overlay), size: PlacementBenchmark.hud, bounds: panel.bounds,
                gesture: GestureHint(.pinch, state: .changed)))
          }
        })
    }
    return times
  }
}
