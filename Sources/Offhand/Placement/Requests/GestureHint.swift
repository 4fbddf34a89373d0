/// What the recognizers say about the fingers that an overlay belongs to; every field may be left out.
public struct GestureHint: Sendable, Hashable {
  /// The kinds that differ in how the hand is held.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A finger that taps.
    case tap
    /// A finger that rests.
    case press
    /// A finger, or several, that drag.
    case drag
    /// A finger that scrolls; on a handheld usually the thumb.
    case scroll
    /// Thumb and a finger that pinch or spread.
    case pinch
    /// Thumb and a finger that turn.
    case rotate
    /// Several fingers side by side.
    case multi
  }

  /// What the fingers do.
  public var kind: Kind
  /// Where the gesture is in its life; `nil` where the request does not come from a gesture's answer.
  public var state: GestureState?
  /// The middle of the gesture's fingers, in millimetres; `nil` takes the middle of the fingers that are down.
  public var location: Point?
  /// Millimetres a second.
  public var velocity: Vector
  /// How fast the fingers part: by how much the natural logarithm of their scale grows a second. Negative where they close.
  public var logScaleVelocity: Double

  /// A hint.
  public init(
    _ kind: Kind, state: GestureState? = nil, location: Point? = nil, velocity: Vector = .zero,
    logScaleVelocity: Double = 0
  ) {
    self.kind = kind
    self.state = state
    self.location = location
    self.velocity = velocity
    self.logScaleVelocity = logScaleVelocity
  }
}
