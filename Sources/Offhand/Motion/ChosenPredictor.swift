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
  private enum Choice: Sendable {
    case steady(SteadyMotionPredictor)
    case resample(ResamplingPredictor)
    case none(NoPrediction)
    /// While the predictor is changed: a copy of it would be changed elsewhere, in new storage.
    case taken
  }

  private var choice: Choice

  /// A predictor by `rule` without touches, on a panel of these bounds, in millimetres on the output plane.
  public init(_ rule: PredictionRule, panel: Rect? = nil) {
    choice =
      switch rule {
      case .steady: .steady(SteadyMotionPredictor(panel: panel))
      case .resample: .resample(ResamplingPredictor())
      case .none: .none(NoPrediction())
      }
  }

  /// Takes a frame.
  public mutating func record(_ frame: borrowing TouchFrame) {
    let taken = take()
    switch consume taken {
    case .steady(var predictor):
      predictor.record(frame)
      choice = .steady(predictor)
    case .resample(var predictor):
      predictor.record(frame)
      choice = .resample(predictor)
    case .none(var predictor):
      predictor.record(frame)
      choice = .none(predictor)
    case .taken: break
    }
  }

  /// The position by the rule.
  public func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    switch choice {
    case .steady(let predictor): predictor.position(of: touch, at: time, asOf: now)
    case .resample(let predictor): predictor.position(of: touch, at: time, asOf: now)
    case .none(let predictor): predictor.position(of: touch, at: time, asOf: now)
    case .taken: nil
    }
  }

  /// Forgets all touches.
  public mutating func reset() {
    let taken = take()
    switch consume taken {
    case .steady(var predictor):
      predictor.reset()
      choice = .steady(predictor)
    case .resample(var predictor):
      predictor.reset()
      choice = .resample(predictor)
    case .none(var predictor):
      predictor.reset()
      choice = .none(predictor)
    case .taken: break
    }
  }

  private mutating func take() -> Choice {
    var taken = Choice.taken
    swap(&taken, &choice)
    return taken
  }
}
