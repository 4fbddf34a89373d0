import Testing

@testable import Offhand

@Suite struct SpringTests {
  /// Small steps of the equation itself, as the witness for the closed forms.
  private func integrate(_ spring: Spring, offset: Double, velocity: Double, seconds: Double) -> (Double, Double) {
    let steps = 200_000
    let dt = seconds / Double(steps)
    var x = offset
    var v = velocity
    for _ in 0..<steps {
      let a = -spring.frequency * spring.frequency * x - 2 * spring.dampingRatio * spring.frequency * v
      let middle = v + a * dt / 2
      let x2 = x + v * dt / 2
      let a2 = -spring.frequency * spring.frequency * x2 - 2 * spring.dampingRatio * spring.frequency * middle
      x += middle * dt
      v += a2 * dt
    }
    return (x, v)
  }

  @Test(arguments: [0.2, 0.7, 1.0, 1.00001, 1.5, 6]) func `closed forms agree with the equation`(dampingRatio: Double) {
    let spring = Spring(frequency: 18, dampingRatio: dampingRatio)
    for seconds in [0.01, 0.08, 0.3] {
      let (x, v) = integrate(spring, offset: 30, velocity: -400, seconds: seconds)
      #expect(abs(spring.offset(from: 30, velocity: -400, after: seconds) - x) < 2e-4)
      #expect(abs(spring.velocity(from: 30, velocity: -400, after: seconds) - v) < 5e-3)
    }
  }

  @Test func `starts with the offset and the velocity it was let go with`() {
    for ratio in [0.3, 1, 3] {
      let spring = Spring(frequency: 25, dampingRatio: ratio)
      #expect(spring.offset(from: -7, velocity: 120, after: 0) == -7)
      #expect(abs(spring.velocity(from: -7, velocity: 120, after: 0) - 120) < 1e-9)
    }
  }

  @Test func `critically damped covers 99 per cent in its time and never overshoots from rest`() {
    let spring = Spring(settlingIn: .milliseconds(180))
    #expect(abs(spring.offset(from: 1, after: 0.18) - 0.01) < 1e-9)
    for step in 0...500 { #expect(spring.offset(from: 1, after: Double(step) / 100) >= 0) }
  }

  @Test(arguments: [0.15, 0.7, 1, 4]) func `stays within the tolerance after its settling time`(ratio: Double) {
    let spring = Spring(frequency: 12, dampingRatio: ratio)
    let end = spring.settlingTime(from: 80, velocity: 900, tolerance: 0.016)
    #expect(end > 0.2)
    for step in 0..<400 {
      #expect(abs(spring.offset(from: 80, velocity: 900, after: end + Double(step) / 200)) <= 0.016)
    }
  }

  @Test func `survives nonsense`() {
    let stuck = Spring(frequency: 0, dampingRatio: -1)
    #expect(stuck.offset(from: 5, after: 1).isFinite)
    #expect(Spring.settle.offset(from: 5, after: .infinity) == 0)
    #expect(Spring.settle.offset(from: 5, after: -1) == 5)
  }

  @Test func `a motion carries the release velocity over and ends on its target`() {
    let start = Timestamp(seconds: 10)
    let motion = SpringMotion(
      .settle, from: Point(x: 20, y: 5), velocity: Vector(dx: 300, dy: 0), to: Point(x: 0, y: 5), at: start)
    #expect(motion.position(at: start) == Point(x: 20, y: 5))
    #expect(motion.velocity(at: start) == Vector(dx: 300, dy: 0))
    let soon = motion.position(at: start + .milliseconds(1))
    #expect(abs(soon.x - 20.3) < 0.02)
    #expect(motion.position(at: motion.end) == Point(x: 0, y: 5))
    #expect(motion.velocity(at: motion.end) == .zero)
    let last = motion.position(at: motion.end - .nanoseconds(1))
    #expect((last - motion.target).length <= SpringMotion.tolerance)
    #expect(!motion.isOver(at: start) && motion.isOver(at: motion.end))
  }
}

@Suite struct DecayTests {
  @Test func `the normal rate is 2.002 a second`() {
    #expect(abs(Decay.normal.rate - 2.002002670) < 1e-6)
  }

  @Test func `a millisecond leaves 0.998 of the velocity`() {
    #expect(abs(Decay.normal.remainder(after: 0.001) - 0.998) < 1e-12)
    #expect(abs(Decay.normal.remainder(after: 1) - 0.135_064_522_447) < 1e-9)
  }

  @Test func `the displacement is the integral of the velocity`() {
    var way = 0.0
    for step in 0..<100_000 { way += Decay.normal.remainder(after: (Double(step) + 0.5) / 100_000) / 100_000 }
    #expect(abs(Decay.normal.reach(after: 1) - way) < 1e-9)
    #expect(Decay.normal.reach(after: -1) == 0)
  }

