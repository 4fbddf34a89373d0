/// An edge of the output.
public enum ScreenEdge: String, Sendable, Hashable, CaseIterable {
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The top edge.
  case top
  /// The bottom edge.
  case bottom
}

/// A set of edges of the output.
public struct ScreenEdges: OptionSet, Sendable, Hashable {
  /// One bit an edge.
  public let rawValue: UInt8

  /// The edges whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The left edge.
  public static let left = ScreenEdges(rawValue: 1)
  /// The right edge.
  public static let right = ScreenEdges(rawValue: 2)
  /// The top edge.
  public static let top = ScreenEdges(rawValue: 4)
  /// The bottom edge.
  public static let bottom = ScreenEdges(rawValue: 8)
  /// All four.
  public static let all: ScreenEdges = [.left, .right, .top, .bottom]

  /// Whether `edge` is in the set.
  public func contains(_ edge: ScreenEdge) -> Bool { contains(ScreenEdges(edge)) }

  /// The set of one edge.
  public init(_ edge: ScreenEdge) {
    switch edge {
    case .left: self = .left
    case .right: self = .right
    case .top: self = .top
    case .bottom: self = .bottom
    }
  }
}

extension ScreenEdge {
  /// The unit vector that leads from the edge into the output.
  public var inward: Vector {
    switch self {
    case .left: Vector(dx: 1, dy: 0)
    case .right: Vector(dx: -1, dy: 0)
    case .top: Vector(dx: 0, dy: 1)
    case .bottom: Vector(dx: 0, dy: -1)
    }
  }

  /// The distance of `point` from this edge of `bounds` inwards, in millimetres; negative beyond the edge.
  public func depth(of point: Point, in bounds: Rect) -> Double {
    switch self {
    case .left: point.x - bounds.minX
    case .right: bounds.maxX - point.x
    case .top: point.y - bounds.minY
    case .bottom: bounds.maxY - point.y
    }
  }
}
