/// Judges whether a device measures the shape of contacts: many touch screens announce it and send a constant, the pressure,
/// or a number unrelated to the finger (Design/Recognizing.md LI13; Design/HandModel.md "Contact shapes").
///
/// Two questions are decided by two records. The long axis of every report decides whether a source passes shapes on at all.
/// The whole shape at each landing decides whether an estimator may use size and orientation. Having no shape is the normal
/// case, and everything must work without.
package struct ContactShapeTrust: Sendable {
  private var reports = Reports()
  private var landings = Landings()

  /// A judgement without samples: nothing is trusted.
  package init() {}

  // MARK: Whether a source passes shapes on

  /// Records the long axis of a contact in a report, in millimetres. Old reports weigh less and less, so that trust can be lost again.
  package mutating func note(major: Float) { reports.note(major) }

  /// Whether the long axes vary within the range of fingers, so that shapes may be passed on.
  package var isEarned: Bool { reports.isEarned }

  private struct Reports: Sendable {
    /// The range of long axes of fingers, thumbs and knuckles, in millimetres: a fingertip 5 to 15, a flat thumb 25; slightly
    /// wider at both ends.
    static let plausible: ClosedRange<Float> = 2...40
    /// The least number of samples: some four touches at 60 to 120 reports a second.
    static let samplesNeeded = 64
    /// The least number of different values: a constant, or a switch between two, is not a measurement.
    static let valuesNeeded = 4
    /// The least share of plausible samples.
    static let shareNeeded = 0.95
    /// The number of samples at which their weight is halved.
    static let window = 4096

    private var samples = 0
    private var plausibleSamples = 0
    private var values = InlineArray<4, Float>(repeating: 0)
    private var valueCount = 0

    var isEarned: Bool {
      samples >= Reports.samplesNeeded && valueCount >= Reports.valuesNeeded
        && Double(plausibleSamples) >= Reports.shareNeeded * Double(samples)
    }

    mutating func note(_ major: Float) {
      samples += 1
      if Reports.plausible.contains(major) { plausibleSamples += 1 }
      if samples > Reports.window {
        samples /= 2
        plausibleSamples /= 2
      }
      guard valueCount < Reports.valuesNeeded else { return }
      for index in 0..<valueCount where values[index] == major { return }
      values[valueCount] = major
      valueCount += 1
    }
  }

  // MARK: What an estimator may infer

  /// Records the shape of a contact at its landing.
  mutating func note(_ shape: ContactShape) { landings.note(shape) }

  /// Whether the size of contacts is measured: the long axis varies, is in the range of fingers, and is not a function of the pressure.
  var trustsSize: Bool { landings.trustsSize }

  /// Whether the orientation of contacts is measured too: contacts are longer than wide, and not always upright or level.
  var trustsOrientation: Bool { landings.trustsOrientation }

  private struct Landings: Sendable {
    /// The least number of shapes.
    static let needed = 20.0

    private var count = 0.0
    private var majorSum = 0.0, majorSquares = 0.0
    private var pressureSum = 0.0, pressureSquares = 0.0, product = 0.0
    private var pressures = 0.0
    private var oblique = 0.0
    private var elongated = 0.0
    private var implausible = 0.0

    mutating func note(_ shape: ContactShape) {
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

    var trustsSize: Bool {
      guard count >= Landings.needed, implausible < count * 0.1 else { return false }
      let variance = majorSquares / count - (majorSum / count) * (majorSum / count)
      return variance > 0.2 * 0.2 && !repeatsPressure
    }

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
}
