import Offhand

/// A predictor that is measured, by its name.
struct PredictionSubject: Sendable {
  /// The name.
  var name: String
  /// Makes the predictor for a panel of these bounds, in millimetres.
  var make: @Sendable (_ panel: Rect) -> any MotionPredictor

  /// All predictors: those of the library, and the rule that is nearest at hand for comparison.
  static let all = [
    PredictionSubject(name: "none") { _ in NoPrediction() },
    PredictionSubject(name: "resample") { _ in ResamplingPredictor() },
    PredictionSubject(name: "line") { _ in LinePredictor() },
    PredictionSubject(name: "steady") { SteadyMotionPredictor(panel: $0) },
  ]
}

/// The line through the last two samples, without any precaution.
private struct LinePredictor: MotionPredictor {
  /// The last samples of each touch, the newest last.
  private var tracks: [Touch.ID: [(time: Timestamp, position: Point)]] = [:]

  mutating func record(_ frame: borrowing TouchFrame) {
    let before = tracks
    reset()
    for index in frame.indices where frame[index].isDown && frame[index].position.isFinite {
      var samples = before[frame[index].id] ?? []
      if let newest = samples.last?.time {
        if frame.timestamp < newest { samples = [] } else if frame.timestamp == newest { samples.removeLast() }
      }
      tracks[frame[index].id] = samples.suffix(1) + [(frame.timestamp, frame[index].position)]
    }
  }

  func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    guard let samples = tracks[touch], let newest = samples.last else { return nil }
    let ahead = time.seconds(since: newest.time)
    var position = newest.position
    if samples.count > 1 {
      position += (position - samples[0].position) * (ahead / newest.time.seconds(since: samples[0].time))
    }
    return PredictedPosition(position: position, measured: newest.position, uncertainty: 0.03 + ahead * 12)
  }

  mutating func reset() { tracks = [:] }
}
