package import Offhand

/// A calibration as six numbers, as udev's rules and `panel.toml` have it.
extension CalibrationMatrix {
  /// The matrix of six numbers in libinput's order; `nil` if there are more or fewer.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 6 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
  }

  /// Its numbers in libinput's order, with at most three decimal places and `separator` between them.
  package func text(separator: String = " ") -> String {
    [xx, xy, x0, yx, yy, y0].map { number in
      let rounded = (number * 1000).rounded() / 1000
      return Int(exactly: rounded).map { String($0) } ?? String(rounded)
    }.joined(separator: separator)
  }
}
