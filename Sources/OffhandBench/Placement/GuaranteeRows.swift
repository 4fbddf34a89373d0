import Offhand
import OffhandTesting

extension PlacementBenchmark {
  /// M30 and M31: symmetry under mirroring and quarter turns, and the handling of senseless requests.
  func guaranteeRows() -> [PlacementRow] {
    var random = SeededGenerator(seed: seed &+ 30)
    let count = 4000
    var mirrorError = 0.0
    var turnError = 0.0
    for _ in 0..<count {
      let scene = RandomPlacement.sound(&random)
      let panel = scene.environment.panel
      let plain = scene.place(.standard).rect
      let mirrored = scene.mirrored.place(.standard).rect
      mirrorError = max(mirrorError, abs(panel.width - plain.maxX - mirrored.minX) + abs(plain.minY - mirrored.minY))
      let turned = scene.turned.place(.standard).rect
      turnError = max(turnError, abs(panel.height - plain.maxY - turned.minX) + abs(plain.minX - turned.minY))
    }
    let senseless = 200_000
    var broken = 0.0
    for _ in 0..<senseless where PlacementLaw.inside.isBroken(by: &random) { broken += 1 }
    return [
      row(
        "M30 mirror", "mm between a position and its mirror image, at most", "0",
        PlacementFigure(exactly: mirrorError, count: count)),
      row(
        "M30 turn", "mm between a position and the rotated one, at most", "<= 1e-9",
        PlacementFigure(exactly: turnError, count: count)),
      row(
        "M31", "of \(senseless) nonsense requests: outside, not finite", "0",
        PlacementFigure(exactly: broken, count: senseless)),
    ]
  }
}

extension PlacementLaw {
  /// Whether the standard strategy breaks the law on the next random seed.
  fileprivate func isBroken(by random: inout SeededGenerator) -> Bool {
    violation(seed: random.next()) { PlacementPreset.standard.strategy(in: $0) } != nil
  }
}
