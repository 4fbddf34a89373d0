/// The matrix that libinput applies to the coordinates of a touch screen before anything else: the first two rows of a
/// 3 by 3 matrix over coordinates in 0...1.
public struct CalibrationMatrix: Sendable, Hashable {
  /// New x: `xx · x + xy · y + x0`.
  public var xx: Double
  /// New x: `xx · x + xy · y + x0`.
  public var xy: Double
  /// New x: `xx · x + xy · y + x0`.
  public var x0: Double
  /// New y: `yx · x + yy · y + y0`.
  public var yx: Double
  /// New y: `yx · x + yy · y + y0`.
  public var yy: Double
  /// New y: `yx · x + yy · y + y0`.
  public var y0: Double

  /// The matrix in libinput's order, row by row.
  public init(_ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double) {
    self.xx = xx
    self.xy = xy
    self.x0 = x0
    self.yx = yx
    self.yy = yy
    self.y0 = y0
  }

  /// Changes nothing.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// The coordinate that the matrix makes of (x, y).
  public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (xx * x + xy * y + x0, yx * x + yy * y + y0)
  }

  /// The matrix that applies this one and then `next`.
  public func followed(by next: CalibrationMatrix) -> CalibrationMatrix {
    let origin = next.apply(x: x0, y: y0)
    return CalibrationMatrix(
      next.xx * xx + next.xy * yx, next.xx * xy + next.xy * yy, origin.x,
      next.yx * xx + next.yy * yx, next.yx * xy + next.yy * yy, origin.y)
  }

  /// The size on the glass of what is 0...1 by 0...1 after the matrix, for a sensor of `sensor` millimetres; `nil` where the
  /// matrix folds the glass into a line.
  ///
  /// libinput scales millimetres by the sensor's own axes after it turned the coordinates, so with a quarter turn it reports
  /// travel along one side by the measure of the other (recognizers.md LI4). The columns of the inverse, in millimetres of
  /// the sensor, are the sides as they lie on the glass, whatever the turn and the scale.
  public func calibratedSize(of sensor: Size) -> Size? {
    let determinant = xx * yy - xy * yx
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    let across = Vector(dx: yy / determinant * sensor.width, dy: -yx / determinant * sensor.height)
    let down = Vector(dx: -xy / determinant * sensor.width, dy: xx / determinant * sensor.height)
    return Size(width: across.length, height: down.length)
  }
}
