import Offhand
import Testing

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

  @Test(arguments: [0.2, 0.7, 1.0, 1.00001, 1.5, 6])
  func `closed forms agree with the equation`(dampingRatio: Double) {
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

  @Test(arguments: [0.15, 0.7, 1, 4])
  func `stays within the tolerance after its settling time`(ratio: Double) {
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
