/// The ellipse that a fingertip leaves on the glass, where the hardware reports one.
public struct ContactShape: Sendable, Hashable {
  /// The long axis in millimetres.
  public var major: Float
  /// The short axis in millimetres; the long one where the device has no other.
  public var minor: Float
  /// The long axis, radians clockwise from straight up; `nil` where the device does not say.
  public var orientationRadians: Float?
  /// Pressure in the device's own units; `nil` where the device does not say.
  public var pressure: Float?

  /// An ellipse of `major` by `minor` millimetres.
  public init(major: Float, minor: Float, orientationRadians: Float? = nil, pressure: Float? = nil) {
    self.major = major
    self.minor = minor
    self.orientationRadians = orientationRadians
    self.pressure = pressure
  }

  /// Whether the ellipse is long enough that its direction says something: an eccentricity above 0.6.
  var isElongated: Bool {
    guard major > 0 else { return false }
    let ratio = minor / major
    return 1 - ratio * ratio > 0.36
  }
}
