/// Where the eye is: a hand stands above the glass, so what it hides depends on it.
public enum Viewpoint: Sendable, Hashable {
  /// The usual place for the posture.
  case automatic
  /// Straight above every point, infinitely far: what a scanner sees.
  case orthographic
  /// Millimetres from the panel's centre: x to the right, y down, z from the glass towards the viewer.
  case eye(x: Double, y: Double, z: Double)
}

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

extension Posture {
  /// Where the eye usually is, in the user's frame.
  func eye(in frame: UserFrame) -> EyeProjection {
    switch self {
    case .flatTablet: EyeProjection(x: 0, y: 300, z: 420)
    case .monitor: EyeProjection(x: 0, y: -60, z: 620)
    case .kiosk: EyeProjection(x: 0, y: -50, z: 500)
    case .tabletop: EyeProjection(x: 0, y: frame.halfSize.height + 200, z: 550)
    case .handheld, .thumbs: EyeProjection(x: 0, y: 80, z: 330)
    case .faceUp, .unknown: EyeProjection(x: 0, y: 150, z: 450)
    }
  }
}
