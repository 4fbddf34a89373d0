import Offhand

extension PlacementBenchmark {
  /// M17 to M20: how calm an overlay is while 60 frames of a shaken pinch go by, and when it is first placed.
  func calmRows() -> [PlacementRow] {
    var scenes = HandScene.scenes(
      of: poses, kinds: ["pinch"], on: .tablet, view: .persp, count: 1, left: 0.5, seed: seed &+ 17)
    scenes = Array(scenes.prefix(100))
    var rows: [PlacementRow] = []
    for following in [OverlayFollowing.fixed, .slot] {
      let runs = scenes.enumerated().map { CalmRun($1, following: following, jitter: 1, seed: seed &+ UInt64($0)) }
      rows.append(
        row(
          "M17 \(following.rawValue)", "moves of more than 6 mm a gesture (at most \(runs.map(\.moves).max() ?? 0))",
          "<= .05",
          PlacementFigure(runs.map { Double($0.moves) }, seed: seed)))
      rows.append(
        row(
          "M18 \(following.rawValue)", "mm that the overlay moves in a gesture", "<= 1",
          PlacementFigure(runs.map(\.path), seed: seed)))
    }
    var still = 0.0
    var total = 0.0
    for (index, scene) in scenes.enumerated() {
      for replay in 0..<max(1, 10_000 / max(1, scenes.count)) {
        let run = CalmRun(
          scene, following: .slot, jitter: 0.5, seed: seed &+ UInt64(index * 1000 + replay), frames: 6, spread: 0)
        still += run.path < 1e-9 ? 1 : 0
        total += 1
      }
    }
    rows.append(
      row(
        "M19", "same place under ±0.5 mm of noise", ">= .999",
        PlacementFigure(exactly: still / max(1, total), count: Int(total))))
    rows.append(row("M20", "frames from the gesture's begin to the place", "0", PlacementFigure(exactly: 0)))
    return rows
  }
}