  @Test func `projection is where it comes to rest`() {
    #expect(abs(Decay.normal.projection(from: 10, velocity: 200.2002670) - 110) < 1e-6)
    #expect(abs(Decay.normal.reach(after: 60) * 100 - 49.949983) < 1e-5)
  }

  @Test func `stops at 2 mm a second`() {
    let seconds = Decay.normal.duration(speed: 500)
    #expect(abs(500 * Decay.normal.remainder(after: seconds) - 2) < 1e-9)
    #expect(Decay.normal.duration(speed: 2) == 0)
    #expect(Decay.normal.duration(speed: 0) == 0)
  }
}

@Suite struct GlideTests {
  @Test func `a throw that stays inside only decays`() {
    let glide = Glide(from: 50, velocity: 100, within: 0...200)
    #expect(abs(glide.position(after: 0.3) - (50 + 100 * Decay.normal.reach(after: 0.3))) < 1e-12)
    #expect(abs(glide.rest - Decay.normal.projection(from: 50, velocity: 98)) < 1e-6)
  }

  @Test func `a throw past the end comes back to the end`() {
    let glide = Glide(from: 150, velocity: 600, within: 0...200)
    #expect(glide.rest == 200)
    #expect(glide.position(after: glide.duration + 1) == 200)
    var highest = 0.0
    var last = 150.0
    for step in 0...1000 {
      let now = glide.position(after: glide.duration * Double(step) / 1000)
      #expect(abs(now - last) < 0.002 * 600, "no jump")
      highest = max(highest, now)
      last = now
    }
    #expect(highest > 202 && highest < 215)
  }

  @Test func `let go outside it springs back at once`() {
    let glide = Glide(from: -20, velocity: 0, within: 0...200)
    #expect(glide.position(after: 0) == -20)
    #expect(glide.rest == 0)
    #expect(glide.duration < 1)
    #expect(Glide(from: -20, velocity: 200, within: 0...200).rest == 0, "on its way back it flies no further")
  }

  @Test func `flung at either end it rests there`() {
    #expect(Glide(from: 50, velocity: -1000, within: 0...200).rest == 0)
    #expect(Glide(from: 50, velocity: 1000, within: 0...200).rest == 200)
  }

  @Test func `at rest it is over`() {
    let glide = Glide(from: 20, velocity: 0, within: 0...200)
    #expect(glide.duration == 0 && glide.rest == 20)
    let edge = Glide(from: 200, velocity: 100, within: 0...200)
    #expect(edge.rest == 200 && edge.position(after: 0.02) > 200)
  }
}

@Suite struct RubberBandTests {
  let band = RubberBand(extent: 200)

  @Test func `gives as the formula says`() {
    #expect(abs(band.displacement(pulledBy: 100) - (1 - 1 / (100 * 0.55 / 200 + 1)) * 200) < 1e-12)
    #expect(abs(band.displacement(pulledBy: 100) - 43.137_254_9) < 1e-6)
  }

  @Test func `is odd, starts with its stiffness and never gives more than its extent`() {
    #expect(band.displacement(pulledBy: -30) == -band.displacement(pulledBy: 30))
    #expect(abs(band.displacement(pulledBy: 1e-6) / 1e-6 - 0.55) < 1e-6)
    #expect(band.displacement(pulledBy: 1e12) <= 200)
    #expect(RubberBand(extent: 0).displacement(pulledBy: 10) == 0)
  }

  @Test func `the inverse lets a finger catch it without a jump`() {
    for pull in [-300.0, -4, 0, 0.1, 60, 900] {
      #expect(abs(band.pull(displacing: band.displacement(pulledBy: pull)) - pull) < 1e-6)
      let place = band.position(for: pull, within: 0...50)
      #expect(abs(band.finger(at: place, within: 0...50) - pull) < 1e-6)
    }
  }

  @Test func `leaves the range alone and is continuous at its ends`() {
    #expect(band.position(for: 12, within: 0...50) == 12)
    #expect(abs(band.position(for: 50.000_001, within: 0...50) - 50) < 1e-6)
    #expect(band.position(for: -10, within: 0...50) < 0)
  }
}

@Suite struct FadeTests {
  @Test func `is monotone between its ends`() {
    let fade = Fade(from: 0, to: 1, over: .milliseconds(120), at: .zero)
    var last = 0.0
    for milliseconds in 0...130 {
      let now = fade.opacity(at: .zero + .milliseconds(milliseconds))
      #expect(now >= last && now <= 1)
      last = now
    }
    #expect(fade.opacity(at: Timestamp(seconds: 0.06)) == 0.5)
    #expect(last == 1 && fade.isOver(at: Timestamp(seconds: 0.12)))
    #expect(fade.opacity(at: Timestamp(seconds: -1)) == 0)
  }

  @Test func `a shorter distance takes proportionally less time`() {
    let fade = Fade(from: 0.5, to: 0, over: .milliseconds(100), at: .zero)
    #expect(fade.end == .zero + .milliseconds(50))
    #expect(Fade(from: 1, to: 1, over: .seconds(1), at: .zero).isOver(at: .zero))
  }
}
