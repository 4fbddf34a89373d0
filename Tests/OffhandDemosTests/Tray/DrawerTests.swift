import Offhand
import Testing

@testable import OffhandDemos

struct DrawerTests {
  private func at(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

  @Test func `follows the finger and resists past its ends`() {
    var drawer = Drawer(extent: 100)
    drawer.drag(by: 40, at: at(0))
    #expect(drawer.position(at: at(0)) == 40)
    drawer.drag(by: 100, at: at(10))
    let over = drawer.position(at: at(10))
    #expect(over > 100 && over < 122)
    drawer.drag(by: -100, at: at(20))
    #expect(abs(drawer.position(at: at(20)) - 40) < 1e-9, "the way back is the way there")
    drawer.drag(by: -90, at: at(30))
    #expect(drawer.position(at: at(30)) < 0 && drawer.position(at: at(30)) > -50)
  }

  @Test func `opens and shuts by the sign of the velocity`() {
    var drawer = Drawer(extent: 100)
    drawer.drag(by: 20, at: at(0))
    drawer.release(velocity: 120, at: at(10))
    #expect(drawer.isOpen)
    #expect(drawer.position(at: at(5000)) == 100)
    drawer.drag(by: -10, at: at(5000))
    drawer.release(velocity: -120, at: at(5010))
    #expect(drawer.position(at: at(9000)) == 0 && !drawer.isOpen)
  }

  @Test func `slowly released it goes to the nearer end`() {
    var drawer = Drawer(extent: 100)
    drawer.drag(by: 45, at: at(0))
    drawer.release(velocity: 10, at: at(0))
    #expect(!drawer.isOpen)
    drawer.grab(at: at(0))
    drawer.drag(by: 10, at: at(0))
    drawer.release(velocity: -10, at: at(0))
    #expect(drawer.isOpen)
  }

  @Test func `the spring takes the velocity over, without a jump`() {
    var drawer = Drawer(extent: 100)
    drawer.drag(by: 30, at: at(0))
    drawer.release(velocity: 500, at: at(0))
    #expect(abs(drawer.position(at: at(1)) - 30.5) < 0.1)
    var last = 30.0
    for milliseconds in 1...1000 {
      let now = drawer.position(at: at(milliseconds))
      #expect(abs(now - last) < 1.3)
      last = now
    }
    #expect(!drawer.isAnimating(at: at(1000)))
  }

  @Test func `a finger catches it where it is`() {
    var drawer = Drawer(extent: 100)
    drawer.toggle(at: at(0))
    let caught = drawer.position(at: at(60))
    drawer.grab(at: at(60))
    #expect(!drawer.isAnimating(at: at(60)))
    #expect(drawer.position(at: at(500)) == caught && caught > 5 && caught < 95)
  }
}
