/// What is remembered of an overlay that is seen.
public struct OverlayState: Sendable {
  /// Where it stands, in the user's frame.
  public var box: Box
  /// What was answered last.
  public var placement: Placement
  /// What kind of overlay it is.
  public var role: OverlayRole
  /// When it was first placed.
  public var shown: Timestamp
  /// The middle of what it belongs to, when it was placed.
  public var focus: Point
  /// When it was last looked at.
  public var checked: Timestamp
  /// Since when it has been hidden for the most part; `nil` if it is not.
  public var hiddenSince: Timestamp?
  /// When it last moved by itself; `nil` if it never did.
  public var relocated: Timestamp?
  /// Since when its anchor has been out of its bounds; `nil` if it is not.
  public var anchorGone: Timestamp?
  /// When the gesture began that it now belongs to.
  public var gestureBegan: Timestamp
  /// How often it moved in this gesture.
  public var gestureRelocations = 0
  /// How often it moved in its life.
  public var relocations = 0
  /// Whether it went along with its anchor in this gesture.
  public var hasRedocked = false
  /// How many fingers were down when it was placed.
  public var fingers: Int
  /// How likely a right hand seemed when it was placed.
  public var rightProbability: Double
  /// Where it may stand.
  public var bounds: Rect
}
