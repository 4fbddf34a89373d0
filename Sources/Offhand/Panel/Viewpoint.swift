/// The position of the eye. A hand stands above the glass, so what it hides depends on it.
public enum Viewpoint: Sendable, Hashable {
  /// The usual position for the posture.
  case automatic
  /// Infinitely far above every point, as a scanner sees the panel.
  case orthographic
  /// Millimetres from the panel's centre: x to the right, y down, z from the glass towards the viewer.
  case eye(x: Double, y: Double, z: Double)
}

/// The projection of what is above the glass onto it, as an eye sees it (Design/HandModel.md "Occlusion").
struct EyeProjection: Sendable, Hashable {
  /// The point of the glass below the eye, in the user's frame.
  var foot: UserPoint
  /// The eye's height above the glass in millimetres; infinite for the orthographic view.
  var height: Double

  /// The view from straight above every point.
  static let orthographic = EyeProjection(foot: .origin, height: .infinity)

  /// The magnification of an object at `height` mm; the object counts as no nearer to the eye than 0.4 of the eye's height.
  func magnification(at height: Double) -> Double {
    guard self.height.isFinite, self.height > 0 else { return 1 }
    return self.height / (self.height - min(height, 0.6 * self.height))
  }
}

extension Posture {
  func eye(in frame: UserFrame) -> EyeProjection {
    switch self {
    case .flatTablet: EyeProjection(foot: UserPoint(x: 0, y: 300), height: 420)
    case .monitor: EyeProjection(foot: UserPoint(x: 0, y: -60), height: 620)
    case .kiosk: EyeProjection(foot: UserPoint(x: 0, y: -50), height: 500)
    case .tabletop: EyeProjection(foot: UserPoint(x: 0, y: frame.halfSize.height + 200), height: 550)
    case .handheld, .thumbs: EyeProjection(foot: UserPoint(x: 0, y: 80), height: 330)
    case .faceUp, .unknown: EyeProjection(foot: UserPoint(x: 0, y: 150), height: 450)
    }
  }
}
