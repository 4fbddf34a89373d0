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

  /// The slopes of the four quantities, with the translation kept to the maximum speed; zero for one that points against the
  /// way `net` that the quantity went.
  @inline(__always)
  init(_ slope: SIMD4<Double>, along net: SIMD4<Double>, sampleCount: Int) {
    let sense = slope * net
    var translation = Vector(dx: sense.x < 0 ? 0 : slope.x, dy: sense.y < 0 ? 0 : slope.y)
    let limit = VelocityTracker.maximumSpeed
    if translation.lengthSquared > limit * limit { translation = translation * (limit / translation.length) }
    self.init(
      translation: translation, scale: sense.z < 0 ? 0 : slope.z, rotation: sense.w < 0 ? 0 : slope.w,
      sampleCount: sampleCount)
  }
}
