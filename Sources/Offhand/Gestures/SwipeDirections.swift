/// A set of directions of swipes.
public struct SwipeDirections: OptionSet, Sendable, Hashable {
  /// One bit a direction, in the order of `SwipeDirection.allCases`.
  public let rawValue: UInt8

  /// The directions whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one direction.
  public init(_ direction: SwipeDirection) { rawValue = 1 << direction.index }

  /// Towards the right edge.
  public static let right = SwipeDirections(.right)
  /// Towards the bottom edge.
  public static let down = SwipeDirections(.down)
  /// Towards the left edge.
  public static let left = SwipeDirections(.left)
  /// Towards the top edge.
  public static let up = SwipeDirections(.up)
  /// The four along the axes.
  public static let straight: SwipeDirections = [.right, .down, .left, .up]
  /// The four towards the corners.
  public static let diagonal: SwipeDirections = [
    SwipeDirections(.downRight), SwipeDirections(.downLeft), SwipeDirections(.upLeft), SwipeDirections(.upRight),
  ]

  /// Whether `direction` is in the set.
  public func contains(_ direction: SwipeDirection) -> Bool { rawValue & (1 << direction.index) != 0 }

  /// The direction of the set that `motion` follows best; `nil` where there is none.
  @inline(__always)
  func nearest(to motion: Vector) -> SwipeDirection? {
    if self == .straight { return SwipeDirections.straightest(along: motion) }
    return nearestByTrial(to: motion)
  }

  /// The one of the four along the axes that `motion` follows best; of two that it follows equally well, the earlier one.
  @inline(__always)
  private static func straightest(along motion: Vector) -> SwipeDirection {
    let (width, height) = (abs(motion.dx), abs(motion.dy))
    if width > height || width == height && (motion.dx >= 0 || motion.dy < 0) { return motion.dx >= 0 ? .right : .left }
    return motion.dy >= 0 ? .down : .up
  }

  private func nearestByTrial(to motion: Vector) -> SwipeDirection? {
    var best: SwipeDirection?
    var reach = -Double.infinity
    var rest = rawValue
    while rest != 0 {
      let candidate = SwipeDirection(index: UInt8(truncatingIfNeeded: rest.trailingZeroBitCount))
      rest &= rest &- 1
      let along = motion.dot(candidate.vector)
      if along > reach { (best, reach) = (candidate, along) }
    }
    return best
  }
}

extension SwipeDirection {
  /// Eighths of a turn clockwise from the right.
  var index: UInt8 {
    switch self {
    case .right: 0
    case .downRight: 1
    case .down: 2
    case .downLeft: 3
    case .left: 4
    case .upLeft: 5
    case .up: 6
    case .upRight: 7
    }
  }

  /// The unit vector of the direction.
  public var vector: Vector {
    let half = 0.5.squareRoot()
    return switch self {
    case .right: Vector(dx: 1, dy: 0)
    case .downRight: Vector(dx: half, dy: half)
    case .down: Vector(dx: 0, dy: 1)
    case .downLeft: Vector(dx: -half, dy: half)
    case .left: Vector(dx: -1, dy: 0)
    case .upLeft: Vector(dx: -half, dy: -half)
    case .up: Vector(dx: 0, dy: -1)
    case .upRight: Vector(dx: half, dy: -half)
    }
  }

  /// The direction numbered so in eighths of a turn clockwise from the right.
  init(index: UInt8) {
    switch index & 7 {
    case 0: self = .right
    case 1: self = .downRight
    case 2: self = .down
    case 3: self = .downLeft
    case 4: self = .left
    case 5: self = .upLeft
    case 6: self = .up
    default: self = .upRight
    }
  }
}
