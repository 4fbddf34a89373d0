public import Offhand

/// Where the touches of a view will be when a frame is seen, for drawing.
///
/// A view makes one of its environment, records every frame of touches in it, draws what lies under fingers at the positions it returns,
/// and animates while `isPending`. Gestures, hit tests and placements use the measured positions.
public struct ViewPrediction: Sendable {
  private let rule: PredictionRule
  private let panelLatency: Duration
  private var predictor: ChosenPredictor
  /// The touches that are down.
  private var touches: [Touch.ID] = []
  /// The time of the newest frame of touches.
  private var newest = Timestamp.zero
  /// The presentation of the picture on the screen.
  private var shown = Timestamp.zero

  /// The time after the newest frame of touches, in which every rule has become constant: three intervals of the slowest panel that is
  /// predicted, several times.
  private static let longestSilence = Duration.seconds(1)
  /// The time ahead, in which every rule has reached its farthest.
  private static let farthest = Duration.milliseconds(40)

  /// A prediction by `rule` of touches on a surface of the bounds `panel`, in millimetres, whose time stamps are `panelLatency` after the
  /// fingers.
  public init(_ rule: PredictionRule = .none, panel: Rect? = nil, panelLatency: Duration = .zero) {
    self.rule = rule
    self.panelLatency = max(panelLatency, .zero)
    predictor = ChosenPredictor(rule, panel: panel)
    touches.reserveCapacity(TouchFrame.capacity)
  }

  /// The prediction that the user chose, on the surface of `environment`.
  public init(in environment: ViewEnvironment) {
    self.init(environment.prediction, panel: environment.bounds, panelLatency: environment.panelLatency)
  }

  /// Takes a frame of touches.
  public mutating func record(_ frame: borrowing TouchFrame) {
    predictor.record(frame)
    newest = frame.timestamp
    touches.removeAll(keepingCapacity: true)
    for index in frame.indices where frame[index].isDown { touches.append(frame[index].id) }
  }

  /// Notes that the picture drawn for `frame` is the latest on the screen.
  public mutating func didShow(_ frame: FrameTime) { shown = frame.presentation }

  /// The position at which to draw a touch in `frame`, in millimetres; `nil` for one that is not down.
  public func position(of touch: Touch.ID, for frame: FrameTime) -> Point? {
    predictor.position(of: touch, at: moment(of: frame), asOf: frame.now)?.position
  }

  /// The motion of a gesture's touches beyond the measured positions, in `frame`: only the components that its recognizer reports.
  public func motion(
    of touches: some Sequence<Touch.ID>, for frame: FrameTime, allowing components: GestureComponents
  ) -> PredictedMotion {
    guard rule != .none else { return .none }
    let frame = FrameTime(now: frame.now, presentation: moment(of: frame))
    return PredictedMotion(of: touches, by: predictor, for: frame, allowing: components)
  }

  /// The time on the clock of the time stamps at which a finger is where it will be when `frame` is seen. The panel's latency extends
  /// the time ahead to 40 ms at most; a longer one would extend it for nothing, and beyond what a `FrameTime` believes.
  private func moment(of frame: FrameTime) -> Timestamp {
    let seen = max(frame.presentation, newest)
    return max(seen, min(seen + panelLatency, newest + ViewPrediction.farthest))
  }

  /// Whether positions will change although no touch is reported: a picture drawn at `time` is ahead of a finger that may have stopped.
  public func isPending(at time: Timestamp) -> Bool {
    guard rule != .none, !touches.isEmpty, time - newest < ViewPrediction.longestSilence else { return false }
    let later = time + ViewPrediction.longestSilence
    return touches.contains { touch in
      predictor.position(of: touch, at: time + ViewPrediction.farthest, asOf: time)?.position
        != predictor.position(of: touch, at: later, asOf: later)?.position
    }
  }

  /// The frame of which to ask what the screen shows when touches change at `time`: the latest, if its time has not passed.
  ///
  /// A finger that lands on moving content stops it as it is seen, which is ahead of where it is.
  public func shownFrame(at time: Timestamp) -> FrameTime { FrameTime(now: time, presentation: max(shown, time)) }
}
