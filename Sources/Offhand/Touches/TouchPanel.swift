/// What the kernel, udev and libinput know of a touch screen, as far as its place on an output depends on it.
public struct TouchPanel: Sendable, Hashable {
  /// How the panel is connected.
  public enum Connection: String, Sendable {
    /// By a bus that only built-in devices use, such as I²C.
    case builtIn
    /// By USB or Bluetooth: anything may be there.
    case external
  }

  /// The sensor in millimetres as libinput reports it, before any matrix; `nil` where the device has no resolution or one
  /// that cannot be true (recognizers.md LI1–LI3).
  public var sensorSize: Size?
  /// What is applied to its coordinates before they are reported.
  public var calibration: CalibrationMatrix
  /// The output that udev names for it (`WL_OUTPUT`).
  public var udevOutput: String?
  /// How it is connected.
  public var connection: Connection

  /// A panel; a sensor with a side that is no plausible number has no size.
  public init(
    sensorSize: Size?, calibration: CalibrationMatrix = .identity, udevOutput: String? = nil,
    connection: Connection = .external
  ) {
    self.sensorSize = sensorSize.flatMap { SurfaceGeometry.isPlausible($0) ? $0 : nil }
    self.calibration = calibration
    self.udevOutput = udevOutput
    self.connection = connection
  }

  /// The size in millimetres of the area that coordinates 0...1 stand for after the matrix; `nil` where it cannot be known.
  public var calibratedSize: Size? {
    sensorSize.flatMap { calibration.calibratedSize(of: $0) }.flatMap { SurfaceGeometry.isPlausible($0) ? $0 : nil }
  }
}
