/// One axis of a picture: values to pixels, and round numbers for its ticks.
struct PictureAxis {
  /// The pixel of the lowest value.
  let start: Double
  /// The pixel of the highest value.
  let end: Double
  /// The highest value; the lowest is zero.
  let maximum: Double
  /// Values at which there are ticks.
  let ticks: [Double]

  /// An axis from zero to the first round number at or above `maximum`.
  init(from start: Double, to end: Double, maximum: Double) {
    self.start = start
    self.end = end
    let step = PictureAxis.step(for: max(maximum, 1e-9))
    let count = (max(maximum, 1e-9) / step).rounded(.up)
    self.maximum = step * count
    ticks = (0...Int(count)).map { Double($0) * step }
  }

  /// The number at `tick`: all of an axis have as many digits as the step between two of them.
  func label(_ tick: Double) -> String {
    let step = ticks.count > 1 ? ticks[1] : 1
    var digits = 0
    var rest = step
    while digits < 6, abs(rest - rest.rounded()) > 1e-6 {
      digits += 1
      rest *= 10
    }
    return TextTable.number(tick, digits)
  }

  /// The pixel of `value`.
  func pixel(_ value: Double) -> Double { start + (end - start) * min(max(value / maximum, 0), 1) }

  /// One, two or five times a power of ten, so that there are at most eight of them.
  private static func step(for maximum: Double) -> Double {
    var power = 1.0
    while power > maximum / 8 { power /= 10 }
    while power * 10 <= maximum / 8 { power *= 10 }
    return [1, 2, 5].map { $0 * power }.first { maximum / $0 <= 8 } ?? 10 * power
  }
}
