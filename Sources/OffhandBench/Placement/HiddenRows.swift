import HandPoses
import Offhand

extension PlacementBenchmark {
  /// M1 to M10 and M34: the hidden fraction.
  func hiddenRows() -> [PlacementReport.Row] {
    var rows: [PlacementReport.Row] = []
    for cell in PlacementBenchmark.cells {
      for view in HandScene.View.allCases {
        let trials = trials(cell, view)
        let target = view == .persp ? cell.target.persp : cell.target.ortho
        rows.append(row("\(cell.id) \(view.rawValue)", cell.title, target, trials) { $0.run($1).hidden })
      }
    }
    return rows
  }

  /// M35: overlays beside a pinch on a phone, with the hand known: the hidden fraction, the predicted one, and the least of all positions,
  /// which the glass and not the strategy decides.
  func phoneRows() -> [PlacementReport.Row] {
    let overlays: [(name: String, size: Size, role: OverlayRole, target: String)] = [
      ("HUD", PlacementBenchmark.hud, .hud, "<= .08"), ("popover", PlacementBenchmark.popover, .popover, "<= .12"),
    ]
    var rows: [PlacementReport.Row] = []
    for overlay in overlays {
      let trials = HandScene.scenes(
        of: poses, kinds: ["pinch"], on: .phone, view: .persp, count: 3, left: 0.5, seed: seed &+ 35
      ).map { Trial(scene: $0, size: overlay.size, role: overlay.role, knowledge: .known) }
      let outcomes = trials.map { $0.run(.standard) }
      let figures = [
        ("", "hidden, phone, pinch \(overlay.name), hand known", overlay.target, outcomes.map(\.hidden)),
        (" told", "the same, as predicted", "half to twice", outcomes.map(\.placement.hidden)),
        (" least", "the same, the least of all positions", "-", trials.map { $0.leastHidden() }),
      ]
      for (suffix, title, target, values) in figures {
        rows.append(row("M35 \(overlay.name)\(suffix)", title, target, PlacementFigure(values, seed: seed)))
      }
    }
    return rows
  }
}
