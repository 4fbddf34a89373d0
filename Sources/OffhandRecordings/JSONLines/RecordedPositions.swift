/// The positions that one contact gives, in each unit that it gives them in: millimetres, pixels, device units.
struct RecordedPositions {
  var x: (Double?, Double?, Double?)
  var y: (Double?, Double?, Double?)

  /// The position in `unit`, or in the best unit there is where nothing is settled.
  func best(preferring unit: LengthUnit?) -> (unit: LengthUnit, x: Double, y: Double)? {
    if let unit { return position(in: unit).map { (unit, $0.x, $0.y) } }
    for unit in LengthUnit.allCases {
      if let found = position(in: unit) { return (unit, found.x, found.y) }
    }
    return nil
  }

  /// Keeps the positions in the other units with the contact, so that they can be written again.
  func keepOthers(than unit: LengthUnit, in touch: inout RecordedTouch) {
    for other in LengthUnit.allCases where other != unit {
      let (x, y) = pair(in: other)
      if let x { touch.extras["x_\(other.rawValue)"] = .number(x) }
      if let y { touch.extras["y_\(other.rawValue)"] = .number(y) }
    }
  }

  private func position(in unit: LengthUnit) -> (x: Double, y: Double)? {
    guard case (let x?, let y?) = pair(in: unit) else { return nil }
    return (x, y)
  }

  private func pair(in unit: LengthUnit) -> (Double?, Double?) {
    switch unit {
    case .millimetres: (x.0, y.0)
    case .pixels: (x.1, y.1)
    case .device: (x.2, y.2)
    }
  }
}
