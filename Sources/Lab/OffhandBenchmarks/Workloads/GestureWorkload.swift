package import Offhand
import OffhandTesting

extension Workload {
  /// Deliberate gestures of every kind with their ground truth: taps, long presses, pans, swipes, pinches, rotations and
  /// edge pans on a panel of `size` millimetres; `repetitions` of each kind, mixed.
  ///
  /// Sizes, durations, incidental rotation and drift follow 45,600 taps and 765 gestures that people made on a tablet. The
  /// time at which a gesture is decidable follows from the thresholds of Design/Recognizing.md "Recognizers", not from those of
  /// the measured pipeline: a slop twice as large shows as a later decision.
  package static func gestures(
    rate: Double, size: Size = Size(width: 160, height: 90), repetitions: Int = 20, seed: UInt64 = 5
  ) -> Workload {
    var builder = WorkloadBuilder(name: "gestures", rate: rate, seed: seed)
    for _ in 0..<repetitions {
      builder.addTap(in: size)
      builder.addTapOfTwo(in: size)
      builder.addLongPress(in: size)
      for fingers in 1...3 { builder.addPan(fingers: fingers, in: size) }
      builder.addSwipe(in: size)
      builder.addPinch(in: size)
      builder.addTurn(in: size)
      for isMoving in [true, false] { builder.addEdgePan(in: size, isMoving: isMoving) }
    }
    return builder.workload
  }
}

extension WorkloadBuilder {
  /// A random position at least `margin` millimetres from every edge.
  private mutating func place(in size: Size, margin: Double) -> Point {
    Point(
      x: generator.number(min(margin, size.width / 2)...max(size.width - margin, size.width / 2)),
      y: generator.number(min(margin, size.height / 2)...max(size.height - margin, size.height / 2)))
  }

  /// Adds a tap of 50 to 200 ms with a drift of at most 0.7 mm along each axis. Measured on people: 78 ms at the median, 219 ms at
  /// the 95th percentile.
  mutating func addTap(in size: Size) {
    let place = place(in: size, margin: 15)
    let press = generator.number(0.05...0.2)
    let drift = Vector(dx: generator.number(-0.7...0.7), dy: generator.number(-0.7...0.7))
    add(
      "tap", expected: "tap", decidable: press,
      [FingerPath(landing: 0, lift: press) { time in place + drift * (time / press) }])
  }

  /// Adds a two-finger tap: the second finger lands 5 to 45 ms after the first and lifts 5 to 40 ms after it. Measured on people:
  /// 15 ms between the landings at the median, 46 ms at the 95th percentile.
  mutating func addTapOfTwo(in size: Size) {
    let place = place(in: size, margin: 30)
    let landing = generator.number(0.005...0.045)
    let press = generator.number(0.12...0.25)
    let lift = press + generator.number(0.005...0.04)
    let beside = Vector(dx: generator.number(14.0...24.0), dy: generator.number(-12.0 ... -4.0))
    add(
      "tap of 2", expected: "tap", decidable: lift, tolerated: ["two-finger-tap"],
      [.still(at: place, landing: 0, lift: press), .still(at: place + beside, landing: landing, lift: lift)])
  }

  /// Adds a long press, decidable after half a second (Design/Recognizing.md "Long press").
  mutating func addLongPress(in size: Size) {
    let place = place(in: size, margin: 15)
    add(
      "long press", expected: "long-press", decidable: 0.5,
      [.still(at: place, landing: 0, lift: generator.number(0.7...1.1))])
  }

  /// Adds a pan, decidable once the fingers have moved 1.6 mm (Design/Recognizing.md "Pan"). A fast one may also be a swipe.
  mutating func addPan(fingers: Int, in size: Size) {
    let start = place(in: size, margin: 35)
    let direction = Angle(degrees: generator.number(-180.0...180.0))
    let length = generator.number(20.0...30.0)
    let duration = generator.number(0.6...1.2)
    let way = Vector(dx: direction.cosine, dy: direction.sine) * length
    let paths = (0..<fingers).map { finger in
      let beside = Vector(dx: 14 * (Double(finger) - Double(fingers - 1) / 2), dy: finger == 1 ? -6 : 0)
      return FingerPath(landing: 0, lift: duration) { time in
        start + beside + way * MinimumJerk.part(time / duration)
      }
    }
    add(
      "pan of \(fingers)", expected: "pan", decidable: duration * MinimumJerk.progress(1.6 / length),
      tolerated: ["swipe", "transform"], paths)
  }

