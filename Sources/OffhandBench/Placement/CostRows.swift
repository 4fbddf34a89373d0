import HandPoses
import Offhand
import OffhandBenchmarks

extension PlacementBenchmark {
  /// M21, M22: the cost in µs of a decision, and of a check of a shown overlay.
  func costRows() -> [PlacementReport.Row] {
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
  }

  private func percentileRows(_ id: String, _ title: String, _ sample: [Double], _ p50: String, _ p99: String)
    -> [PlacementReport.Row]
  {
    let sorted = sample.sorted()
    guard !sorted.isEmpty else { return [] }
    return [
      row("\(id) p50", title, p50, PlacementFigure(exactly: sorted.quantile(0.5), count: sorted.count)),
      row("\(id) p99", title, p99, PlacementFigure(exactly: sorted.quantile(0.99), count: sorted.count)),
    ]
  }

  private func microseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    body()
    return (clock.now - start) / .microseconds(1)
  }
}
