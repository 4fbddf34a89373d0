/// An angle; clockwise is positive on the glass, because y points down.
///
/// All trigonometry is here, so that the domain needs no C library in its sources and
/// results are the same wherever the same compiler and libm run.
public struct Angle: Sendable, Hashable, Comparable {
  /// The angle in radians, not wrapped.
  public var radians: Double

  /// An angle of `radians`.
  @inlinable
  public init(radians: Double) { self.radians = radians }

  /// An angle of `degrees`.
  @inlinable
  public init(degrees: Double) { radians = degrees * .pi / 180 }

  /// The direction of the vector (x, y), in (-π, π]; zero for (0, 0), NaN if a component is NaN.
  ///
  /// The arc tangent of the ratio is reduced with atan r = atan(k/8) + atan((r − k/8)/(1 + r·k/8)), which leaves at
  /// most 1/16, where seven terms of the Taylor series are exact to the last bits of a double.
  public init(y: Double, x: Double) { radians = Angle.arcTangent(y: y, x: x) }

  /// The angle of 0.
  public static let zero = Angle(radians: 0)

  /// The angle in degrees, not wrapped.
  @inlinable public var degrees: Double { radians * 180 / .pi }

  /// The sine.
  public var sine: Double { _sin(radians) }

  /// The cosine.
  public var cosine: Double { _cos(radians) }

  /// The same direction in (-π, π].
  public var wrapped: Angle {
    if radians > -.pi && radians <= .pi { return self }
    let turn = 2 * Double.pi
    let rest = radians.remainder(dividingBy: turn)
    return Angle(radians: rest == -.pi ? .pi : rest)
  }

  /// Compares the angles as turns, not as directions: not wrapped.
  @inlinable
  public static func < (a: Angle, b: Angle) -> Bool { a.radians < b.radians }

  /// Adds turns.
  @inlinable
  public static func + (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians + b.radians) }

  /// Subtracts turns.
  @inlinable
  public static func - (a: Angle, b: Angle) -> Angle { Angle(radians: a.radians - b.radians) }

  /// The opposite turn.
  @inlinable
  public static prefix func - (a: Angle) -> Angle { Angle(radians: -a.radians) }

  /// Scales a turn.
  @inlinable
  public static func * (a: Angle, factor: Double) -> Angle { Angle(radians: a.radians * factor) }

  private static func arcTangent(y: Double, x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let width = abs(x)
    let height = abs(y)
    if width == 0 && height == 0 { return 0 }
    if width.isInfinite || height.isInfinite {
      return arcTangent(y: height.isInfinite ? (y < 0 ? -1 : 1) : 0, x: width.isInfinite ? (x < 0 ? -1 : 1) : 0)
    }
    var angle = firstOctant(min(width, height) / max(width, height))
    if height > width { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
  }

  /// The arc tangent of a ratio in 0...1.
  @inline(__always)
  private static func firstOctant(_ ratio: Double) -> Double {
    // Truncated, not rounded: rounding would call the C library. Ratios are never negative.
    let step = Int(ratio * 8 + 0.5)
    let knot = Double(step) / 8
    return knotAngle(step) + arcTangent(ofSmall: (ratio - knot) / (1 + ratio * knot))
  }

  /// The largest ratio for which the series is exact.
  static let seriesReach = 1.0 / 16

  /// The arc tangent of a ratio of magnitude at most `seriesReach`.
  @inline(__always)
  static func arcTangent(ofSmall ratio: Double) -> Double {
    let square = ratio * ratio
    let series =
      1 - square
      * (1.0 / 3 - square * (1.0 / 5 - square * (1.0 / 7 - square * (1.0 / 9 - square * (1.0 / 11 - square / 13)))))
    return ratio * series
  }

  /// atan(step / 8) for step in 0...8.
  @inline(__always)
  private static func knotAngle(_ step: Int) -> Double {
    switch step {
    case 0: 0
    case 1: 0.12435499454676144
    case 2: 0.24497866312686414
    case 3: 0.35877067027057225
    case 4: 0.4636476090008061
    case 5: 0.5585993153435624
    case 6: 0.6435011087932844
    case 7: 0.7188299996216245
    default: 0.7853981633974483
    }
  }
}
