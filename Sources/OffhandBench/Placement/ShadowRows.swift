import OffhandTesting
import HandPoses
import Offhand

/// Compares a predicted occlusion with the true silhouette on a grid.
struct ShadowMatch {
  /// The F1 score of the points with a probability above 0.5.
  private(set) var f1 = 0.0
  /// The recall within 60 mm of the fingers.
  private(set) var nearRecall = 1.0
  /// The precision within 60 mm of the fingers.
  private(set) var nearPrecision = 1.0
  /// For ten bins of the predicted probability: the number of points, the sum of the predictions, the number of hidden points.
  private(set) var bins = [(count: Double, predicted: Double, hidden: Double)](repeating: (0, 0, 0), count: 10)

  /// Compares on a grid of 4 mm in a window of 300 mm around the fingers.
  init(_ scene: HandScene) {
    var environment = PanelSetup(panel: scene.panel.bounds, posture: scene.panel.posture)
    environment.statedHand = .right
    environment.viewpoint = scene.view == .persp ? scene.eye : .orthographic
    var placer = StandardPlacement(environment: environment)
    placer.ingest(scene.frame())
    placer.estimator.note(scene.gesture)
    var (both, predictedOnly, hiddenOnly) = (0.0, 0.0, 0.0)
    var (nearBoth, nearPredicted, nearHidden) = (0.0, 0.0, 0.0)
    let center = scene.centroid
    for row in 0..<75 {
      for column in 0..<75 {
        let place = center + Vector(dx: Double(column) * 4 - 148, dy: Double(row) * 4 - 148)
        let probability = placer.hiddenProbability(at: place)
        let isHidden = scene.silhouette.hides(place)
        let isPredicted = probability > 0.5
        both += isHidden && isPredicted ? 1 : 0
        predictedOnly += !isHidden && isPredicted ? 1 : 0
        hiddenOnly += isHidden && !isPredicted ? 1 : 0
        if place.distance(to: center) <= 60 {
          nearBoth += isHidden && isPredicted ? 1 : 0
          nearPredicted += isPredicted ? 1 : 0
          nearHidden += isHidden ? 1 : 0
        }
        let bin = min(9, Int(probability * 10))
        bins[bin].count += 1
        bins[bin].predicted += probability
        bins[bin].hidden += isHidden ? 1 : 0
      }
    }
    if both > 0 { f1 = 2 * both / (2 * both + predictedOnly + hiddenOnly) }
    if nearHidden > 0 { nearRecall = nearBoth / nearHidden }
    if nearPredicted > 0 { nearPrecision = nearBoth / nearPredicted }
  }

  /// The expected calibration error over the bins.
  static func calibrationError(_ matches: [ShadowMatch]) -> Double {
    var error = 0.0
    var total = 0.0
    for bin in 0..<10 {
      let predicted = matches.reduce(0.0) { $0 + $1.bins[bin].predicted }
      let hidden = matches.reduce(0.0) { $0 + $1.bins[bin].hidden }
      error += abs(predicted - hidden)
      total += matches.reduce(0.0) { $0 + $1.bins[bin].count }
    }
    return total > 0 ? error / total : 0
  }
}

extension PlacementBenchmark {
  /// M13 to M15: the match of the occlusion with the silhouette, with the side known, and its calibration.
  func shadowRows() -> [PlacementReport.Row] {
    var rows: [PlacementReport.Row] = []
    for view in HandScene.View.allCases {
      var scenes: [HandScene] = []
      let plane = PanelModel(name: "plane", size: Size(width: 2000, height: 2000), posture: .unknown)
      for pose in poses {
        scenes.append(HandScene(pose, on: plane, at: Point(x: 1000, y: 1000), side: .right, view: view))
      }
      let matches = scenes.map { ShadowMatch($0) }
      let target = view == .persp ? ">= .72" : ">= .74"
      rows.append(
        row(
          "M13 \(view.rawValue)", "F1 of the shadow, 4 mm grid, 300 mm window", target,
          PlacementFigure(matches.map(\.f1), seed: seed)))
      rows.append(
        row(
          "M14 recall \(view.rawValue)", "of the hidden places within 60 mm", ">= .85",
          PlacementFigure(matches.map(\.nearRecall), seed: seed)))
      rows.append(
        row(
          "M14 precision \(view.rawValue)", "of the places within 60 mm", ">= .75",
          PlacementFigure(matches.map(\.nearPrecision), seed: seed)))
      rows.append(
        row(
          "M15 \(view.rawValue)", "calibration error of P(hidden)", "<= .05",
          PlacementFigure(exactly: ShadowMatch.calibrationError(matches), count: matches.count)))
      let anchored = elbowScenes(view)
      rows.append(
        row(
          "M13 elbow \(view.rawValue)", "F1 where the elbow says the azimuth", ">= .78",
          PlacementFigure(anchored.map { ShadowMatch($0).f1 }, seed: seed)))
    }
    return rows
  }

  /// Poses on the tablet at positions for which the elbow model gives their true azimuth.
  private func elbowScenes(_ view: HandScene.View) -> [HandScene] {
    var random = SeededGenerator(seed: seed &+ 13)
    var scenes: [HandScene] = []
    let size = PanelModel.tablet.size
    for pose in poses {
      for _ in 0..<200 {
        let place = Point(x: random.unit() * size.width, y: random.unit() * size.height)
        let direction = Angle(y: size.width / 2 + 230 - place.x, x: size.height + 200 - place.y).degrees
        guard abs(direction - pose.azimuthDeg) < 6 else { continue }
        scenes.append(HandScene(pose, on: .tablet, at: place, side: .right, view: view))
        break
      }
    }
    return scenes
  }
}
