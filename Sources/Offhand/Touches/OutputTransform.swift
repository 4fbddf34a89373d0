/// How an output is turned, in Wayland's order: the picture is flipped about a vertical axis, then turned counter-clockwise,
/// to lie right on the panel.
public enum OutputTransform: Int32, Sendable, CaseIterable {
  /// Not turned.
  case normal
  /// A quarter turn.
  case rotated90
  /// Upside down.
  case rotated180
  /// Three quarter turns.
  case rotated270
  /// Mirrored.
  case flipped
  /// Mirrored, then a quarter turn.
  case flipped90
  /// Mirrored, then upside down.
  case flipped180
  /// Mirrored, then three quarter turns.
  case flipped270

  /// Whether width and height of the panel change places in the picture.
  public var swapsAxes: Bool { rawValue % 2 == 1 }

  /// Where the place (x, y) of the panel, each in 0...1 from its top left corner, is in the picture, in 0...1 as well.
  public func logical(x: Double, y: Double) -> (x: Double, y: Double) {
    switch self {
    case .normal: (x, y)
    case .rotated90: (1 - y, x)
    case .rotated180: (1 - x, 1 - y)
    case .rotated270: (y, 1 - x)
    case .flipped: (1 - x, y)
    case .flipped90: (y, x)
    case .flipped180: (x, 1 - y)
    case .flipped270: (1 - y, 1 - x)
    }
  }

  /// The same as a matrix.
  public var matrix: CalibrationMatrix {
    let (origin, right, down) = (logical(x: 0, y: 0), logical(x: 1, y: 0), logical(x: 0, y: 1))
    return CalibrationMatrix(
      right.x - origin.x, down.x - origin.x, origin.x, right.y - origin.y, down.y - origin.y, origin.y)
  }

  /// The transform that leads from the picture back to the panel.
  public var inverse: OutputTransform {
    switch self {
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    // The mirrored ones and those of half a turn undo themselves.
    default: self
    }
  }

  /// The size of the picture on a panel of `size`.
  public func logical(_ size: Size) -> Size {
    swapsAxes ? Size(width: size.height, height: size.width) : size
  }
}
