/// A request as the user sees it, with everything that a candidate or a cost may look at. In the user's frame.
public struct PlacementSituation: Sendable {
  /// How many rectangles are kept clear at most.
  public static let obstacleLimit = 24

  /// What kind of overlay it is.
  public var role: OverlayRole
  /// The extent of the overlay in the size that is tried.
  public var size: Size
  /// Where it may stand.
  public var bounds: Box
  /// What it belongs to, without any margin.
  public var anchor: Box
  /// Whether it belongs to the fingers themselves.
  public var belongsToTouches: Bool
  /// The middle of what it belongs to.
  public var focus: Point
  /// The direction of the preferred side; zero if there is none.
  public var preference: Vector
  /// Millimetres a second of the fingers.
  public var velocity: Vector
  /// How fast the fingers part: by how much the natural logarithm of their scale grows a second; zero where they close.
  public var parting = 0.0
  /// The fingers that are on the glass.
  public internal(set) var contacts = InlineArray<20, Point>(repeating: .origin)
  /// How many fingers there are.
  public internal(set) var contactCount = 0
  /// What is to be kept clear.
  public internal(set) var obstacles = InlineArray<24, Box>(repeating: Box(x: 0, y: 0, width: 0, height: 0))
  /// How many rectangles are to be kept clear.
  public internal(set) var obstacleCount = 0
  /// Where the overlay is now; `nil` if it is not seen.
  public var current: Box?

  /// The anchor with room for the fingertip around it: a fingertip reaches 12 mm beyond its contact and 9 mm to each side.
  public var clearance: Box {
    guard belongsToTouches else { return anchor }
    return Box(x: anchor.x, y: anchor.y - 1.5, width: anchor.width + 18, height: anchor.height + 21)
  }
}
