/// Where the eye is: a hand stands above the glass, so what it hides depends on it.
public enum Viewpoint: Sendable, Hashable {
  /// The usual place for the posture.
  case automatic
  /// Straight above every point, infinitely far: what a scanner sees.
  case orthographic
  /// Millimetres from the panel's centre: x to the right, y down, z from the glass towards the viewer.
  case eye(x: Double, y: Double, z: Double)
}
