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
  public var focus: UserPoint
  /// The direction of the preferred side; zero if there is none.
  public var preference: UserVector
  /// Millimetres a second of the fingers.
  public var velocity: UserVector
  /// How fast the fingers part: by how much the natural logarithm of their scale grows a second; zero where they close.
  public var parting = 0.0
  /// The fingers that are on the glass.
  public internal(set) var contacts = InlineArray<20, UserPoint>(repeating: .origin)
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

/// An upright rectangle by its centre, so that exchanging left and right is a change of sign and nothing else.
public struct Box: Sendable, Hashable {
  /// The centre's place across, in the user's frame.
  public var x: Double
  /// The centre's place towards the user.
  public var y: Double
  /// The width in millimetres.
  public var width: Double
  /// The height in millimetres.
  public var height: Double

  /// A rectangle around (x, y).
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The area in square millimetres.
  public var area: Double { width * height }

  /// The box of `rect`, a rectangle of the output plane, in `frame`.
  init(_ rect: Rect, in frame: UserFrame) {
    let center = frame.inward(rect.center)
    let size = frame.turned(rect.size)
    self.init(x: center.x, y: center.y, width: size.width, height: size.height)
  }

  /// The box as a rectangle of the output plane. Centres are rounded to 2⁻¹⁰ mm, a hundredth of a pixel, so that mirrored
  /// scenes give mirrored answers also after the way back from the panel's centre.
  func rect(in frame: UserFrame) -> Rect {
    let grid = 1024.0
    let center = frame.outward(UserPoint(x: (x * grid).rounded() / grid, y: (y * grid).rounded() / grid))
    return Rect(center: center, size: frame.turned(Size(width: width, height: height)))
  }

  /// The box as a rectangle of the output plane, without rounding.
  func exactRect(in frame: UserFrame) -> Rect {
    Rect(center: frame.outward(UserPoint(x: x, y: y)), size: frame.turned(Size(width: width, height: height)))
  }

  /// The shortest way from a place to the box, in millimetres; zero inside.
  func distance(toX px: Double, y py: Double) -> Double {
    let dx = max(0, abs(px - x) - width / 2)
    let dy = max(0, abs(py - y) - height / 2)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Whether a place lies nearer to the box than `distance`, in millimetres.
  func isWithin(_ distance: Double, of place: UserPoint) -> Bool {
    let dx = abs(place.x - x) - width / 2
    let dy = abs(place.y - y) - height / 2
    guard dx < distance, dy < distance else { return false }
    return self.distance(toX: place.x, y: place.y) < distance
  }

  /// The shortest way between the edges of two boxes, in millimetres; zero where they overlap.
  func distance(to other: Box) -> Double {
    let dx = max(0, abs(other.x - x) - (width + other.width) / 2)
    let dy = max(0, abs(other.y - y) - (height + other.height) / 2)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The area that both cover, in square millimetres.
  func overlap(with other: Box) -> Double {
    let w = min(min(width, other.width), (width + other.width) / 2 - abs(other.x - x))
    let h = min(min(height, other.height), (height + other.height) / 2 - abs(other.y - y))
    return w > 0 && h > 0 ? w * h : 0
  }

  /// Whether the box lies wholly inside `bounds`, up to a rounding error.
  func fits(in bounds: Box) -> Bool {
    abs(x - bounds.x) <= (bounds.width - width) / 2 + 1e-6 && abs(y - bounds.y) <= (bounds.height - height) / 2 + 1e-6
  }

  /// The box moved as little as possible so that it lies inside `bounds`; centred along an axis on which it is too large.
  func clamped(to bounds: Box) -> Box {
    let slackX = max(0, (bounds.width - width) / 2)
    let slackY = max(0, (bounds.height - height) / 2)
    var copy = self
    copy.x = bounds.x + min(max(x - bounds.x, -slackX), slackX)
    copy.y = bounds.y + min(max(y - bounds.y, -slackY), slackY)
    return copy
  }
}
