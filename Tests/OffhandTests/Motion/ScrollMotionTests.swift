import Offhand
import OffhandTesting
import Testing

/// What scrolls, pages and slides: laws over many drags, and the cases that fingers make.
struct ScrollMotionTests {
  private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

  @Test func `between its ends it goes with the finger, and beyond them by less and less`() {
    var motion = ScrollMotion(extent: 100, give: 50)
    motion.drag(by: 40, at: at(0))
    #expect(motion.position(at: at(0)) == 40)
    motion.drag(by: -40, at: at(0))
    var last = motion.position(at: at(0))
    var step = Double.infinity
    for _ in 0..<20 {
      motion.drag(by: -10, at: at(0))
      let now = motion.position(at: at(0))
      #expect(now < last && last - now < step)
      step = last - now
      last = now
    }
    #expect(last > -50)
    // The finger that comes back brings it back over the same way.
    motion.drag(by: 200, at: at(0))
    #expect(abs(motion.position(at: at(0))) < 1e-9)
  }

  @Test(arguments: 0..<200)
  func `wherever it is let go, it comes to rest between its ends, and on a page if it has pages`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let extent = Double.random(in: 0...400, using: &random)
    let page: Double? = seed.isMultiple(of: 2) ? Double.random(in: 20...120, using: &random) : nil
    var motion = ScrollMotion(extent: extent, give: 80, page: page)
    var time = 0.0
    for _ in 0..<4 {
      motion.grab(at: at(time))
      for _ in 0..<5 { motion.drag(by: Double.random(in: -120...120, using: &random), at: at(time)) }
      let position = motion.position(at: at(time))
      motion.release(velocity: Double.random(in: -3000...3000, using: &random), at: at(time))
      #expect(abs(motion.position(at: at(time)) - position) < 1e-6, "a release does not jump")
      time += Double.random(in: 0...1, using: &random)
    }
    let rest = motion.position(at: at(time + 30))
    #expect(!motion.isAnimating(at: at(time + 30)) && rest == motion.target)
    #expect(rest >= 0 && rest <= extent)
    guard let page, rest < extent else { return }
    #expect(abs(rest / page - (rest / page).rounded()) < 1e-9)
  }

  @Test func `a flick turns one page, and a slow release goes to the nearer one`() {
    for (velocity, place, page) in [
      (300.0, 10.0, 1), (-300, 90, 0), (5000, 10, 1), (10, 60, 1), (10, 40, 0), (-20, 60, 1),
    ] {
      var motion = ScrollMotion(extent: 500, give: 100, page: 100)
      motion.drag(by: place, at: at(0))
      motion.release(velocity: velocity, at: at(0))
      #expect(motion.target == 100 * Double(page), "\(velocity) mm/s at \(place) mm")
    }
  }

  @Test func `let go, it slides from where it is drawn, to the page at which the finger was`() {
    var list = ScrollMotion(extent: 100, give: 50)
    list.drag(by: 40, at: at(0))
    list.release(velocity: 100, drawn: 44, at: at(0))
    #expect(list.position(at: at(0)) == 44 && list.position(at: at(0.02)) > 44)
    var pages = ScrollMotion(extent: 500, give: 100, page: 100)
    pages.drag(by: 45, at: at(0))
    pages.release(velocity: 0, drawn: 55, at: at(0))
    #expect(pages.position(at: at(0)) == 55 && pages.target == 0)
  }

  @Test func `a program scrolls it as far as there is content`() {
    var motion = ScrollMotion(extent: 100, give: 50)
    for (place, target) in [(1000.0, 100.0), (-30, 0), (60, 60)] {
      motion.scroll(to: place, at: at(0))
      #expect(motion.target == target && motion.position(at: at(60)) == target)
    }
  }

  @Test func `it can move only where there is something left`() {
    var motion = ScrollMotion(extent: 100, give: 50)
    #expect(!motion.canMove(by: -1, at: at(0)) && motion.canMove(by: 1, at: at(0)))
    motion.drag(by: 100, at: at(0))
    #expect(motion.canMove(by: -1, at: at(0)) && !motion.canMove(by: 1, at: at(0)))
    #expect(!ScrollMotion().canMove(by: 1, at: at(0)))
  }

  @Test func `what is appended disturbs no motion, and what is taken away ends within what is left`() {
    var motion = ScrollMotion(extent: 100, give: 50)
    motion.drag(by: 50, at: at(0))
    motion.release(velocity: 100, at: at(0))
    let (before, target) = (motion.position(at: at(0.1)), motion.target)
    motion.resize(extent: 300, give: 50)
    #expect(motion.position(at: at(0.1)) == before && motion.target == target && motion.isAnimating(at: at(0.1)))
    motion.resize(extent: 20, give: 50)
    #expect(motion.position(at: at(0.1)) == 20)
  }

  @Test func `a page stays the same page when pages change their length`() {
    var motion = ScrollMotion(extent: 400, give: 100, page: 100)
    motion.scroll(to: 200, at: at(0))
    motion.resize(extent: 600, give: 150, page: 150)
    #expect(motion.position(at: at(0)) == 300)
  }
}
