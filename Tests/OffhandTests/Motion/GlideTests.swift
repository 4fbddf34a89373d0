import Offhand
import Testing

@Suite struct GlideTests {
  @Test func `a throw that stays inside only decays`() {
    let glide = Glide(from: 50, velocity: 100, within: 0...200)
    #expect(abs(glide.position(after: 0.3) - (50 + 100 * Decay.normal.reach(after: 0.3))) < 1e-12)
    #expect(abs(glide.rest - Decay.normal.projection(from: 50, velocity: 98)) < 1e-6)
    #expect(glide.velocity(after: glide.duration) == 0)
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

  @Test func `velocity is continuous where the spring takes over`() {
    let glide = Glide(from: 150, velocity: 600, within: 0...200)
    var last = 600.0
    for step in 1...4000 {
      let now = glide.velocity(after: glide.duration * Double(step) / 4000)
      #expect(abs(now - last) < 40)
      last = now
    }
  }

  @Test func `let go outside it springs back at once`() {
    let glide = Glide(from: -20, velocity: 0, within: 0...200)
    #expect(glide.position(after: 0) == -20)
    #expect(glide.rest == 0)
    #expect(glide.duration < 1)
  }

  @Test func `at rest it is over`() {
    let glide = Glide(from: 20, velocity: 0, within: 0...200)
    #expect(glide.duration == 0 && glide.rest == 20)
    let edge = Glide(from: 200, velocity: 100, within: 0...200)
    #expect(edge.rest == 200 && edge.position(after: 0.02) > 200)
  }
}
