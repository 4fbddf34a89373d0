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
}
