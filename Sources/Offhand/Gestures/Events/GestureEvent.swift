/// One event of one recognizer in a pipeline.
public struct GestureEvent: Sendable {
  // The small fields come first: an event is copied at every call that passes it along.

  /// The id of the target whose recognizer sent it; `nil` in a pipeline without targets.
  public var target: Int?
  /// The state of the gesture.
  public var state: GestureState
  /// The number of the hand that made the gesture, among those on the glass: 0 for the first or only one, and always 0 without
  /// ``HandPipelines``. A hand keeps its number while it has a gesture or a touch on the glass.
  public var handIndex: UInt8 = 0
  /// The index of the copy of the pipeline that sent the event: it knows its touches.
  package var copyIndex: UInt8 = 0
  /// The place of the target in the `TargetPipeline` that delivers the event.
  var slot: UInt16 = 0
  private var index: Int16
  /// The recognizer's name, such as `pinch`.
  public var name: GestureName
  /// The time of the event, in event time; if time alone decided, the time of the deadline.
  public var timestamp: Timestamp
  /// The touches of the gesture, for `GesturePipeline.touches(of:)`.
  public var fingers: TouchSet
  /// The recognizer's measurements.
  public var gesture: Gesture

  /// An event with these values.
  public init(
    recognizer: Int, name: GestureName, state: GestureState, timestamp: Timestamp, fingers: TouchSet = .none,
    gesture: Gesture, target: Int? = nil
  ) {
    self.target = target
    index = Int16(truncatingIfNeeded: recognizer)
    self.name = name
    self.state = state
    self.timestamp = timestamp
    self.fingers = fingers
    self.gesture = gesture
  }

  /// The index of the recognizer in its pipeline.
  public var recognizer: Int {
    get { Int(index) }
    set { index = Int16(truncatingIfNeeded: newValue) }
  }
}

/// The state of a gesture that an event reports.
///
/// A continuous gesture sends `began`, then any number of `changed`, then exactly one of `ended` or `cancelled`. A discrete one sends
/// `recognized` once and nothing else; only if its options ask for it, `unconfirmed` comes before, and then exactly one of `recognized`
/// or `superseded` follows.
public enum GestureState: UInt8, Sendable, CaseIterable {
  /// A continuous gesture was recognized.
  case began
  /// A continuous gesture changed.
  case changed
  /// A continuous gesture came to its natural end.
  case ended
  /// A continuous gesture was cancelled; nothing may follow from it.
  case cancelled
  /// A discrete gesture happened.
  case recognized
  /// A discrete gesture happened, but another that it waits for may still replace it.
  case unconfirmed
  /// Another gesture replaced an unconfirmed one.
  case superseded
}
