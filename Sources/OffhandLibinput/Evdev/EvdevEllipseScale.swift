import Offhand

/// Leads from a device's contact ellipses to millimetres.
struct EvdevEllipseScale {
  private let millimetresPerUnit: Float
  private let hasMinor: Bool
  private let radiansPerUnit: Float?
  private let hasPressure: Bool

  /// The scale of a device; `nil` where it has no ellipse, or one without a measure.
  ///
  /// The kernel's documentation wants the long axis in units of the surface, so where it has no resolution of its own the
  /// position's counts. Orientation runs from -maximum to maximum for a quarter turn to each side, clockwise.
  init?(_ snapshot: EvdevSnapshot) {
    guard let major = snapshot.major else { return nil }
    let resolution = major.resolution > 0 ? major.resolution : snapshot.x.resolution
    guard resolution > 0 else { return nil }
    millimetresPerUnit = 1 / Float(resolution)
    hasMinor = snapshot.minor != nil
    radiansPerUnit = snapshot.orientation.flatMap { $0.maximum > 1 ? Float.pi / 2 / Float($0.maximum) : nil }
    hasPressure = snapshot.hasPressure
  }

  /// The ellipse in millimetres; `nil` where the device reports none at this moment.
  func shape(_ ellipse: EvdevEllipse) -> ContactShape? {
    guard ellipse.major > 0 else { return nil }
    let major = Float(ellipse.major) * millimetresPerUnit
    return ContactShape(
      major: major, minor: hasMinor && ellipse.minor > 0 ? Float(ellipse.minor) * millimetresPerUnit : major,
      orientationRadians: radiansPerUnit.map { Float(ellipse.orientation) * $0 },
      pressure: hasPressure ? Float(ellipse.pressure) : nil)
  }
}
