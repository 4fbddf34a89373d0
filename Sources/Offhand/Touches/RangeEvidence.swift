/// What positions show of the ranges that a touch screen states for its axes (Design/Platform.md "Habits of touch drivers"), live and in
/// recordings.
package struct RangeEvidence: Sendable, Hashable {
  /// What is wrong with the ranges.
  package enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// The range of each axis is that of the other: `swap` puts positions right.
    case transposed
    /// They are empty, or positions lie beyond them.
    case unfit

    package var description: String {
      switch self {
      case .transposed: "the device states its ranges transposed: swap them in its device tree or driver"
      case .unfit:
        "the device states no range that fits its positions: state it in an hwdb entry (EVDEV_ABS_35 and EVDEV_ABS_36) or its device tree"
      }
    }
  }

  /// From coordinates by the ranges that are stated to coordinates by the transposed ones, each in 0...1 after the calibration.
  package let swap: CalibrationMatrix
  /// The range across, in ranges down.
  private let ratio: Double
  private let isEmpty: Bool
  private var (count, beyond, beyondSwapped) = (0, 0, 0)

  /// No positions yet of a device with the range `x` across, `y` down, and `calibration`.
  package init(x: ClosedRange<Double>, y: ClosedRange<Double>, calibration: CalibrationMatrix = .identity) {
    let (width, height) = (x.upperBound - x.lowerBound + 1, y.upperBound - y.lowerBound + 1)
    ratio = width / height
    isEmpty = width <= 1 || height <= 1
    let offset = x.lowerBound - y.lowerBound
    let plain = CalibrationMatrix(ratio, 0, offset / height, 0, 1 / ratio, -offset / width)
    swap = calibration.inverse?.followed(by: plain).followed(by: calibration) ?? .identity
  }

  /// Takes in a position, in 0...1 after the calibration.
  @inline(__always)
  package mutating func note(x: Double, y: Double) {
    count += 1
    if !RangeEvidence.contains(x, y) { beyond += 1 }
    let swapped = swap.apply(x: x, y: y)
    if !RangeEvidence.contains(swapped.x, swapped.y) { beyondSwapped += 1 }
  }

  /// What is wrong; `nil` if nothing is known to be.
  package var fault: Fault? {
    if isEmpty { return count > 0 ? .unfit : nil }
    guard isMany(beyond) else { return nil }
    return isMany(beyondSwapped) ? .unfit : .transposed
  }

  /// The size that sides `transposed` have before the calibration.
  package func swapped(_ size: Size) -> Size { Size(width: size.height * ratio, height: size.width / ratio) }

  /// Noise sends single positions of any panel beyond its range.
  private func isMany(_ number: Int) -> Bool { count >= 10 && number * 10 > count }

  @inline(__always)
  private static func contains(_ x: Double, _ y: Double) -> Bool { abs(x - 0.5) <= 0.55 && abs(y - 0.5) <= 0.55 }
}
