/// One answer of one recognizer in a pipeline.
public struct GestureEvent: Sendable {
  /// Which recognizer of the pipeline answers, in the order in which they stand there.
  public var recognizer: Int
  /// The recognizer's name, such as `pinch`.
  public var name: GestureName
  /// What it says.
  public var state: GestureState
  /// When, in event time; a deadline's own moment where time alone decided.
  public var timestamp: Timestamp
  /// The fingers of the gesture, for `GesturePipeline.touches(of:)`.
  public var fingers: FingerSet
  /// What it measures.
  public var gesture: Gesture

  /// An answer.
  public init(
    recognizer: Int, name: GestureName, state: GestureState, timestamp: Timestamp, fingers: FingerSet = .none,
    gesture: Gesture
  ) {
    self.recognizer = recognizer
    self.name = name
    self.state = state
    self.timestamp = timestamp
    self.fingers = fingers
    self.gesture = gesture
  }
}
