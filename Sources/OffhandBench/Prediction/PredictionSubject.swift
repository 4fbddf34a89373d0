import Offhand

/// A predictor that is measured, by its name.
struct PredictionSubject: Sendable {
  /// The name.
  var name: String
  /// Makes the predictor for a panel of these bounds, in millimetres.
  var make: @Sendable (_ panel: Rect) -> any MotionPredictor

  /// All predictors: those of the library, and two rules of textbooks for comparison.
  static let all = [
    PredictionSubject(name: "none") { _ in NoPrediction() },
    PredictionSubject(name: "resample") { _ in ResamplingPredictor() },
    PredictionSubject(name: "line") { _ in TextbookPredictor(.line) },
    PredictionSubject(name: "parabola") { _ in TextbookPredictor(.parabola) },
    PredictionSubject(name: "steady") { SteadyMotionPredictor(panel: $0) },
  ]

  /// Returns the predictor of that name; `nil` if there is none.
  static func named(_ name: String) -> PredictionSubject? { all.first { $0.name == name } }
}

/// A predictor for touches whose time stamps come `latency` after the finger.
struct DelayedPredictor<Base: MotionPredictor>: MotionPredictor {
  var base: Base
  var latency: Duration

  mutating func record(_ frame: borrowing TouchFrame) { base.record(frame) }

  func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    base.position(of: touch, at: time + latency, asOf: now)
  }

  mutating func reset() { base.reset() }
}

/// A predictor by a rule of textbooks, without any precaution.
struct TextbookPredictor: MotionPredictor {
  /// The rules.
  enum Rule: Sendable {
    /// The line through the last two samples.
    case line
    /// The parabola through the last three.
    case parabola
  }

  private struct Sample {
    var time: Timestamp
    var position: Point
  }

  private struct Track {
    var id: Touch.ID
    /// The last three samples, the newest last.
    var samples: [Sample]
  }

  private let rule: Rule
  private var tracks: [Track] = []

  /// A predictor by `rule`, without touches.
  init(_ rule: Rule) { self.rule = rule }

  /// Takes a frame.
  mutating func record(_ frame: borrowing TouchFrame) {
    var kept: [Track] = []
    for index in frame.indices where frame[index].isDown && frame[index].position.isFinite {
      let sample = Sample(time: frame.timestamp, position: frame[index].position)
      var track = tracks.first { $0.id == frame[index].id } ?? Track(id: frame[index].id, samples: [])
      TextbookPredictor.add(sample, to: &track)
      kept.append(track)
    }
    tracks = kept
  }

  private static func add(_ sample: Sample, to track: inout Track) {
    if let newest = track.samples.last {
      let elapsed = sample.time.seconds(since: newest.time)
      if elapsed <= 0 { track.samples.removeLast() }
      if elapsed < 0 { track.samples = [] }
    }
    track.samples.append(sample)
    if track.samples.count > 3 { track.samples.removeFirst() }
  }

  /// The expected position at `time`.
  func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    guard let track = tracks.first(where: { $0.id == touch }), let newest = track.samples.last else { return nil }
    let ahead = time.seconds(since: newest.time)
    guard ahead > 0 else { return interpolated(track.samples, at: time, newest) }
    let place = predicted(track, newest, ahead)
    return PredictedPosition(position: place, measured: newest.position, uncertainty: 0.03 + ahead * 12)
  }

  private func interpolated(_ samples: [Sample], at time: Timestamp, _ newest: Sample) -> PredictedPosition {
    var position = samples[0].position
    for (from, to) in zip(samples, samples.dropFirst()) where time > from.time {
      position =
        from.position + (to.position - from.position)
        * min(1, time.seconds(since: from.time) / to.time.seconds(since: from.time))
    }
    if time == newest.time { position = newest.position }
    return PredictedPosition(position: position, measured: newest.position, uncertainty: 0.03)
  }

  private func predicted(_ track: Track, _ newest: Sample, _ ahead: Double) -> Point {
    let samples = track.samples
    guard samples.count > 1 else { return newest.position }
    let before = samples[samples.count - 2]
    let interval = newest.time.seconds(since: before.time)
    let slope = (newest.position - before.position) / interval
    switch rule {
    case .line: return newest.position + slope * ahead
    case .parabola:
      guard samples.count > 2 else { return newest.position + slope * ahead }
      let earlier = before.time.seconds(since: samples[0].time)
      let bend = (slope - (before.position - samples[0].position) / earlier) / (interval + earlier)
      return newest.position + slope * ahead + bend * (ahead * (ahead + interval))
    }
  }

  /// Forgets all touches.
  mutating func reset() { tracks = [] }
}
