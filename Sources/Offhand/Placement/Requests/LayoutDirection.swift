/// The direction in which people read; it turns preferences round, never the inference of hands (placement.md case 59).
public enum LayoutDirection: String, Sendable, Hashable {
  /// From left to right.
  case leftToRight = "left-to-right"
  /// From right to left.
  case rightToLeft = "right-to-left"

  /// The other direction.
  public var mirrored: LayoutDirection { self == .leftToRight ? .rightToLeft : .leftToRight }
}
