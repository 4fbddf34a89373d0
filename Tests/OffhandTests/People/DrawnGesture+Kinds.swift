import Offhand
import OffhandTesting

/// The gestures, drawn from the figures of shared/traces/README.md; what it does not say is wider than we think people are.
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
