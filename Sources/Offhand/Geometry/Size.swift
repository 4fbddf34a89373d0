/// A width and a height in millimetres.
public struct Size: Sendable, Hashable {
  /// The width in millimetres.
  public var width: Double
  /// The height in millimetres.
  public var height: Double

  /// A size of `width` by `height` millimetres.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Nothing.
  public static let zero = Size(width: 0, height: 0)

  /// The area in square millimetres.
  @inlinable public var area: Double { width * height }
}
