import Offhand

/// What a touch screen's driver says about the shape of contacts.
enum EllipseDriver: String {
  case none
  case constantOne = "constant 1"
  case constant255 = "constant 255"
  case pressure = "pressure"
  case widest = "widest side"
  case quarterTurns = "quarter turns"
  case honest

  static let fakes = [constantOne, constant255, pressure, widest, quarterTurns]

  /// The shape of a contact of a hand whose forearm comes from `azimuth` degrees.
  func shape(azimuth: Double, side: Handedness, _ random: inout SeededRandom) -> ContactShape? {
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
