import Offhand
import OffhandTesting

/// What differs from person to person and from time to time.
struct HandDraw {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A number about zero with this standard deviation.
  mutating func normal(_ deviation: Double) -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + random.number(0...1) } * deviation
  }

  /// A positive number with this median and 95th percentile: people's times and lengths reach farther up than down.
  mutating func skewed(_ median: Double, _ high: Double) -> Double {
    let share = normal(1) / 1.645
    return max(median / 4, median + share * (share > 0 ? high - median : 0.6 * median))
  }

  /// A way of this length, any direction.
  mutating func way(_ length: Double) -> Vector { Vector(angle: Angle(degrees: random.number(0...360))) * length }

  /// One of two.
  mutating func sign() -> Double { random.happens(0.5) ? 1 : -1 }

  /// Times of `count` fingers that spread over `spread` milliseconds, in any order, the first at zero.
  mutating func staggered(_ count: Int, over spread: Double) -> [Double] {
    var times = (0..<count).map { $0 == 0 ? 0 : $0 == 1 ? spread : random.number(0...spread) }
    times.shuffle(using: &random)
    return times
  }

  /// A part of the time of a whole gesture: span, turn and way seldom start and end together.
  mutating func part(of milliseconds: Double) -> ClosedRange<Double> {
    let start = random.happens(0.7) ? random.number(0...0.3) : 0
    let end = random.happens(0.7) ? random.number(0.7...1) : 1
    return start * milliseconds...end * milliseconds
  }
}
