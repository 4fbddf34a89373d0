import Offhand
import OffhandBenchmarks
import OffhandTesting

/// A person at a panel: where the fingertips are at each moment, with what hands add to it.
///
/// Hands move with minimum jerk, correct themselves a few times a second, and tremble with 8 to 12 Hz.
struct SimulatedPerson {
  /// The places of the fingers at a time in seconds since the beginning; a finger that is not down has none.
  typealias Motion = (Double) -> [Point?]

  /// The times in s for which all fingers were up between two landings of a pair.
  private(set) var gaps: [Double] = []
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number of the person's own choice.
  mutating func number(_ range: ClosedRange<Double>) -> Double { generator.number(range) }

  /// Follows `path` for `seconds`, after the time that it takes to find it.
  mutating func follow(_ path: @escaping (Double) -> Point, for seconds: Double) -> Motion {
    let offset = normalVector(2)
    // Hands err the more the faster they move (Harris and Wolpert, 1998).
    let speed = path(1).distance(to: path(1.01)) / 0.01
    let (wander, tremor) = (wander(0.5 + 0.015 * speed, every: 0.15...0.35, for: seconds), tremor(0.1))
    let palm = palm(beside: path(0), for: seconds)
    return { time in
      guard (0.3...(seconds - 0.1)).contains(time) else { return [] }
      let found = MinimumJerk.part((time - 0.3) / 0.6)
      return [path(0) + (path(time) - path(0)) * found + offset + wander(time) + tremor(time), palm(time)]
    }
  }

  /// Rests at `place`, and drifts a little.
  mutating func rest(at place: Point, for seconds: Double) -> Motion {
    let (wander, tremor, offset) = (wander(0.3, every: 1...2, for: seconds), tremor(0.02), normalVector(1))
    return { time in
      (0.4...(seconds - 0.4)).contains(time) ? [place + offset + wander(time) + tremor(time)] : []
    }
  }

  /// Draws a line as along a ruler; one finger of five leaves the glass for a moment.
  mutating func draw(from start: Point, to end: Point, for seconds: Double) -> Motion {
    let (wander, tremor, offset) = (wander(0.8, every: 0.5...1, for: seconds), tremor(0.06), normalVector(1))
    let palm = palm(beside: start, for: seconds)
    let length = min(0.3 + start.distance(to: end) / generator.number(70.0...120), seconds - 0.8)
    let loss = generator.happens(0.2) ? generator.number(0.4...(0.4 + length)) : seconds
    return { time in
      guard (0.3...(0.5 + length)).contains(time), !(loss...(loss + 0.2)).contains(time) else { return [] }
      let part = MinimumJerk.part((time - 0.4) / length)
      return [start + (end - start) * part + offset + wander(time) + tremor(time), palm(time)]
    }
  }

  /// Taps `marks`, one after the other, in `seconds` altogether.
  mutating func tap(_ marks: [Point], for seconds: Double) -> Motion {
    let (tremor, each) = (tremor(0.02), seconds / Double(marks.count))
    let taps = marks.map { (place: $0 + normalVector(1.2), length: generator.number(0.07...0.12)) }
    return { time in
      let index = min(Int(time / each), taps.count - 1)
      let (place, within) = (taps[index].place, time - Double(index) * each)
      return (0.5...(0.5 + taps[index].length)).contains(within) ? [place + tremor(time)] : []
    }
  }

  /// Brings two fingers together and apart around `middle`, then taps with both as fast as they can.
  mutating func pair(around middle: Point, reach: Double, for seconds: Double) -> Motion {
    let (tremor, angle) = (tremor(0.1), Angle(degrees: generator.number(20...70)))
    let (nearest, period) = (generator.number(10.0...13), generator.number(1.8...2.6))
    let trills = 0.6 * seconds
    var taps: [(landing: Double, lift: Double, later: Double)] = []
    var time = trills + 0.5
    gaps = []
    while time < seconds - 0.3 {
      let (length, gap) = (generator.number(0.06...0.1), generator.number(0.045...0.16))
      taps.append((time, time + length, generator.number(0...0.01)))
      gaps.append(gap - (taps.last?.later ?? 0))
      time += length + gap
    }
    if !gaps.isEmpty { gaps.removeLast() }
    let (half, swing) = (Vector(angle: angle), (reach - nearest) / 4)
    return { time in
      let tap = taps.last { $0.landing <= time }
      var arm = half * 20.0
      if time < trills {
        let openness: Double = 1 + Angle(degrees: 360 * time / period).cosine
        let length: Double = nearest / 2 + swing * openness
        arm = half * length
      }
      let places: [Point] = [middle - arm + tremor(time), middle + arm + tremor(time + 3)]
      if time < trills { return time > 0.4 ? places : [] }
      guard let tap else { return [] }
      return [time < tap.lift ? places[0] : nil, time < tap.lift + tap.later ? places[1] : nil]
    }
  }

  /// A palm that rests on the glass for a while, beside one finger of three.
  private mutating func palm(beside place: Point, for seconds: Double) -> (Double) -> Point? {
    let place = place + Vector(angle: Angle(degrees: generator.number(0...360))) * generator.number(50.0...90)
    let start = generator.happens(0.3) ? generator.number(0.5...(seconds - 1)) : seconds
    return { (start...(start + 1)).contains($0) ? place : nil }
  }

  private mutating func normalVector(_ deviation: Double) -> Vector {
    Vector(dx: deviation * generator.normal(), dy: deviation * generator.normal())
  }

  /// Corrective motions with minimum jerk: from one error to the next.
  private mutating func wander(
    _ deviation: Double, every pauses: ClosedRange<Double>, for seconds: Double
  ) -> (Double) -> Vector {
    let pause = generator.number(pauses)
    let errors = (0...Int(seconds / pause) + 1).map { _ in normalVector(deviation) }
    return { time in
      let step = Int(time / pause)
      return errors[step] + (errors[step + 1] + -errors[step]) * MinimumJerk.part(time / pause - Double(step))
    }
  }

  private mutating func tremor(_ amplitude: Double) -> (Double) -> Vector {
    let waves = (0..<3).map { _ in
      (turn: 2 * .pi * generator.number(8...12), phase: generator.number(0.0...6), size: normalVector(amplitude / 2))
    }
    return { time in
      waves.reduce(Vector.zero) { $0 + $1.size * Angle(radians: $1.turn * time + $1.phase).sine }
    }
  }
}
