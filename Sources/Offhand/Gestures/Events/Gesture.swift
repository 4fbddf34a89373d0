/// What a gesture measures, as one value for all kinds: a recognizer fills in what it knows, the rest keeps the identity.
public struct Gesture: Sendable, Hashable {
  /// The middle of the tracked fingers, in millimetres; frozen while too few fingers are down.
  public var location = Point.origin
  /// Where the gesture started, moved by what it moved: unlike `location` it does not jump when a finger lands or lifts.
  public var anchorLocation = Point.origin
  /// How far the gesture has moved since it began, without the slop.
  public var translation = Vector.zero
  /// Millimetres a second.
  public var velocity = Vector.zero
  /// The factor of enlargement since it began.
  public var scale = 1.0
  /// Change of `scale` a second.
  public var scaleVelocity = 0.0
  /// The turn since it began, clockwise positive, not wrapped.
  public var rotation = Angle.zero
  /// Radians a second.
  public var rotationVelocity = 0.0
  /// The displacement of `similarity`; zero for gestures that are no transform.
  public var offset = Vector.zero
  /// Which parts of the motion passed their threshold.
  public var components = GestureComponents()
  /// The direction of a swipe.
  public var direction: SwipeDirection?
  /// The edge that an edge pan came from.
  public var edge: ScreenEdge?
  /// How many taps.
  public var taps = 0
  /// How many fingers.
  public var fingers = 0
  /// Whose hand it is.
  public var hand = Hand.unknown

  /// A gesture in which nothing was measured.
  public init() {}

  /// Takes the speeds out: what was broken off flies nowhere.
  mutating func stop() {
    velocity = .zero
    scaleVelocity = 0
    rotationVelocity = 0
  }

  /// The map that takes the content with the fingers: what lay under a finger when a transform gesture began to where it
  /// belongs now.
  public var similarity: Similarity { Similarity(scale: scale, rotation: rotation, translation: offset) }

  /// Change of the logarithm of `scale` a second: the same for a gesture that halves and one that doubles.
  public var logScaleVelocity: Double { scale > 0 ? scaleVelocity / scale : 0 }
}

/// Which parts of a motion a gesture answers for; another one on the same fingers raises its thresholds for the rest.
public struct GestureComponents: OptionSet, Sendable, Hashable {
  /// One bit a component.
  public let rawValue: UInt8

  /// The components whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The fingers move together.
  public static let translation = GestureComponents(rawValue: 1)
  /// They spread or close.
  public static let scale = GestureComponents(rawValue: 2)
  /// They turn.
  public static let rotation = GestureComponents(rawValue: 4)
  /// They may be about to lift without having moved: a tap.
  public static let tap = GestureComponents(rawValue: 8)
  /// The recognizer says itself whose hand it is, instead of the pipeline.
  public static let hand = GestureComponents(rawValue: 16)
}

/// A value of a continuous gesture that its owner sets; what follows is counted from it.
///
/// Numbers that are none, and scales that are not positive, change nothing. A component of a transform that has not begun yet
/// begins at its identity, whatever was set before.
public enum GestureValue: Sendable, Hashable {
  /// Millimetres.
  case translation(Vector)
  /// The factor of enlargement; positive.
  case scale(Double)
  /// The turn, clockwise positive.
  case rotation(Angle)
}
