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