  /// Adds a swipe, decidable after 12 mm: the distance that a fast swipe needs (Design/Recognizing.md "Swipe").
  mutating func addSwipe(in size: Size) {
    let start = place(in: size, margin: 40)
    let side = [0.0, 90, 180, -90][generator.number(0...3)]
    let direction = Angle(degrees: side + generator.number(-12.0...12.0))
    let length = generator.number(28.0...38.0)
    let duration = generator.number(0.1...0.18)
    let way = Vector(dx: direction.cosine, dy: direction.sine) * length
    // A flick leaves the panel while it is still fast: only the first three quarters of its duration are on the panel.
    let whole = duration / 0.75
    add(
      "swipe", expected: "swipe", decidable: whole * MinimumJerk.progress(12 / length),
      tolerated: ["pan", "transform"],
      [FingerPath(landing: 0, lift: duration) { time in start + way * MinimumJerk.part(time / whole) }])
  }

  /// Adds a pinch, decidable once the span has changed by 2 mm (Design/Recognizing.md "Pinch"). People rotate by up to 25 degrees
  /// and drift by 14 mm during a deliberate pinch.
  mutating func addPinch(in size: Size) {
    let opens = generator.happens(0.5)
    let (from, to) = opens ? (20.0, 58.0) : (60.0, 22.0)
    let center = place(in: size, margin: 36)
    let wander = Vector(dx: generator.number(-7.0...7.0), dy: generator.number(-7.0...7.0))
    let tilt = generator.number(-70.0...70.0)
    let turn = generator.number(-8.0...8.0) + generator.number(-8.0...8.0) + generator.number(-8.0...8.0)
    let duration = generator.number(0.35...0.6)
    func finger(_ side: Double) -> FingerPath {
      FingerPath(landing: 0, lift: duration) { time in
        let part = MinimumJerk.part(time / duration)
        let angle = Angle(degrees: tilt + turn * part)
        let half = side * (from + (to - from) * part) / 2
        return center + wander * part + Vector(dx: half * angle.cosine, dy: half * angle.sine)
      }
    }
    add(
      opens ? "pinch out" : "pinch in", expected: "pinch",
      decidable: duration * MinimumJerk.progress(2 / abs(to - from)), tolerated: ["pan", "transform"],
      [finger(-1), finger(1)])
  }

  /// Adds a rotation, decidable after 3 degrees (Design/Recognizing.md "Rotation"), at a span where that is more than 1 mm of arc.
  mutating func addTurn(in size: Size) {
    let center = place(in: size, margin: 36)
    let tilt = generator.number(-70.0...70.0)
    let turn = generator.number(40.0...90.0) * (generator.happens(0.5) ? 1 : -1)
    let duration = generator.number(0.5...0.9)
    func finger(_ side: Double) -> FingerPath {
      FingerPath(landing: 0, lift: duration) { time in
        let angle = Angle(degrees: tilt + turn * MinimumJerk.part(time / duration))
        return center + Vector(dx: side * 25 * angle.cosine, dy: side * 25 * angle.sine)
      }
    }
    add(
      "turn", expected: "rotation", decidable: duration * MinimumJerk.progress(3 / abs(turn)),
      tolerated: ["pan", "pinch", "transform"], [finger(-1), finger(1)])
  }

  /// Adds an edge pan, decidable once the finger has moved 1.6 mm inward from its landing (Design/Recognizing.md "Edge pan"). Either the
  /// finger started outside the panel and is already moving when it lands, or it lands beside the edge and only then starts to move, as
  /// in writing or drawing.
  mutating func addEdgePan(in size: Size, isMoving: Bool) {
    let along = generator.number(0.3...0.7)
    let inset = generator.number(0.3...2.5)
    let duration = generator.number(0.3...0.6)
    // The distance beyond the edge at which the finger starts: on the bezel, or beside the device.
    let runUp = isMoving ? generator.number(4.0...12.0) : -inset
    let length = runUp + generator.number(30.0...45.0)
    let (edge, inward): (Point, Vector) =
      switch generator.number(0...3) {
      case 0: (Point(x: 0, y: along * size.height), Vector(dx: 1, dy: 0))
      case 1: (Point(x: size.width, y: along * size.height), Vector(dx: -1, dy: 0))
      case 2: (Point(x: along * size.width, y: 0), Vector(dx: 0, dy: 1))
      default: (Point(x: along * size.width, y: size.height), Vector(dx: 0, dy: -1))
      }
    let landing = duration * MinimumJerk.progress((runUp + inset) / length)
    add(
      isMoving ? "edge pan" : "edge pan from rest", expected: "screen-edge-pan",
      decidable: duration * MinimumJerk.progress((runUp + inset + 1.6) / length),
      tolerated: ["pan", "swipe", "transform"],
      [
        FingerPath(landing: landing, lift: duration) { time in
          edge + inward * (length * MinimumJerk.part(time / duration) - runUp)
        }
      ])
  }
}
