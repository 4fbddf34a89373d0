import OffhandTesting
import HandPoses
import Offhand
import OffhandBenchmarks

/// An opening pinch with noise, and its overlay.
struct CalmRun {
  /// The number of moves by more than 6 mm.
  private(set) var moves = 0
  /// The total length of its moves, in mm.
  private(set) var path = 0.0

  init(
    _ scene: HandScene, following: OverlayFollowing, jitter: Double, seed: UInt64, frames: Int = 60,
    spread: Double = 0.3
  ) {
    var random = SeededGenerator(seed: seed)
    var placer = StandardPlacement(environment: Trial(scene: scene, knowledge: .known).environment)
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

extension PlacementBenchmark {
  /// M17 to M19: moves of an overlay during 60 frames of a noisy pinch, and whether noise alone moves it.
  func calmRows() -> [PlacementReport.Row] {
    let scenes = HandScene.scenes(
      of: poses, kinds: ["pinch"], on: .tablet, view: .persp, count: 1, left: 0.5, seed: seed &+ 17
    ).prefix(100)
    var rows: [PlacementReport.Row] = []
    for following in [OverlayFollowing.fixed, .slot] {
      let runs = scenes.enumerated().map { CalmRun($1, following: following, jitter: 1, seed: seed &+ UInt64($0)) }
      let most = "moves of more than 6 mm a gesture (at most \(runs.map(\.moves).max() ?? 0))"
      rows.append(row("M17 \(following.rawValue)", most, "<= .05", runs.map { Double($0.moves) }))
      rows.append(
        row("M18 \(following.rawValue)", "mm that the overlay moves in a gesture", "<= 1", runs.map(\.path)))
    }
    let replays = max(1, 10_000 / max(1, scenes.count))
    var still = 0.0
    for (index, scene) in scenes.enumerated() {
      for replay in 0..<replays {
        let run = CalmRun(
          scene, following: .slot, jitter: 0.5, seed: seed &+ UInt64(index * 1000 + replay), frames: 6, spread: 0)
        still += run.path < 1e-9 ? 1 : 0
      }
    }
    let total = scenes.count * replays
    let share = PlacementFigure(exactly: still / Double(max(1, total)), count: total)
    return rows + [row("M19", "same place under ±0.5 mm of noise", ">= .999", share)]
  }

  /// M21 to M23: the cost in µs of a decision, of a check of a shown overlay, and of a full frame.
  func costRows() -> [PlacementReport.Row] {
    let scenes = HandScene.scenes(
      of: poses, kinds: ["pinch", "tap", "five"], on: .tablet, view: .persp, count: 2, left: 0.5, seed: seed &+ 21)
    var decisions: [Double] = []
    var looks: [Double] = []
    for scene in scenes {
      let trial = Trial(scene: scene, knowledge: .prior(0.5))
      var placer = StandardPlacement(environment: trial.environment)
      let frame = scene.frame()
      placer.ingest(frame)
      var request = trial.request
      _ = placer.place(request)
      for step in 0..<5 {
        placer.remove(request.id)
        // The occlusion of fingers that do not move is cached, and a decision would cost almost nothing.
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

  private func percentileRows(
    _ id: String, _ title: String, _ sample: [Double], _ p50: String, _ p99: String
  ) -> [PlacementReport.Row] {
    let sorted = sample.sorted()
    guard !sorted.isEmpty else { return [] }
    return [(50, p50), (99, p99)].map { percentile, target in
      let value = sorted.quantile(Double(percentile) / 100)
      return row("\(id) p\(percentile)", title, target, PlacementFigure(exactly: value, count: sorted.count))
    }
  }

  private func microseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    body()
    return (clock.now - start) / .microseconds(1)
  }

  /// Two hands and eight overlays, all requested in every frame; the first frame of each gesture decides all eight.
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
                id: Overlay.ID(rawValue: UInt64(overlay)), size: PlacementBenchmark.hud, bounds: panel.bounds,
                gesture: GestureHint(.pinch, state: .changed)))
          }
        })
    }
    return times
  }
}
