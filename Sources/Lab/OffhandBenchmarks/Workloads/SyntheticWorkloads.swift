import Offhand
import OffhandTesting

extension Workload {
  /// One finger along an S for two seconds, with the velocity profile of a hand.
  package static func drag(rate: Double, seed: UInt64 = 1) -> Workload {
    var builder = WorkloadBuilder(name: "drag1", rate: rate, seed: seed)
    builder.sample([dragged(from: 25, landing: 0)])
    return builder.workload
  }

  private static func dragged(from x: Double, landing: Double) -> FingerPath {
    FingerPath(landing: landing, lift: landing + 2) { time in
      let part = MinimumJerk.part((time - landing) / 2)
      return Point(x: x + 110 * part, y: 45 + 18 * Angle(radians: 2 * .pi * part).sine)
    }
  }

  /// Two fingers that spread and close while they rotate and drift: 18 to 52 to 25 mm, 10 to 75 to −15 degrees. They land
  /// and lift one after the other.
  package static func pinch(rate: Double, seed: UInt64 = 2) -> Workload {
    var builder = WorkloadBuilder(name: "pinch2", rate: rate, seed: seed)
    func finger(_ side: Double, landing: Double, lift: Double) -> FingerPath {
      FingerPath(landing: landing, lift: lift) { time in
        let out = MinimumJerk.part(time)
        let back = MinimumJerk.part(time - 1)
        let half: Double = (220 + 400 * out - 320 * back) / 24
        let degrees: Double = 10 + 65 * out - 90 * back
        let angle = Angle(degrees: degrees)
        let center = Point(x: 80 - 3 * time, y: 50 - 8 * MinimumJerk.part(time / 2))
        return center + Vector(dx: angle.cosine, dy: angle.sine) * (side * half)
      }
    }
    builder.sample([finger(-1, landing: 0, lift: 2), finger(1, landing: 2 / rate, lift: 2 + 1 / rate)])
    return builder.workload
  }

  /// Two hands with all fingers moving, landing and lifting over three frames.
  package static func tenFingers(rate: Double, seed: UInt64 = 3) -> Workload {
    var builder = WorkloadBuilder(name: "ten", rate: rate, seed: seed)
    let fingers = (0..<10).map { finger in
      let radius = builder.generator.number(3.0...9.0)
      let phase = builder.generator.number(0.0...(2 * Double.pi))
      let turns = builder.generator.number(0.7...1.6)
      let landing = Double(finger / 2) / rate
      let lift = 2 + Double(finger / 4) / rate
      return FingerPath(landing: landing, lift: lift) { time in
        let angle = Angle(radians: phase + 2 * .pi * turns * time / 2)
        let middle = Point(x: 15 + 14.5 * Double(finger) + 3 * time, y: 45)
        return middle + Vector(dx: angle.cosine, dy: angle.sine) * radius
      }
    }
    builder.sample(fingers)
    return builder.workload
  }

  /// Taps of 55 to 90 ms in rapid succession, every fourth with two fingers.
  package static func taps(rate: Double, seed: UInt64 = 4) -> Workload {
    var builder = WorkloadBuilder(name: "taps", rate: rate, seed: seed)
    for tap in 0..<12 {
      let place = Point(x: builder.generator.number(20.0...140.0), y: builder.generator.number(15.0...75.0))
      let press = builder.generator.number(0.055...0.09)
      var fingers = [FingerPath.still(at: place, landing: 0, lift: press)]
      if tap % 4 == 3 {
        let second = Point(x: place.x + 12, y: place.y + 2)
        fingers.append(.still(at: second, landing: 0, lift: press))
      }
      builder.sample(fingers, pause: builder.generator.number(0.07...0.35))
    }
    return builder.workload
  }

  /// Two hands that drag one finger each, 400 mm apart, as `drag` does: what a copy of the pipeline for each hand costs.
  package static func twoHands(rate: Double, seed: UInt64 = 5) -> Workload {
    var builder = WorkloadBuilder(name: "two-hands", rate: rate, seed: seed)
    builder.sample([dragged(from: 25, landing: 0), dragged(from: 425, landing: 2 / rate)])
    return builder.workload
  }

  /// The four synthetic workloads, in this order.
  package static func all(rate: Double) -> [Workload] {
    [drag(rate: rate), pinch(rate: rate), tenFingers(rate: rate), taps(rate: rate)]
  }

  /// At least `count` frames of strokes of half a second from side to side with a short pause between them. Each stroke is a
  /// pan that begins, moves and ends.
  package static func strokes(rate: Double, count: Int, seed: UInt64 = 6) -> Workload {
    var builder = WorkloadBuilder(name: "strokes", rate: rate, seed: seed)
    var isRightward = true
    while builder.frames.count < count {
      let y = builder.generator.number(25.0...65.0)
      let (from, to) = isRightward ? (30.0, 130.0) : (130.0, 30.0)
      builder.sample(
        [
          FingerPath(landing: 0, lift: 0.5) { time in
            Point(x: from + (to - from) * MinimumJerk.part(time / 0.5), y: y)
          }
        ], pause: 0.1)
      isRightward.toggle()
    }
    return builder.workload
  }
}
