/// The measurements of a gesture, in one type for all kinds: a recognizer sets what it knows, the other properties keep their identity.
public struct Gesture: Sendable, Hashable {
  /// The centroid of the gesture's touches in millimetres; frozen while too few are down.
  public var location = Point.origin
  /// The location where the gesture began, plus its translation: unlike `location` it does not jump when a touch lands or lifts.
  public var anchorLocation = Point.origin
  /// The displacement since the gesture began, in millimetres, without the slop.
  public var translation = Vector.zero
  /// The velocity of the translation, in millimetres a second.
  public var velocity = Vector.zero
  /// The factor by which the span of the touches has changed since the gesture began.
  public var scale = 1.0
  /// The change of `scale` a second.
  public var scaleVelocity = 0.0
  /// The turn since the gesture began, clockwise positive, not wrapped.
  public var rotation = Angle.zero
  /// The change of `rotation` in radians a second.
  public var rotationVelocity = 0.0
  /// The translation of `similarity`; zero unless the gesture is a transform.
  public var offset = Vector.zero
  /// The parts of the motion that have passed their threshold.
  public var components = GestureComponents()
  /// The direction of a swipe.
  public var direction: SwipeDirection?
  /// The edge where an edge pan began.
  public var edge: ScreenEdge?
  /// The number of taps.
  public var taps = 0
  /// The number of fingers.
  public var fingers = 0
  /// The hand that makes the gesture.
  public var hand = Hand.unknown

  /// A gesture in which nothing was measured.
  public init() {}

  /// A gesture of `fingers` touches around `location`. Inlined: a call costs 5 % of the instructions of a delivered pinch.
  @inline(__always)
  init(at location: Point, fingers: Int) {
    self.location = location
    anchorLocation = location
    self.fingers = fingers
  }

  /// Sets the velocities to zero: content must not fly on after a cancelled gesture.
  mutating func stop() {
    velocity = .zero
    scaleVelocity = 0
    rotationVelocity = 0
  }

  /// The map that moves content with the fingers: from a point under a finger when a transform gesture began to that point now.
  public var similarity: Similarity { Similarity(scale: scale, rotation: rotation, translation: offset) }

  /// The gesture in the coordinates of content that `placement` maps onto the glass: a target that was moved, scaled or turned.
  /// Locations, translation and velocity become those of the content; scale and rotation are the same.
  public func converted(to placement: Similarity) -> Gesture {
    let inverse = placement.inverse
    let linear = Similarity(scale: inverse.scale, rotation: inverse.rotation)
    func turned(_ vector: Vector) -> Vector { linear.apply(.origin + vector) - .origin }
    var gesture = self
    gesture.location = inverse.apply(location)
    gesture.anchorLocation = inverse.apply(anchorLocation)
    gesture.translation = turned(translation)
    gesture.velocity = turned(velocity)
    if offset != .zero { gesture.offset = placement.followed(by: similarity).followed(by: inverse).translation }
    return gesture
  }

  /// The change of the logarithm of `scale` a second: of the same size for a gesture that halves and one that doubles.
  package var logScaleVelocity: Double { scale > 0 ? scaleVelocity / scale : 0 }
}

/// The parts of a motion that a gesture reports. Others on the same touches raise their thresholds for it.
public struct GestureComponents: OptionSet, Sendable, Hashable {
  /// One bit per component.
  public let rawValue: UInt8

  /// The components whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The touches move together.
  public static let translation = GestureComponents(rawValue: 1)
  /// They spread or close in.
  public static let scale = GestureComponents(rawValue: 2)
  /// They turn.
  public static let rotation = GestureComponents(rawValue: 4)
  /// They may be about to lift without having moved: a tap.
  public static let tap = GestureComponents(rawValue: 8)
  /// The recognizer reports the hand itself, instead of the pipeline.
  public static let hand = GestureComponents(rawValue: 16)
}

/// A value of a continuous gesture that the pipeline's owner sets; later events count from it.
///
/// Non-finite values and non-positive scales are ignored. A component of a transform that has not begun yet begins at its identity,
/// whatever was set before.
public enum GestureValue: Sendable, Hashable {
  /// Millimetres.
  case translation(Vector)
  /// The factor by which the span has changed; positive.
  case scale(Double)
  /// The turn, clockwise positive.
  case rotation(Angle)
}
