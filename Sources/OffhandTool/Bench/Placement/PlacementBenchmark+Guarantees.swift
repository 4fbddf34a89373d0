import Offhand

extension PlacementBenchmark {
  /// M30 and M31: mirror and turn symmetry, and what becomes of nonsense.
  func guaranteeRows() -> [PlacementRow] {
    var random = SeededRandom(seed: seed &+ 30)
    var mirrorError = 0.0
    var turnError = 0.0
    for _ in 0..<4000 {
      let scene = RandomScene(&random)
      let plain = scene.place()
      let mirrored = scene.mirrored.place()
      mirrorError = max(mirrorError, RandomScene.mirrorDistance(plain.rect, mirrored.rect, in: scene.panel))
      let turned = scene.turned.place()
      turnError = max(turnError, scene.turnDistance(plain.rect, turned.rect))
    }
    var outside = 0.0
    let fuzzed = 200_000
    for _ in 0..<fuzzed {
      let (request, placement) = RandomScene.nonsense(&random)
      let fits =
        request.bounds.isFinite && request.size.width >= 0 && request.size.height >= 0
        && request.size.width <= request.bounds.width && request.size.height <= request.bounds.height
      let slack =
        1e-9
        * max(1, abs(request.bounds.minX) + request.bounds.width + abs(request.bounds.minY) + request.bounds.height)
      if !placement.rect.isFinite || (fits && !request.bounds.grown(by: slack).contains(placement.rect)) {
        outside += 1
      }
    }
    return [
      row(
        "M30 mirror", "mm between the answer and its mirror image, at most", "0",
        PlacementFigure(exactly: mirrorError, count: 4000)),
      row(
        "M30 turn", "mm between the answer and the turned one, at most", "<= 1e-9",
        PlacementFigure(exactly: turnError, count: 4000)),
      row(
        "M31", "of \(fuzzed) nonsense requests: outside, not finite", "0",
        PlacementFigure(exactly: outside, count: fuzzed)),
    ]
  }
}
