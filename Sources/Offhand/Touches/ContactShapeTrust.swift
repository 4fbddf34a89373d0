/// Judges by the long axis of every report whether a source passes shapes on at all: many touch screens announce them and send a constant,
/// the pressure, or a number unrelated to the finger (Design/Recognizing.md LI13; Design/HandModel.md "Contact shapes"). Having no shape is
/// the normal case, and everything must work without.
package struct ContactShapeTrust: Sendable {
  /// The range of long axes of fingers, thumbs and knuckles, in millimetres: a fingertip 5 to 15, a flat thumb 25; slightly
  /// wider at both ends.
  private static let plausible: ClosedRange<Float> = 2...40
  /// The least number of samples: some four touches at 60 to 120 reports a second.
  private static let samplesNeeded = 64
  /// The least number of different values: a constant, or a switch between two, is not a measurement.
  private static let valuesNeeded = 4
  /// The least share of plausible samples.
  private static let shareNeeded = 0.95
  /// The number of samples at which their weight is halved.
  private static let window = 4096

  private var samples = 0
  private var plausibleSamples = 0
  private var values = InlineArray<4, Float>(repeating: 0)
  private var valueCount = 0

  /// A judgement without samples: nothing is trusted.
  package init() {}

  /// Whether the long axes vary within the range of fingers, so that shapes may be passed on.
  package var isEarned: Bool {
    samples >= ContactShapeTrust.samplesNeeded && valueCount >= ContactShapeTrust.valuesNeeded
      && Double(plausibleSamples) >= ContactShapeTrust.shareNeeded * Double(samples)
  }

  /// Records the long axis of a contact in a report, in millimetres. Old reports weigh less and less, so that trust can be lost again.
  package mutating func note(major: Float) {
    samples += 1
    if ContactShapeTrust.plausible.contains(major) { plausibleSamples += 1 }
    if samples > ContactShapeTrust.window {
      samples /= 2
      plausibleSamples /= 2
    }
    guard valueCount < ContactShapeTrust.valuesNeeded else { return }
    for index in 0..<valueCount where values[index] == major { return }
    values[valueCount] = major
    valueCount += 1
  }
}

/// Judges by the shapes at landings whether an estimator may use their size and orientation.
struct LandedShapes: Sendable {
  /// The least number of shapes.
  private static let needed = 20.0

  private var count = 0.0
  private var majorSum = 0.0, majorSquares = 0.0
  private var pressureSum = 0.0, pressureSquares = 0.0, product = 0.0
  private var pressures = 0.0
  private var oblique = 0.0
  private var elongated = 0.0
  private var implausible = 0.0

  mutating func note(_ shape: ContactShape) {
    let major = Double(shape.major)
    // Pressure alone.
    if major == 0 { return }
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

  /// Whether the size of contacts is measured: the long axis varies, is in the range of fingers, and is not a function of the pressure.
  var trustsSize: Bool {
    guard count >= LandedShapes.needed, implausible < count * 0.1 else { return false }
    let variance = majorSquares / count - (majorSum / count) * (majorSum / count)
    return variance > 0.2 * 0.2 && !repeatsPressure
  }

  /// Whether the orientation of contacts is measured too: contacts are longer than wide, and not always upright or level.
  var trustsOrientation: Bool { trustsSize && elongated > count * 0.2 && oblique > count * 0.1 }

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
