import HandPoses
import Offhand

/// Compares a predicted occlusion with the true silhouette on a grid.
struct ShadowMatch {
  /// The points of the grid, and those within 60 mm of the fingers; predicted are those with a probability above 0.5.
  private(set) var (all, near) = (Overlap(), Overlap())
  private(set) var calibration = Calibration()

  /// How many points are hidden, predicted to be, and both.
  struct Overlap {
    private var (hidden, predicted, both) = (0.0, 0.0, 0.0)

    fileprivate mutating func add(isHidden: Bool, isPredicted: Bool) {
      hidden += isHidden ? 1 : 0
      predicted += isPredicted ? 1 : 0
      both += isHidden && isPredicted ? 1 : 0
    }

    var f1: Double { both > 0 ? 2 * both / (predicted + hidden) : 0 }
    var recall: Double { hidden > 0 ? both / hidden : 1 }
    var precision: Double { predicted > 0 ? both / predicted : 1 }
  }

  /// Compares on a grid of 4 mm in a window of 300 mm around the fingers.
  init(_ scene: HandScene) {
    var environment = PanelSetup(panel: scene.panel.bounds, posture: scene.panel.posture)
    environment.statedHand = .right
    environment.viewpoint = scene.view == .persp ? scene.eye : .orthographic
    var placer = StandardPlacement(environment: environment)
    placer.ingest(scene.frame())
    placer.estimator.note(scene.gesture)
    let center = scene.centroid
    for row in 0..<75 {
      for column in 0..<75 {
        let place = center + Vector(dx: Double(column) * 4 - 148, dy: Double(row) * 4 - 148)
        let probability = placer.hiddenProbability(at: place)
        let isHidden = scene.silhouette.hides(place)
        all.add(isHidden: isHidden, isPredicted: probability > 0.5)
        if place.distance(to: center) <= 60 { near.add(isHidden: isHidden, isPredicted: probability > 0.5) }
        calibration.add(probability, outcome: isHidden ? 1 : 0)
      }
    }
  }
}

/// How often what was predicted with some probability happens, for ten bins of the probability.
struct Calibration {
  private var bins = [(count: Double, predicted: Double, happened: Double)](repeating: (0, 0, 0), count: 10)

  /// Adds a prediction and what happened: 1, 0, or 0.5 for a draw.
  mutating func add(_ probability: Double, outcome: Double) {
    let bin = min(9, Int(probability * 10))
    bins[bin].count += 1
    bins[bin].predicted += probability
    bins[bin].happened += outcome
  }

  /// The expected calibration error over the bins of all `parts`.
  static func error(of parts: [Calibration]) -> Double {
    let bins = (0..<10).map { bin in parts.map { $0.bins[bin] } }
    let errors = bins.map { bin in
      abs(bin.reduce(0) { $0 + $1.predicted } - bin.reduce(0) { $0 + $1.happened })
    }
    return errors.reduce(0, +) / max(1, bins.joined().reduce(0) { $0 + $1.count })
  }
}

extension PlacementBenchmark {
  /// M13 to M15: the match of the occlusion with the silhouette, with the side known, and its calibration.
  func shadowRows() -> [PlacementReport.Row] {
    let plane = PanelModel(name: "plane", size: Size(width: 2000, height: 2000), posture: .unknown)
    return HandScene.View.allCases.flatMap { view in
      let matches = poses.map {
        ShadowMatch(HandScene($0, on: plane, at: Point(x: 1000, y: 1000), side: .right, view: view))
      }
      let name = view.rawValue
      return [
        row(
          "M13 \(name)", "F1 of the shadow, 4 mm grid, 300 mm window", view == .persp ? ">= .72" : ">= .74",
          matches.map(\.all.f1)),
        row("M14 recall \(name)", "of the hidden places within 60 mm", ">= .85", matches.map(\.near.recall)),
        row("M14 precision \(name)", "of the places within 60 mm", ">= .75", matches.map(\.near.precision)),
        row(
          "M15 \(name)", "calibration error of P(hidden)", "<= .05",
          PlacementFigure(exactly: Calibration.error(of: matches.map(\.calibration)), count: matches.count)),
      ]
    }
  }
}
