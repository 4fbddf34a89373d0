import OffhandTesting
import HandPoses
import Offhand

extension PlacementBenchmark {
  /// M1 to M8, M10, M16, M34, M36: the hidden fraction, and the distance from the fingers.
  func hiddenRows() -> [PlacementReport.Row] {
    var rows: [PlacementReport.Row] = []
    for cell in PlacementBenchmark.cells {
      for view in HandScene.View.allCases {
        let trials = trials(cell, view)
        let target = view == .persp ? cell.target.persp : cell.target.ortho
        rows.append(row("\(cell.id) \(view.rawValue)", cell.title, target) { hidden(trials, by: $0) })
        if cell.role == .menu {
          let near = trials.filter { $0.leastHidden(within: 12) == 0 }
          let title = "share at most 12 mm from the fingertip, where one there is free"
          rows.append(
            row("M36 \(cell.id) \(view.rawValue)", title, ">= .9") { preset in
              // Positions are rounded to 2⁻¹⁰ mm.
              near.map { $0.distanceFromFingertip(to: $0.run(preset).placement.rect) < 12.01 ? 1 : 0 }
            })
        }
        guard cell.id == "M1" else { continue }
        let most = view == .persp ? "<= .08" : "<= .15"
        rows.append(
          row("M2 \(view.rawValue)", "share of M1 with more than 10 % hidden", most) {
            hidden(trials, by: $0).map { $0 > 0.1 ? 1 : 0 }
          })
        rows.append(
          row("M16 \(view.rawValue)", "mm from the fingers' middle, M1", "<= 20") { preset in
            trials.map { $0.run(preset).placement.rect.distance(to: $0.scene.centroid) }
          })
      }
    }
    return rows
  }

  /// M11: the hidden fraction above the least possible one, over all cells with the hand known. M12: scenes that are worse than with
  /// `classic`.
  func regretRows() -> [PlacementReport.Row] {
    func all(where isWanted: (Cell) -> Bool) -> [Trial] {
      PlacementBenchmark.cells.filter(isWanted).flatMap { cell in
        HandScene.View.allCases.flatMap { trials(cell, $0) }
      }
    }
    let known = all { if case .known = $0.knowledge { true } else { false } }
    let oracles = known.map { $0.oracle() }
    return [
      row("M11", "regret against the oracle, hand known", "<= .05") {
        zip(hidden(known, by: $0), oracles).map { $0 - $1 }
      },
      harm("M12 known", "scenes with 10 points more hidden than classic", "<= .03", known),
      harm("M12 90/10", "the same, prior .9", "<= .08", all { $0.id == "M8" }),
    ]
  }

  private func harm(_ id: String, _ title: String, _ target: String, _ trials: [Trial]) -> PlacementReport.Row {
    let classic = hidden(trials, by: .classic)
    return row(id, title, target) { zip(hidden(trials, by: $0), classic).map { $0 > $1 + 0.1 ? 1 : 0 } }
  }

  private func hidden(_ trials: [Trial], by preset: PlacementPreset) -> [Double] {
    trials.map { $0.run(preset).hidden }
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
        rows.append(row("M35 \(overlay.name)\(suffix)", title, target, values))
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
      let trial = Trial(scene: scene, knowledge: .prior(0.9))
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
    return row("M9", "loss against knowing the hand after 3 gestures", "<= .02", losses)
  }
}
