import Offhand
import OffhandTesting

/// A gesture as some person makes it and some panel sees it.
struct DrawnGesture {
  /// A finger from its landing to its lift, in milliseconds.
  struct Finger {
    var landing: Double
    var lift: Double
    /// Where it is.
    var place: (Double) -> Point
  }

  var fingers: [Finger]
  /// What the span is multiplied by, where it is meant to change.
  var scale = 1.0
  /// Which way and how far the fingers turn, where they are meant to.
  var turn = Angle.zero

  /// The steps on a panel of some rate, grid and noise.
  func steps(_ draw: inout HandDraw) -> [Step] {
    let interval = 1000 / draw.random.number(60.0...150)
    let noise = draw.random.number(0...0.1)
    let grid = draw.random.number(0.02...0.2)
    let first = fingers.map(\.landing).min() ?? 0
    let last = fingers.map(\.lift).max() ?? 0
    var steps: [Step] = []
    var time = first
    var isDown = [Bool](repeating: false, count: fingers.count)
    while time < last + interval {
      for (index, finger) in fingers.enumerated() {
        let number = Int32(index)
        if isDown[index] && time >= finger.lift {
          steps.append(up(number, at: time - first))
          isDown[index] = false
        }
        guard time >= finger.landing, time < finger.lift else { continue }
        let exact = finger.place(time)
        let x = ((exact.x + draw.normal(noise)) / grid).rounded() * grid
        let y = ((exact.y + draw.normal(noise)) / grid).rounded() * grid
        steps.append(isDown[index] ? move(number, to: x, y, at: time - first) : down(number, x, y, at: time - first))
        isDown[index] = true
      }
      time += interval
    }
    return steps
  }

  /// How people speed up and slow down, from 0 to 1 in the time of `range`: with the least jerk.
  static func eased(_ time: Double, in range: ClosedRange<Double>) -> Double {
    let share = min(max((time - range.lowerBound) / max(range.upperBound - range.lowerBound, 1), 0), 1)
    return share * share * share * (10 - 15 * share + 6 * share * share)
  }

  /// Where the fingers of a hand of `size` touch, about their middle: thumb to little finger, or the ones in the middle.
  static func hand(_ count: Int, size: Double, _ draw: inout HandDraw) -> [Vector] {
    let places: [(Double, Double)] = [(-48, 32), (-22, -10), (0, -18), (20, -10), (38, 8)]
    let chosen = count == 5 ? places[...] : places[1...count]
    let turned = Angle(degrees: draw.normal(25)).wrapped
    let mirrored = draw.sign()
    let open = size * draw.random.number(0.7...1.1)
    let rough = chosen.map { place in
      let way = Vector(dx: place.0 * mirrored, dy: place.1) * open + draw.way(draw.random.number(0...3))
      return Vector(
        dx: way.dx * turned.cosine - way.dy * turned.sine, dy: way.dx * turned.sine + way.dy * turned.cosine)
    }
    let middle = rough.reduce(Vector.zero, +) / Double(count)
    return rough.map { $0 - middle }
  }
}

/// The gestures, drawn from the figures of Design/Recognizing.md "Recordings of people"; what it does not say is wider than we think people are.
extension DrawnGesture {
  private static let middle = Point(x: 200, y: 150)

  /// A tap: 78 to 371 ms with one finger; several land within 96 to 122 ms, lift within 120, and take up to 0.6 s.
  static func tap(_ count: Int, _ draw: inout HandDraw) -> DrawnGesture {
    let spread = count == 1 ? 0 : draw.skewed(11 + 3 * Double(count), 30 + 18 * Double(count))
    let held = count == 1 ? draw.skewed(78, 219) : draw.skewed(140, 400)
    let landings = draw.staggered(count, over: spread)
    let lifts = draw.staggered(count, over: count == 1 ? 0 : min(draw.skewed(14, 60), 120))
    let shared = draw.way(max(0, draw.skewed(0.5, 2.2)))
    let places = count == 1 ? [Vector.zero] : hand(count, size: draw.random.number(0.8...1.25), &draw)
    return DrawnGesture(
      fingers: (0..<count).map { index in
        let landing = landings[index]
        let lift = spread + held + lifts[index]
        let own = count == 1 ? .zero : draw.way(draw.skewed(0.5, 1.6))
        let place = places[index]
        return Finger(landing: landing, lift: lift) { time in
          middle + place + (shared + own) * eased(time, in: landing...lift)
        }
      })
  }

  /// Fingers that spread or close, with the turn and the way that come with it.
  static func pinch(_ count: Int, _ draw: inout HandDraw) -> DrawnGesture {
    let size = draw.random.number(0.8...1.25) * (count > 2 ? 1.3 : 1)
    let wide = draw.skewed(60, 95) * size
    let narrow = min(draw.skewed(22, 38) * size, wide - 14)
    let turn = Angle(degrees: draw.normal(12.7))
    let (start, end) = draw.random.happens(0.5) ? (wide, narrow) : (narrow, wide)
    var gesture = shape(
      count, from: start, to: end, turn: turn, way: draw.skewed(7, 19), during: draw.skewed(460, 1000), &draw)
    gesture.scale = end / start
    return gesture
  }

