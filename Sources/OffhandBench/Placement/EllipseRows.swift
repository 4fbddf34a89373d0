import OffhandTesting
import HandPoses
import Offhand

/// A touch screen driver's report of contact shapes.
enum EllipseDriver: String {
  case none
  case constantOne = "constant 1"
  case constant255 = "constant 255"
  case pressure = "pressure"
  case widest = "widest side"
  case quarterTurns = "quarter turns"
  case honest

  static let fakes = [constantOne, constant255, pressure, widest, quarterTurns]

  /// The shape of a contact of a hand whose forearm has an azimuth in degrees.
  func shape(azimuth: Double, side: Handedness, _ random: inout SeededGenerator) -> ContactShape? {
    let size = Float(9 + 3 * random.unit())
    let sign = side == .left ? 1.0 : -1.0
    let tilt = Float((sign * azimuth + 12 * random.normal()) * .pi / 180)
    switch self {
    case .none: return nil
    case .constantOne: return ContactShape(major: 1, minor: 1)
    case .constant255: return ContactShape(major: 255, minor: 255, orientationRadians: 0)
    case .pressure: return ContactShape(major: size, minor: size, orientationRadians: tilt, pressure: size * 5)
    case .widest: return ContactShape(major: size, minor: size)
    case .quarterTurns:
      return ContactShape(major: size, minor: size * 0.7, orientationRadians: random.unit() < 0.5 ? 0 : .pi / 2)
    case .honest: return ContactShape(major: size, minor: size * 0.7, orientationRadians: tilt)
    }
  }
}

extension PlacementBenchmark {
  /// M32: the effect of invented ellipses. M33: the gain from true ones.
  func ellipseRows() -> [PlacementReport.Row] {
    var rows: [PlacementReport.Row] = []
    let cell = PlacementBenchmark.cells[0]
    let trials = trials(cell, .persp)
    let plain = mean(trials, .none)
    for driver in EllipseDriver.fakes {
      rows.append(
        row(
          "M32 \(driver.rawValue)", "change of M1 by an invented ellipse", "<= .005",
          PlacementFigure(exactly: abs(mean(trials, driver) - plain), count: trials.count)))
    }
    let guessed = self.trials(PlacementBenchmark.cells.first { $0.id == "M8" } ?? cell, .persp)
    rows.append(
      row(
        "M33", "gain of true ellipses in M8", ">= .03",
        PlacementFigure(exactly: mean(guessed, .none) - mean(guessed, .honest), count: guessed.count)))
    return rows
  }

  private func mean(_ trials: [Trial], _ driver: EllipseDriver) -> Double {
    var sum = 0.0
    for trial in trials {
      var random = SeededGenerator(seed: seed)
      var placer = StandardPlacement(environment: trial.environment)
      var time = Timestamp(nanoseconds: 1_000_000_000)
      // Forty taps first, after which the device is trusted if it can be.
      for index in 0..<40 {
        var warm = TouchFrame(timestamp: time)
        warm.append(
          Touch(
            id: Touch.ID(rawValue: UInt64(1000 + index)), position: trial.scene.centroid, landingTime: time,
            shape: driver.shape(azimuth: trial.scene.azimuth, side: .right, &random)))
        placer.ingest(warm)
        time = time + .seconds(30)
      }
      var frame = trial.scene.frame(at: time)
      for index in frame.indices {
        frame[index].shape = driver.shape(azimuth: trial.scene.azimuth, side: trial.scene.side, &random)
      }
      placer.ingest(TouchFrame(timestamp: time))
      placer.ingest(frame)
      sum += trial.judge(placer.place(trial.request)).hidden
    }
    return sum / Double(max(1, trials.count))
  }
}
