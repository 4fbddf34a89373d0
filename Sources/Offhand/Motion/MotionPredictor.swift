/// Says where touches will be when a frame of the screen is seen.
///
/// A predictor is given whole frames, in order, and asked for a moment; it reads no clock and keeps no reference. It is for
/// drawing only: recognizers, hit tests and thresholds use measured positions. What it promises is on the page <doc:Prediction>.
public protocol MotionPredictor: Sendable {
  /// Takes a frame; touches that ended are forgotten with it.
  mutating func record(_ frame: borrowing TouchFrame)

  /// The position of a touch at `time`, as far as is known at `now`; `nil` if it is not down. Before the newest sample it is interpolated.
  func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition?

  /// Forgets all touches.
  mutating func reset()
}

/// The position that a touch is expected to have at some moment.
public struct PredictedPosition: Sendable, Hashable {
  /// The expected position, in millimetres on the output plane.
  public var position: Point
  /// The newest sample.
  public var measured: Point
  /// The uncertainty in millimetres: 68 % of true positions lie within, 95 % within three times as much.
  public var uncertainty: Double

  /// The expected `position` after the sample `measured`.
  public init(position: Point, measured: Point, uncertainty: Double) {
    self.position = position
    self.measured = measured
    self.uncertainty = uncertainty
  }

  /// The displacement from the newest sample to the expected position.
  public var displacement: Vector { position - measured }
}

/// Predicts nothing: the newest sample at any later time.
public struct NoPrediction: MotionPredictor {
  private var history = MotionHistory()

  /// A predictor without touches.
  public init() {}

  /// Takes a frame.
  public mutating func record(_ frame: borrowing TouchFrame) { history.record(frame) }

  /// The newest sample, or an interpolated position before it.
  public func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    guard let track = history.track(of: touch) else { return nil }
    return history.position(of: track, at: time) { _ in .zero }
  }

  /// Forgets all touches.
  public mutating func reset() { history.reset() }
}

/// Continues the line through the last two samples by at most 8 ms, as Android does: the field's usual rule, for comparison.
public struct ResamplingPredictor: MotionPredictor {
  /// The longest time ahead in seconds: Android's figure.
  private static let longestHorizon = 0.008
  /// The distance of the last two samples in seconds within which a line is drawn through them: Android's figures.
  private static let interval = 0.002...0.020

  private var history = MotionHistory()

  /// A predictor without touches.
  public init() {}

  /// Takes a frame.
  public mutating func record(_ frame: borrowing TouchFrame) { history.record(frame) }

  /// The position on the line through the last two samples, at most half of their distance ahead.
  public func position(of touch: Touch.ID, at time: Timestamp, asOf now: Timestamp) -> PredictedPosition? {
    guard let track = history.track(of: touch) else { return nil }
    return history.position(of: track, at: time) { ahead in
      guard let interval = track.lastInterval, ResamplingPredictor.interval.contains(interval), track.isFinger else {
        return .zero
      }
      let horizon = min(ahead, ResamplingPredictor.longestHorizon, interval / 2)
      return (track.position - track.previousPosition) * (horizon / interval)
    }
  }

  /// Forgets all touches.
  public mutating func reset() { history.reset() }
}

extension MotionPredictor where Self == SteadyMotionPredictor {
  /// The package's own rule, with its default settings and without the bounds of a panel.
  public static var steady: SteadyMotionPredictor { SteadyMotionPredictor() }
}

extension MotionPredictor where Self == NoPrediction {
  /// No prediction.
  public static var none: NoPrediction { NoPrediction() }
}