  /// Fingers that turn by 28° to 40°, with the spreading that comes with it.
  static func turn(_ count: Int, _ draw: inout HandDraw) -> DrawnGesture {
    let span = draw.skewed(50, 85) * draw.random.number(0.8...1.25)
    let turn = Angle(degrees: draw.random.number(28...40) * draw.sign())
    var gesture = shape(
      count, from: span, to: span * (1 + draw.normal(0.12)), turn: turn, way: draw.skewed(5, 12),
      during: draw.skewed(600, 1200), &draw)
    gesture.turn = turn
    return gesture
  }

  /// Fingers that zoom by half or more and turn by 40° to 90° at once.
  static func zoomAndTurn(_ draw: inout HandDraw) -> DrawnGesture {
    let span = draw.skewed(45, 70)
    let end = draw.random.happens(0.5) ? span * draw.random.number(1.4...2.2) : span * draw.random.number(0.45...0.7)
    let turn = Angle(degrees: draw.random.number(40...90) * draw.sign())
    var gesture = shape(
      2, from: span, to: end, turn: turn, way: draw.skewed(5, 12), during: draw.skewed(900, 1600), &draw)
    gesture.scale = end / span
    gesture.turn = turn
    return gesture
  }

  /// Fingers that go along together, and by the way turn and spread a little.
  static func drag(_ count: Int, _ draw: inout HandDraw) -> DrawnGesture {
    let length = max(15, draw.skewed(45, 110))
    let time = length / max(40, draw.skewed(120, 450)) * 1900
    let way = draw.way(length)
    let turn = Angle(degrees: draw.normal(5))
    let growth = draw.normal(0.08)
    let places = hand(count, size: 0.6 * draw.random.number(0.8...1.25), &draw)
    let landings = draw.staggered(count, over: draw.skewed(18, 60))
    let lifts = draw.staggered(count, over: min(draw.skewed(16, 70), 150))
    let latest = landings.max() ?? 0
    return DrawnGesture(
      fingers: (0..<count).map { index in
        let place = places[index]
        return Finger(landing: landings[index] - latest, lift: time * 0.95 + lifts[index]) { now in
          let share = eased(now, in: 0...time)
          let turned = turn.radians * share
          let arm = place * (1 + growth * share)
          return middle + way * share + arm + arm.turnedClockwise * turned
        }
      })
  }

  /// One finger that drags until the other lands, 120 to 500 ms later; then they pinch.
  static func latePinch(_ draw: inout HandDraw) -> DrawnGesture {
    var gesture = pinch(2, &draw)
    let wait = draw.random.number(120.0...500)
    let approach = draw.way(draw.random.number(6...25))
    let begin = (gesture.fingers.map(\.landing).min() ?? 0) - wait
    let alone = gesture.fingers[0]
    gesture.fingers[0].landing = begin
    gesture.fingers[0].place = { time in
      alone.place(time) - approach * (1 - eased(time, in: begin...begin + wait))
    }
    return gesture
  }

  /// A finger that lies and trembles.
  static func press(_ draw: inout HandDraw) -> DrawnGesture {
    let drift = draw.way(draw.random.number(0...1))
    let amplitude = draw.random.number(0...0.25)
    let frequency = draw.random.number(6.0...12)
    return DrawnGesture(fingers: [
      Finger(landing: 0, lift: draw.random.number(650...2000)) { time in
        let phase = Angle(radians: 2 * .pi * frequency * time / 1000).wrapped
        return middle + drift * eased(time, in: 0...400) + Vector(dx: phase.cosine, dy: phase.sine) * amplitude
      }
    ])
  }

  private static func shape(
    _ count: Int, from start: Double, to end: Double, turn: Angle, way: Double, during time: Double,
    _ draw: inout HandDraw
  ) -> DrawnGesture {
    let (spreading, turning, going) = (draw.part(of: time), draw.part(of: time), draw.part(of: time))
    let way = draw.way(min(way, 30))
    let angle = draw.random.number(0.0...360)
    // A thumb on one side, the fingers on the other.
    var arms = [Double](repeating: 180, count: count)
    arms[0] = 0
    if count > 2 {
      for finger in 1..<count { arms[finger] = 135 + 90 * Double(finger - 1) / Double(count - 2) }
    }
    let landings = draw.staggered(count, over: draw.skewed(18, 60))
    let lifts = draw.staggered(count, over: min(draw.skewed(16, 70), 150))
    let latest = landings.max() ?? 0
    let fingers = (0..<count).map { index -> Finger in
      let roll = draw.way(draw.random.number(0...0.8))
      let lift: Double = time + lifts[index]
      let arm = angle + arms[index]
      return Finger(landing: landings[index] - latest, lift: lift) { now in
        let radius = (start + (end - start) * eased(now, in: spreading)) / 2
        let direction = Angle(degrees: arm + turn.degrees * eased(now, in: turning)).wrapped
        let centre = middle + way * eased(now, in: going)
        return centre + Vector(angle: direction) * radius + roll * eased(now, in: lift - 40...lift)
      }
    }
    return DrawnGesture(fingers: fingers)
  }
}

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
