import Offhand

extension PlacementBenchmark {
  /// M13 to M15: how well the shadow matches the silhouette, with the side known, and as a probability.
  func shadowRows() -> [PlacementRow] {
    var rows: [PlacementRow] = []
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

  /// Poses set on the tablet where an elbow at the usual place gives them the azimuth that they have.
  private func elbowScenes(_ view: HandScene.View) -> [HandScene] {
    var random = SeededRandom(seed: seed &+ 13)
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
