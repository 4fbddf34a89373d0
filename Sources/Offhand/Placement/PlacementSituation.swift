/// A request in the user's frame, with all inputs of the candidates and costs. Lengths are in millimetres.
public struct PlacementSituation: Sendable {
  /// The largest number of obstacles; further ones are ignored.
  package static let obstacleLimit = 24

  /// The kind of overlay.
  public var role: OverlayRole
  /// The size of the overlay that is being tried.
  public var size: Size
  /// The region in which the overlay must stay.
  public var bounds: Box
  /// The anchor, or the box around the touches, without any margin.
  public var anchor: Box
  /// Whether the overlay belongs to the touches themselves.
  public var belongsToTouches: Bool
  /// The centre of the anchor or of the touches.
  public var focus: UserPoint
  /// The direction of the preferred side; zero without one.
  public var preference: UserVector
  /// The velocity of the touches in mm/s.
  public var velocity: UserVector
  /// The rate at which the touches spread: the growth of the natural logarithm of their scale per second; zero while they close.
  public var spreadRate = 0.0
  /// The touches that are down.
  public private(set) var touches = InlineArray<20, UserPoint>(repeating: .origin)
  /// The number of touches in use in `touches`.
  public private(set) var touchCount = 0
  /// The regions that should not be covered: reserved regions and other overlays.
  public private(set) var obstacles = InlineArray<24, Box>(repeating: Box(x: 0, y: 0, width: 0, height: 0))
  /// The number of obstacles in use in `obstacles`.
  public internal(set) var obstacleCount = 0
  /// The present position of the overlay; `nil` if it is not shown yet.
  public var current: Box?

  /// Adds a touch, unless there are 20 already.
  mutating func append(touch: UserPoint) {
    guard touchCount < touches.count else { return }
    touches[touchCount] = touch
    touchCount += 1
  }

  /// Adds a region that should not be covered, unless there are `obstacleLimit` already.
  mutating func append(obstacle: Box) {
    guard obstacleCount < PlacementSituation.obstacleLimit else { return }
    obstacles[obstacleCount] = obstacle
    obstacleCount += 1
  }

  /// The touches, or for a menu an anchor no larger than the fingertip on it, with room for fingertips: one reaches 12 mm above its contact
  /// and 9 mm to each side. Otherwise the anchor.
  public var clearance: Box {
    if belongsToTouches {
      return Box(x: anchor.x, y: anchor.y - 1.5, width: anchor.width + 18, height: anchor.height + 21)
    }
    guard role.isInteractive, anchor.width <= 18, anchor.height <= 21, let finger else { return anchor }
    let left = min(anchor.x - anchor.width / 2, finger.x - 9)
    let right = max(anchor.x + anchor.width / 2, finger.x + 9)
    let top = min(anchor.y - anchor.height / 2, finger.y - 12)
    let bottom = max(anchor.y + anchor.height / 2, finger.y + 9)
    return Box(x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top)
  }

  /// The only finger on the anchor, or the only one that the overlay belongs to: of a tap or a long press. `nil` for several.
  var finger: UserPoint? {
    var only: UserPoint?
    for index in 0..<touchCount where belongsToTouches || anchor.isWithin(1, of: touches[index]) {
      guard only == nil else { return nil }
      only = touches[index]
    }
    return only
  }
}

/// An upright rectangle in the user's frame, given by its centre: mirroring it changes the sign of `x` and nothing else.
public struct Box: Sendable, Hashable {
  /// The horizontal position of the centre, positive to the user's right.
  public var x: Double
  /// The vertical position of the centre, positive towards the user.
  public var y: Double
  /// The width in millimetres.
  public var width: Double
  /// The height in millimetres.
  public var height: Double

  /// The rectangle around (x, y).
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The area in square millimetres.
  var area: Double { width * height }

  /// The box of `rect`, a rectangle of the output plane, in `frame`.
  init(_ rect: Rect, in frame: UserFrame) {
    let center = frame.inward(rect.center)
    let size = frame.turned(rect.size)
    self.init(x: center.x, y: center.y, width: size.width, height: size.height)
  }

  /// Returns the box as a rectangle of the output plane. The centre is rounded to 2⁻¹⁰ mm, a hundredth of a pixel, so that mirrored
  /// scenes give mirrored rectangles also after the conversion from the panel's centre.
  func rect(in frame: UserFrame) -> Rect {
    let grid = 1024.0
    let center = frame.outward(UserPoint(x: (x * grid).rounded() / grid, y: (y * grid).rounded() / grid))
    return Rect(center: center, size: frame.turned(Size(width: width, height: height)))
  }

  /// Returns the box as a rectangle of the output plane, without rounding.
  func exactRect(in frame: UserFrame) -> Rect {
    Rect(center: frame.outward(UserPoint(x: x, y: y)), size: frame.turned(Size(width: width, height: height)))
  }

  /// Returns the distance from a point to the box, in mm; zero inside.
  func distance(toX px: Double, y py: Double) -> Double {
    let dx = max(0, abs(px - x) - width / 2)
    let dy = max(0, abs(py - y) - height / 2)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Whether a point is less than `distance` mm from the box.
  func isWithin(_ distance: Double, of point: UserPoint) -> Bool {
    let dx = abs(point.x - x) - width / 2
    let dy = abs(point.y - y) - height / 2
    guard dx < distance, dy < distance else { return false }
    return self.distance(toX: point.x, y: point.y) < distance
  }

  /// Returns the distance between the edges of two boxes, in mm; zero if they overlap.
  func distance(to other: Box) -> Double {
    let dx = max(0, abs(other.x - x) - (width + other.width) / 2)
    let dy = max(0, abs(other.y - y) - (height + other.height) / 2)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Returns the area that both boxes cover, in square millimetres.
  func overlap(with other: Box) -> Double {
    let w = min(min(width, other.width), (width + other.width) / 2 - abs(other.x - x))
    let h = min(min(height, other.height), (height + other.height) / 2 - abs(other.y - y))
    return w > 0 && h > 0 ? w * h : 0
  }

  /// Whether the box lies entirely inside `bounds`, up to a rounding error.
  func fits(in bounds: Box) -> Bool {
    abs(x - bounds.x) <= (bounds.width - width) / 2 + 1e-6 && abs(y - bounds.y) <= (bounds.height - height) / 2 + 1e-6
  }

  /// Returns the box moved as little as possible so that it lies inside `bounds`; centred along an axis on which it is too large.
  func clamped(to bounds: Box) -> Box {
    let slackX = max(0, (bounds.width - width) / 2)
    let slackY = max(0, (bounds.height - height) / 2)
    var copy = self
    copy.x = bounds.x + min(max(x - bounds.x, -slackX), slackX)
    copy.y = bounds.y + min(max(y - bounds.y, -slackY), slackY)
    return copy
  }
}
