/// Whether a device can be believed about the shape of contacts: many drivers invent it (placement.md §1.0, §2.1).
///
/// Refused are an axis that never varies, one that no finger has, one that is the pressure under another name, and angles that
/// only ever are upright or lying. Nothing is believed before 20 samples of shape are in.
public struct EllipseTrust: Sendable {
  private var count = 0.0
  private var majorSum = 0.0, majorSquares = 0.0
  private var pressureSum = 0.0, pressureSquares = 0.0, product = 0.0
  private var pressures = 0.0
  private var oblique = 0.0
  private var elongated = 0.0
  private var implausible = 0.0

  /// No samples yet.
  public init() {}

  /// Takes in the shape of a contact.
  public mutating func note(_ shape: ContactShape) {
    let major = Double(shape.major)
    guard major.isFinite, major >= 0 else {
      implausible += 1
      return
    }
    count += 1
    majorSum += major
    majorSquares += major * major
    if major < 3 || major > 40 { implausible += 1 }
    if shape.minor < shape.major * 0.98 { elongated += 1 }
    if let angle = shape.orientationRadians, angle.isFinite {
      let quarters = Double(angle) / (.pi / 2)
      if abs(quarters - quarters.rounded()) > 0.02 { oblique += 1 }
    }
    if let pressure = shape.pressure, pressure.isFinite {
      pressures += 1
      pressureSum += Double(pressure)
      pressureSquares += Double(pressure) * Double(pressure)
      product += Double(pressure) * major
    }
  }

  /// Whether the size of contacts can be believed.
  public var trustsSize: Bool {
    guard count >= 20, implausible < count * 0.1 else { return false }
    let variance = majorSquares / count - (majorSum / count) * (majorSum / count)
    return variance > 0.2 * 0.2 && !repeatsPressure
  }

  /// Whether the angle of contacts can be believed.
  public var trustsOrientation: Bool { trustsSize && elongated > count * 0.2 && oblique > count * 0.1 }

  /// Whether the long axis is a linear function of the pressure.
  private var repeatsPressure: Bool {
    guard pressures == count, count > 0 else { return false }
    let covariance = product / count - majorSum / count * pressureSum / count
    let major = majorSquares / count - (majorSum / count) * (majorSum / count)
    let pressure = pressureSquares / count - (pressureSum / count) * (pressureSum / count)
    guard major > 1e-9, pressure > 1e-9 else { return false }
    return covariance * covariance > 0.998 * major * pressure
  }
}
