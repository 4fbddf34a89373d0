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

/// Where a gesture is in its life, as its answers tell it.
///
/// A continuous gesture says `began`, then any number of `changed`, then exactly one of `ended` or `cancelled`. A discrete
/// one says `recognized` once and nothing else; only where its pipeline asks for it, `unconfirmed` comes before, and
/// then exactly one of `recognized` or `superseded` follows.
public enum GestureState: UInt8, Sendable, CaseIterable {
  /// A continuous gesture was recognized.
  case began
  /// A continuous gesture went on.
  case changed
  /// A continuous gesture came to its natural end.
  case ended
  /// A continuous gesture was broken off; nothing may follow from it.
  case cancelled
  /// A discrete gesture happened.
  case recognized
  /// A discrete gesture happened, but another that it waits for may still take its place.
  case unconfirmed
  /// Another gesture took the place of an unconfirmed one.
  case superseded
}

/// Names a recognizer within a pipeline, for the relations between recognizers and for the answers.
///
/// Two recognizers of one kind in one pipeline want two names: `TapGestureRecognizer(taps: 2).named(.doubleTap)`.
public struct GestureName: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as it was written.
  public let literal: StaticString

  /// The name `literal`.
  public init(_ literal: StaticString) { self.literal = literal }

  /// The name `value`.
  public init(stringLiteral value: StaticString) { literal = value }

  /// The name as a string.
  public var description: String { literal.description }
}

extension GestureName: Hashable {
  /// Whether both are spelled alike.
  public static func == (a: GestureName, b: GestureName) -> Bool {
    a.literal.utf8CodeUnitCount == b.literal.utf8CodeUnitCount && a.description == b.description
  }

  /// Feeds the spelling.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension GestureName {
  /// A single tap.
  public static let tap: GestureName = "tap"
  /// A double tap.
  public static let doubleTap: GestureName = "double-tap"
  /// A long press.
  public static let longPress: GestureName = "long-press"
  /// A pan.
  public static let pan: GestureName = "pan"
  /// A swipe.
  public static let swipe: GestureName = "swipe"
  /// A pinch.
  public static let pinch: GestureName = "pinch"
  /// A rotation.
  public static let rotation: GestureName = "rotation"
  /// Pan, pinch and rotation in one.
  public static let transform: GestureName = "transform"
  /// A pan from an edge of the screen.
  public static let screenEdgePan: GestureName = "screen-edge-pan"
}
