import OffhandTesting
import HandPoses
import Offhand

extension PlacementBenchmark {
  /// M1 to M8, M10, M16: the hidden fraction, and the distance from the fingers.
  func hiddenRows() -> [PlacementReport.Row] {
    var rows: [PlacementReport.Row] = []
    for cell in PlacementBenchmark.cells {
      for view in HandScene.View.allCases {
        let trials = trials(cell, view)
        let target = view == .persp ? cell.target.persp : cell.target.ortho
        rows.append(row("\(cell.id) \(view.rawValue)", cell.title, target, trials) { $0.run($1).hidden })
        guard cell.id == "M1" else { continue }
        rows.append(
          row(
            "M2 \(view.rawValue)", "share of M1 with more than 10 % hidden", view == .persp ? "<= .08" : "<= .15",
            trials
          ) {
            $0.run($1).hidden > 0.1 ? 1 : 0
          })
        rows.append(
          row("M16 \(view.rawValue)", "mm from the fingers' middle, M1", "<= 20", trials) { $0.run($1).distance })
      }
    }
    return rows
  }

  /// M11: the hidden fraction above the least possible one, over all cells with the hand known. M12: scenes that are worse than with
  /// `classic`.
  func regretRows() -> [PlacementReport.Row] {
    var known: [Trial] = []
    for cell in PlacementBenchmark.cells where cell.left == 0.5 {
      guard case .known = cell.knowledge else { continue }
      for view in HandScene.View.allCases { known += trials(cell, view) }
    }
    let oracles = known.map { $0.oracle() }
    let regrets = presets.map { preset in
      (
        name: preset.rawValue,
        figure: PlacementFigure(zip(known, oracles).map { $0.run(preset).hidden - $1 }, seed: seed)
      )
    }
    var guessed: [Trial] = []
    for cell in PlacementBenchmark.cells where cell.id == "M8" {
      for view in HandScene.View.allCases { guessed += trials(cell, view) }
    }
    return [
      PlacementReport.Row(
        id: "M11", title: "regret against the oracle, hand known", target: "<= .05", figures: regrets),
      harm("M12 known", "scenes with 10 points more hidden than classic", "<= .03", known),
      harm("M12 90/10", "the same, prior .9", "<= .08", guessed),
    ]
  }

  private func harm(_ id: String, _ title: String, _ target: String, _ trials: [Trial]) -> PlacementReport.Row {
    let classic = trials.map { $0.run(.classic).hidden }
    return PlacementReport.Row(
      id: id, title: title, target: target,
      figures: presets.map { preset in
        let harms = zip(trials, classic).map { $0.run(preset).hidden > $1 + 0.1 ? 1.0 : 0 }
        return (preset.rawValue, PlacementFigure(harms, seed: seed))
      })
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

  /// M9: the loss against a known hand after three gestures, two of them chords.
  func learningRow() -> PlacementReport.Row {
    var random = SeededGenerator(seed: seed &+ 9)
    let chords = poses.filter { ["two", "three", "five"].contains($0.kind) }
    let taps = poses.filter { $0.kind == "tap" }
    var losses: [Double] = []
    for scene in HandScene.scenes(
      of: poses, kinds: ["pinch"], on: .tablet, view: .persp, count: 2, left: 0.1, seed: seed &+ 9)
    where !chords.isEmpty && !taps.isEmpty {
      let trial = Trial(scene: scene, size: PlacementBenchmark.hud, role: .hud, knowledge: .prior(0.9))
      var known = trial
      known.knowledge = .known
      var session = HandSession(trial.environment)
      for kind in [chords, taps, chords] {
        let pose = kind[Int(random.unit() * Double(kind.count))]
        session.perform(HandScene(pose, on: .tablet, at: scene.contacts[0], side: scene.side, view: .persp))
      }
      let placement = session.begin(scene, trial.request)
      losses.append(trial.judge(placement).hidden - known.run(.standard).hidden)
    }
    return row("M9", "loss against knowing the hand after 3 gestures", "<= .02", PlacementFigure(losses, seed: seed))
  }
}
