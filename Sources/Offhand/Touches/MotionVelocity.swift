/// How fast fingers move together, spread and turn.
public struct MotionVelocity: Sendable, Hashable {
  /// Millimetres a second.
  public var translation: Vector
  /// Change of the path's scale a second.
  public var scale: Double
  /// Radians a second.
  public var rotation: Double
  /// How many samples it rests on; below three it is the slope between two.
  public var sampleCount: Int

  /// A speed.
  public init(translation: Vector, scale: Double = 0, rotation: Double = 0, sampleCount: Int = 0) {
    self.translation = translation
    self.scale = scale
    self.rotation = rotation
    self.sampleCount = sampleCount
  }

  /// At rest.
  public static let zero = MotionVelocity(translation: .zero)
}
