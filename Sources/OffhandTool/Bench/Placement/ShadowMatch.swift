import Offhand

/// How a predicted shadow compares with the true one, place by place.
struct ShadowMatch {
  /// The harmonic mean of precision and recall of the places that are more likely hidden than not.
  private(set) var f1 = 0.0
  /// The share of the hidden places within 60 mm of the fingers that are predicted.
  private(set) var nearRecall = 1.0
  /// The share of the predicted places within 60 mm of the fingers that are hidden.
  private(set) var nearPrecision = 1.0
  /// For ten bins of the predicted probability: places, the sum of the predictions, the hidden places.
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

  /// The mean distance of prediction and truth over the bins, by their sizes.
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
