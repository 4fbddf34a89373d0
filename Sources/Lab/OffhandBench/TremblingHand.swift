import Foundation
import Offhand
import OffhandTesting

/// Taps of a hand on buttons: recorded ones, and what a tremor adds to them.
struct TremblingHand {
  /// A recorded tap: the displacements from its landing in millimetres, with their times in seconds.
  typealias Tap = [(time: Double, offset: Vector)]

  /// The reports of a tap of the button around `center`, and when the finger lifts first, in seconds.
  typealias Attempt = (steps: [Step], lift: Double)

  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A steady hand misses the middle by 1.5 mm along each axis.
  mutating func steady(_ tap: Tap, at center: Point) -> Attempt {
    let landing = center + Vector(dx: random.normal(), dy: random.normal()) * 1.5
    let lift = max(tap[tap.count - 1].time, 0.03)
    return (TremblingHand.contact(0...lift) { landing + TremblingHand.offset(of: tap, at: $0) }, lift)
  }

  /// One that trembles aims as well, and with 4 to 8 Hz to each side by .5 to 6 mm; presses for up to 3 s, rolls by up to 8 mm as it
  /// lands or lifts, and bounces in every fifth tap.
  mutating func trembling(_ tap: Tap, at center: Point) -> Attempt {
    let aim = center + Vector(dx: random.normal(), dy: random.normal()) * 1.5
    let steady = max(tap[tap.count - 1].time, 0.03)
    let lift = steady * pow(max(3 / steady, 1), random.unit())
    let (frequency, phase) = (random.number(4.0...8), random.number(0...2 * Double.pi))
    let sway = Vector(angle: Angle(radians: random.number(0...2 * Double.pi))) * (0.5 * pow(12, random.unit()))
    let roll = Vector(angle: Angle(radians: random.number(0...2 * Double.pi))) * random.number(0...8.0)
    let rollsOff = random.happens(0.5)
    func place(_ time: Double) -> Point {
      let rolled = 1 - (rollsOff ? lift - time : time) / 0.15
      return aim + TremblingHand.offset(of: tap, at: time / lift * steady)
        + sway * sin(2 * .pi * frequency * time + phase) + roll * min(max(rolled, 0), 1)
    }
    var steps = TremblingHand.contact(0...lift, place)
    if random.happens(0.2) {
      let start = lift + random.number(0.03...0.15)
      steps += TremblingHand.contact(start...(start + random.number(0.03...0.1)), place)
    }
    return (steps, lift)
  }

  /// A contact, reported each 10 ms.
  private static func contact(_ times: ClosedRange<Double>, _ place: (Double) -> Point) -> [Step] {
    let (start, end) = (place(times.lowerBound), times.upperBound)
    var steps = [down(0, start.x, start.y, at: times.lowerBound * 1000)]
    for time in stride(from: times.lowerBound + 0.01, to: end, by: 0.01) {
      let point = place(time)
      steps.append(move(0, to: point.x, point.y, at: time * 1000))
    }
    return steps + [up(0, at: end * 1000)]
  }

  private static func offset(of tap: Tap, at time: Double) -> Vector {
    tap.last { $0.time <= time }?.offset ?? .zero
  }
}

/// Whether programs get what was meant.
struct ButtonTrial {
  /// What became of taps on buttons of `size` millimetres, side by side.
  private(set) var right = 0, wrong = 0, lost = 0
  /// The largest time in seconds by which a tap came after its lift.
  private(set) var delay = 0.0

  /// Plays `attempt` at the button around `center` through `accommodations`, to a program with buttons that knows taps, presses and drags.
  mutating func play(_ attempt: TremblingHand.Attempt, at center: Point, size: Double, _ accommodations: Accommodations)
  {
    let pipeline = Pipeline {
      TapGestureRecognizer()
      LongPressGestureRecognizer()
      PanGestureRecognizer(contestedSlop: 3.4)
    }
    let player = OffhandTesting.play(pipeline.filtered { AccommodatedTouches(accommodations) }, waiting: 2000) {
      attempt.steps
    }
    let button = Rect(center: center, size: Size(width: size, height: size))
    let taps = player.events.indices.filter { player.events[$0].name == .tap && player.events[$0].state == .recognized }
    let hits = taps.filter { button.contains(player.touches[$0][0].landingPosition) }
    if taps.isEmpty { lost += 1 } else if taps.count == 1, hits.count == 1 { right += 1 } else { wrong += 1 }
    for tap in taps.prefix(1) {
      delay = max(delay, player.events[tap].timestamp.seconds(since: .zero) - attempt.lift)
    }
  }
}
