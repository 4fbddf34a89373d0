/// Decides whether the contact ellipses of a device mean anything.
///
/// Many touch screens announce the axes and send a constant, or a number that has nothing to do with the finger. Shapes are
/// passed on only after enough of them were seen to vary within what a fingertip leaves on glass; no shape is the normal case
/// that everything behind must live with (recognizers.md LI13).
public struct ContactShapeTrust: Sendable {
  /// Long axes that a finger, thumb or knuckle leaves, in millimetres: a fingertip 5 to 15, a flat thumb 25; a little more on
  /// both sides.
  public static let plausible: ClosedRange<Float> = 2...40
  /// Samples to see before a judgement: some four touches at 60 to 120 reports a second.
  public static let samplesNeeded = 64
  /// Different values to see: a constant, or on and off, is no measurement.
  public static let valuesNeeded = 4
  /// The share of plausible samples to see.
  public static let shareNeeded = 0.95

  private var samples = 0
  private var plausibleSamples = 0
  private var values = InlineArray<4, Float>(repeating: 0)
  private var valueCount = 0

  /// Nothing seen, nothing trusted.
  public init() {}

  /// Whether shapes may be passed on.
  public var isEarned: Bool {
    samples >= ContactShapeTrust.samplesNeeded && valueCount >= ContactShapeTrust.valuesNeeded
      && Double(plausibleSamples) >= ContactShapeTrust.shareNeeded * Double(samples)
  }

  /// Takes in a long axis of `major` millimetres. Old samples weigh less and less, so that trust can be lost again.
  public mutating func note(major: Float) {
    samples += 1
    if ContactShapeTrust.plausible.contains(major) { plausibleSamples += 1 }
    if samples > 4096 {
      samples /= 2
      plausibleSamples /= 2
    }
    guard valueCount < ContactShapeTrust.valuesNeeded else { return }
    for index in 0..<valueCount where values[index] == major { return }
    values[valueCount] = major
    valueCount += 1
  }
}

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
