/// A rule of prediction that a user can choose, by its name.
public enum PredictionRule: String, Sendable, CaseIterable {
  /// ``SteadyMotionPredictor``.
  case steady
  /// ``ResamplingPredictor``.
  case resample
  /// ``NoPrediction``.
  case none
}

/// The predictor of a rule that is chosen while the program runs.
public struct ChosenPredictor: MotionPredictor {
  // One of them is there. Optional and not an enumeration, whose value would have to be taken out to be changed.
  private var steady: SteadyMotionPredictor?
  private var resampling: ResamplingPredictor?
  private var none: NoPrediction?

  /// A predictor by `rule` without touches, on a panel of these bounds, in millimetres on the output plane.
  public init(_ rule: PredictionRule, panel: Rect? = nil) {
    switch rule {
    case .steady: steady = SteadyMotionPredictor(panel: panel)
    case .resample: resampling = ResamplingPredictor()
    case .none: none = NoPrediction()
    }
  }

  /// Takes a frame.
  public mutating func record(_ frame: borrowing TouchFrame) {
    steady?.record(frame)
    resampling?.record(frame)
    none?.record(frame)
  }

  /// The position by the rule.
  public func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    steady?.position(of: touch, at: time, asOf: now) ?? resampling?.position(of: touch, at: time, asOf: now)
      ?? none?.position(of: touch, at: time, asOf: now)
  }

  /// Forgets all touches.
  public mutating func reset() {
    steady?.reset()
    resampling?.reset()
    none?.reset()
  }
}
