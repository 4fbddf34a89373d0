import Offhand
import Testing

@Suite struct DecayTests {
  @Test func `the normal rate is 2.002 a second`() {
    #expect(abs(Decay.normal.rate - 2.002002670) < 1e-6)
  }

  @Test func `a millisecond leaves 0.998 of the velocity`() {
    #expect(abs(Decay.normal.remainder(after: 0.001) - 0.998) < 1e-12)
    #expect(abs(Decay.normal.remainder(after: 1) - 0.135_064_522_447) < 1e-9)
  }

  @Test func `the way is the integral of the velocity`() {
    var way = 0.0
    for step in 0..<100_000 { way += Decay.normal.remainder(after: (Double(step) + 0.5) / 100_000) / 100_000 }
    #expect(abs(Decay.normal.reach(after: 1) - way) < 1e-9)
    #expect(Decay.normal.reach(after: -1) == 0)
  }

  @Test func `projection is where it comes to rest`() {
    #expect(abs(Decay.normal.projection(from: 10, velocity: 200.2002670) - 110) < 1e-6)
    let point = Decay.normal.projection(from: Point(x: 1, y: 2), velocity: Vector(dx: 0, dy: -100))
    #expect(point.x == 1 && abs(point.y - (2 - 49.949983)) < 1e-5)
    #expect(abs(Decay.normal.reach(after: 60) * 100 - 49.949983) < 1e-5)
  }

  @Test func `stops at 2 mm a second`() {
    let seconds = Decay.normal.duration(speed: 500)
    #expect(abs(500 * Decay.normal.remainder(after: seconds) - 2) < 1e-9)
    #expect(Decay.normal.duration(speed: 2) == 0)
    #expect(Decay.normal.duration(speed: 0) == 0)
  }

  @Test func `a speed aims at a distance`() {
    let speed = Decay.fast.speed(reaching: 75)
    #expect(abs(Decay.fast.projection(from: 0, velocity: speed) - 75) < 1e-9)
  }
}
