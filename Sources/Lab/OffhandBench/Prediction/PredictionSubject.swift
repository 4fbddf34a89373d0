import Offhand

/// A predictor that is measured, by its name.
struct PredictionSubject: Sendable {
  var name: String
  /// The time in ms that it adds, for touches whose time stamps come as much later than the finger.
  var latency = 0.0
  /// Makes the predictor for a panel of these bounds, in millimetres.
  var make: @Sendable (_ panel: Rect) -> any MotionPredictor

  /// All predictors: those of the library, and the line of textbooks for comparison.
  static let all = [
    PredictionSubject(name: "none") { _ in NoPrediction() },
    PredictionSubject(name: "resample") { _ in ResamplingPredictor() },
    PredictionSubject(name: "line") { _ in LinePredictor() },
    PredictionSubject(name: "steady") { SteadyMotionPredictor(panel: $0) },
  ]
}

/// The line through the last two samples, as in textbooks, without any precaution.
private struct LinePredictor: MotionPredictor {
  private struct Track {
    var id: Touch.ID
    /// The last two samples, the newest last.
    var samples: [(time: Timestamp, position: Point)] = []
  }

  private var tracks: [Track] = []

  mutating func record(_ frame: borrowing TouchFrame) {
    var kept: [Track] = []
    for index in frame.indices where frame[index].isDown && frame[index].position.isFinite {
      var track = tracks.first { $0.id == frame[index].id } ?? Track(id: frame[index].id)
      let elapsed = track.samples.last.map { frame.timestamp.seconds(since: $0.time) } ?? 1
      if elapsed <= 0 { track.samples.removeLast() }
      if elapsed < 0 { track.samples = [] }
      track.samples = track.samples.suffix(1) + [(frame.timestamp, frame[index].position)]
      kept.append(track)
    }
    tracks = kept
  }

  func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    guard let track = tracks.first(where: { $0.id == touch }), let newest = track.samples.last else { return nil }
    let before = track.samples[0]
    let interval = newest.time.seconds(since: before.time)
    let slope = interval > 0 ? (newest.position - before.position) / interval : .zero
    let ahead = time.seconds(since: newest.time)
    return PredictedPosition(
      position: newest.position + slope * ahead, measured: newest.position, uncertainty: 0.03 + ahead * 12)
  }

  mutating func reset() { tracks = [] }
}
