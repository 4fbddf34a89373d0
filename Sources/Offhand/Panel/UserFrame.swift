/// The space in which hands are thought of: millimetres from the panel's centre, x to the user's right, y towards the user.
///
/// It is the panel's own space moved to its centre and turned by quarter turns until the user's edge is at the bottom. Measured
/// from the centre, a mirrored scene has exactly the negated numbers, so left and right are treated exactly alike.
public struct UserFrame: Sendable, Hashable {
  /// The panel's centre on the output plane.
  public let center: Point
  /// Half the panel's extent, as the user sees it.
  public let halfSize: Size
  private let edge: ScreenEdge

  /// The frame of a user who sits at `edge` of `panel`; a panel that makes no sense counts as empty.
  public init(panel: Rect, edge: ScreenEdge) {
    let isUsable = panel.isFinite && !panel.isEmpty
    center = isUsable ? panel.center : .origin
    let size = isUsable ? panel.size : .zero
    let isTurned = edge == .left || edge == .right
    halfSize = Size(
      width: (isTurned ? size.height : size.width) / 2, height: (isTurned ? size.width : size.height) / 2)
    self.edge = edge
  }

  /// A displacement on the output plane as the user sees it.
  public func inward(_ offset: Vector) -> Vector {
    switch edge {
    case .bottom: offset
    case .top: -offset
    case .left: Vector(dx: offset.dy, dy: -offset.dx)
    case .right: Vector(dx: -offset.dy, dy: offset.dx)
    }
  }

  /// A displacement as the user sees it, on the output plane.
  public func outward(_ offset: Vector) -> Vector {
    switch edge {
    case .bottom: offset
    case .top: -offset
    case .left: Vector(dx: -offset.dy, dy: offset.dx)
    case .right: Vector(dx: offset.dy, dy: -offset.dx)
    }
  }

  /// A place of the output plane in this frame.
  public func inward(_ place: Point) -> Point { .origin + inward(place - center) }

  /// A place in this frame on the output plane.
  public func outward(_ place: Point) -> Point { center + outward(place - .origin) }

  /// An extent of the output plane as the user sees it, and back: it is its own inverse.
  public func turned(_ size: Size) -> Size {
    edge == .left || edge == .right ? Size(width: size.height, height: size.width) : size
  }

  /// A rectangle of the output plane in this frame.
  public func inward(_ rect: Rect) -> Rect { Rect(center: inward(rect.center), size: turned(rect.size)) }

  /// A rectangle in this frame on the output plane.
  public func outward(_ rect: Rect) -> Rect { Rect(center: outward(rect.center), size: turned(rect.size)) }
}
