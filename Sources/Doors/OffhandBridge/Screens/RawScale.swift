import Offhand
import OffhandLibinput

/// Converts millimetres of a touch screen to the units of its device.
struct RawScale {
  private let matrix: CalibrationMatrix
  private let x: VirtualTouchScreen.Description.Axis
  private let y: VirtualTouchScreen.Description.Axis

  /// The scale of a device whose calibrated coordinates take up `size`; `nil` if it has no positions, or its calibration hides a direction.
  init?(_ screen: VirtualTouchScreen.Description, calibration: CalibrationMatrix, size: Size) {
    guard let x = screen.axes.first(where: { $0.code == EvdevCode.positionX }),
      let y = screen.axes.first(where: { $0.code == EvdevCode.positionY })
    else { return nil }
    (self.x, self.y) = (x, y)
    let (c, width, height) = (calibration, size.width, size.height)
    // From the parts of the axes to millimetres, and back.
    guard let matrix = c.followed(by: CalibrationMatrix(width, 0, 0, 0, height, 0)).inverse else { return nil }
    self.matrix = matrix
  }

  /// The units of a point in millimetres, within the axes.
  func units(_ point: Point) -> (x: Int32, y: Int32) {
    let part = matrix.apply(x: point.x, y: point.y)
    func value(_ part: Double, _ axis: VirtualTouchScreen.Description.Axis) -> Int32 {
      let value = (Double(axis.minimum) + part * RawScale.length(axis)).rounded()
      return Int32(clamping: Int(min(max(value, Double(axis.minimum)), Double(axis.maximum))))
    }
    return (value(part.x, x), value(part.y, y))
  }

  /// The smallest and the largest units of a position.
  var limits: (smallest: (x: Int32, y: Int32), largest: (x: Int32, y: Int32)) {
    (
      (Int32(clamping: x.minimum), Int32(clamping: y.minimum)), (Int32(clamping: x.maximum), Int32(clamping: y.maximum))
    )
  }

  /// The units of a distance in millimetres.
  func units(_ way: Vector) -> (x: Int32, y: Int32) {
    let parts = (matrix.xx * way.dx + matrix.xy * way.dy, matrix.yx * way.dx + matrix.yy * way.dy)
    func value(_ part: Double, _ axis: VirtualTouchScreen.Description.Axis) -> Int32 {
      let value = (part * RawScale.length(axis)).rounded()
      return value.isFinite ? Int32(min(max(value, -1e6), 1e6)) : 0
    }
    return (value(parts.0, x), value(parts.1, y))
  }

  private static func length(_ axis: VirtualTouchScreen.Description.Axis) -> Double {
    max(Double(axis.maximum) - Double(axis.minimum) + 1, 1)
  }
}
