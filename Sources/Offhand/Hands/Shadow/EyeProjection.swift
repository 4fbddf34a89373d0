/// Where things above the glass are seen on it (placement.md §2.3).
public struct EyeProjection: Sendable, Hashable {
  /// The eye's foot point in the user's frame, in millimetres.
  public var x: Double
  /// The eye's foot point, towards the user.
  public var y: Double
  /// The eye's height; infinite for a view from straight above.
  public var z: Double

  /// An eye in the user's frame.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The view from straight above every point.
  public static let orthographic = EyeProjection(x: 0, y: 0, z: .infinity)

  /// How much larger something at `height` is seen; nothing comes nearer to the eye than 0.4 of its height.
  func enlargement(at height: Double) -> Double {
    guard z.isFinite, z > 0 else { return 1 }
    return z / (z - min(height, 0.6 * z))
  }
}
