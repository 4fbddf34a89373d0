/// How far fingers went together, how much they spread and how much they turned, all counted from one start.
public struct MotionPath: Sendable, Hashable {
  /// Millimetres.
  public var translation: Vector
  /// The factor by which they spread.
  public var scale: Double
  /// Radians, clockwise positive, not wrapped.
  public var rotation: Double

  /// A path that led so far.
  public init(translation: Vector, scale: Double = 1, rotation: Double = 0) {
    self.translation = translation
    self.scale = scale
    self.rotation = rotation
  }

  /// Where every path starts.
  public static let start = MotionPath(translation: .zero)
}
