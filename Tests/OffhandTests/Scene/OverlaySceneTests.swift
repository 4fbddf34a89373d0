import DesignCases
import Offhand
import Testing

@Suite struct OverlaySceneTests {
  let zoom = Overlay.ID(rawValue: 1)
  let bounds = Rect(x: 0, y: 0, width: 200, height: 100)

  private func at(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

  private func hud(_ text: String = "100%", x: Double = 10) -> Overlay {
    Overlay(id: zoom, rect: Rect(x: x, y: 10, width: 20, height: 8), content: .hud(text))
  }

  @Test func `fades in, stays, fades out and is removed`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    #expect(scene.opacity(of: zoom, at: at(0)) == 0)
    #expect(scene.isAnimating(at: at(60)) && scene.opacity(of: zoom, at: at(60)) == 0.5)
    #expect(!scene.isAnimating(at: at(120)) && scene.opacity(of: zoom, at: at(120)) == 1)
    #expect(scene.deadline == nil)
    scene.hide(zoom, at: at(1000))
    #expect(scene.opacity(of: zoom, at: at(1075)) == 0.5)
    scene.advance(to: at(1150))
    #expect(scene.overlay(zoom) == nil && !scene.isAnimating(at: at(1150)))
  }

  @Test(.placement("18")) func `an overlay disappears and reappears with its anchor`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    var placement = Placement(rect: hud().rect, side: .above, target: .origin, reason: .kept)
    scene.follow(placement, of: zoom, at: at(200))
    #expect(scene.opacity(of: zoom, at: at(200)) == 1)
    placement.isShown = false
    for milliseconds in stride(from: 300, through: 900, by: 100) {
      scene.follow(placement, of: zoom, at: at(milliseconds))
      scene.advance(to: at(milliseconds))
    }
    #expect(scene.opacity(of: zoom, at: at(900)) == 0 && !scene.isAnimating(at: at(900)))
    #expect(scene.isShown(zoom), "no hide is pending")
    placement.isShown = true
    scene.follow(placement, of: zoom, at: at(1000))
    #expect(scene.opacity(of: zoom, at: at(1200)) == 1)
    placement.isShown = false
    scene.follow(placement, of: zoom, at: at(1300))
    scene.hide(zoom, at: at(1400))
    scene.advance(to: at(2000))
    #expect(scene.overlay(zoom) == nil, "one that is out of sight goes for good when it is told to")
    scene.show(hud(), at: at(3000))
    scene.hide(zoom, at: at(4000))
    for isShown in [false, true] {
      scene.advance(to: at(4050))
      placement.isShown = isShown
      scene.follow(placement, of: zoom, at: at(4050))
    }
    scene.advance(to: at(5000))
    #expect(scene.overlay(zoom) == nil, "one that fades out already does not come back")
    scene.show(hud(), at: at(6000))
    scene.hide(zoom, at: at(7000), after: .milliseconds(300))
    placement.isShown = false
    scene.follow(placement, of: zoom, at: at(7100))
    scene.advance(to: at(8000))
    #expect(scene.overlay(zoom) == nil, "one whose anchor goes while it lingers goes too")
  }

  @Test(.recognition("L7")) func `a show 80 ms after a hide is visible`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.hide(zoom, at: at(500))
    scene.advance(to: at(580))
    let before = scene.opacity(of: zoom, at: at(580))
    scene.show(hud("110%"), at: at(580))
    #expect(scene.opacity(of: zoom, at: at(580)) == before, "no jump")
    for milliseconds in stride(from: 581, through: 3000, by: 7) {
      scene.advance(to: at(milliseconds))
      #expect(scene.opacity(of: zoom, at: at(milliseconds)) >= before)
    }
    #expect(scene.opacity(of: zoom, at: at(3000)) == 1)
  }

  @Test func `an overlay hidden while it fades in fades out from there, and once although told twice`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.hide(zoom, at: at(60))
    #expect(scene.opacity(of: zoom, at: at(60)) == 0.5, "no flash")
    let later = scene.opacity(of: zoom, at: at(110))
    #expect(later > 0 && later < 0.5)
    let once = scene
    scene.hide(zoom, at: at(110))
    for milliseconds in [112, 118, 125] {
      #expect(scene.opacity(of: zoom, at: at(milliseconds)) == once.opacity(of: zoom, at: at(milliseconds)))
    }
    scene.advance(to: at(210))
    #expect(scene.overlay(zoom) == nil, "gone 150 ms after the first hide")
  }

  @Test func `the next deadline is that of the overlay that goes first`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.show(Overlay(id: Overlay.ID(rawValue: 2), rect: hud().rect, content: .hud("2")), at: at(0))
    scene.hide(zoom, at: at(100), after: .milliseconds(900))
    scene.hide(Overlay.ID(rawValue: 2), at: at(100), after: .milliseconds(300))
    #expect(scene.deadline == at(400))
  }

  @Test(arguments: [OverlayTransition.slide, .hop])
  func `a placement that stays, which says so by a jump, ends no movement to it`(transition: OverlayTransition) throws {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    var placement = Placement(rect: hud(x: 110).rect, side: .above, target: .origin, reason: .relocated)
    placement.transition = transition
    scene.follow(placement, of: zoom, at: at(500))
    let alone = scene
    placement.transition = .jump
    for milliseconds in stride(from: 508, to: 1200, by: 8) {
      let time = at(milliseconds)
      scene.follow(placement, of: zoom, at: time)
      #expect(scene.rect(of: zoom, at: time) == alone.rect(of: zoom, at: time))
      #expect(scene.opacity(of: zoom, at: time) == alone.opacity(of: zoom, at: time))
    }
  }

  @Test(arguments: [OverlayTransition.slide, .hop])
  func `an overlay that grows on its way goes on to where it now belongs`(transition: OverlayTransition) throws {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: hud(x: 110).rect, by: transition, at: at(500))
    func rect(_ milliseconds: Int) throws -> Rect { try #require(scene.rect(of: zoom, at: at(milliseconds))) }
    let before = try rect(540)
    scene.move(zoom, to: Rect(x: 106, y: 10, width: 24, height: 8), by: .jump, at: at(540))
    if transition == .hop {
      #expect(try rect(540) == before && scene.opacity(of: zoom, at: at(540)) == 0.5)
    } else {
      #expect(abs(try rect(540).maxX - before.maxX) < 1e-9)
      #expect(try rect(548).minX - rect(540).minX < 2.1)
    }
    #expect(try rect(5000) == Rect(x: 106, y: 10, width: 24, height: 8))
  }

  @Test(arguments: [OverlayTransition.slide, .hop])
  func `an overlay that is sent elsewhere while it hops does not flash`(transition: OverlayTransition) {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: hud(x: 110).rect, by: .hop, at: at(1000))
    let before = scene.opacity(of: zoom, at: at(1070))
    #expect(before > 0 && before < 0.3)
    scene.move(zoom, to: hud(x: 60).rect, by: transition, at: at(1070))
    #expect(abs(scene.opacity(of: zoom, at: at(1070)) - before) < 1e-9)
    #expect(scene.opacity(of: zoom, at: at(2000)) == 1)
  }

  @Test func `an overlay that is sent elsewhere while it slides turns without a jerk`() throws {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: hud(x: 110).rect, by: .slide, at: at(500))
    func x(_ milliseconds: Int) throws -> Double { try #require(scene.rect(of: zoom, at: at(milliseconds))).minX }
    let speed = try x(650) - x(640)
    #expect(speed > 1)
    scene.move(zoom, to: hud(x: 180).rect, by: .slide, at: at(650))
    #expect(abs(try x(660) - x(650) - speed) < 0.3 * speed)
    #expect(scene.isAnimating(at: at(655)))
  }

  @Test func `an overlay that was faded out while it slid comes back where it is sent`() throws {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: hud(x: 110).rect, by: .slide, at: at(500))
    var placement = Placement(rect: hud(x: 110).rect, side: .above, target: .origin, reason: .kept)
    placement.isShown = false
    scene.follow(placement, of: zoom, at: at(510))
    var (shown, moved) = (scene, scene)
    (placement.rect, placement.isShown, placement.transition) = (hud(x: 60).rect, true, .slide)
    moved.follow(placement, of: zoom, at: at(670))
    shown.show(hud(x: 60), at: at(670))
    #expect(moved.rect(of: zoom, at: at(690))?.minX == 60)
    #expect(shown.rect(of: zoom, at: at(690))?.minX == 60)
  }

  @Test func `an overlay that is shown elsewhere is there at once, although it was sliding`() throws {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: hud(x: 110).rect, by: .slide, at: at(500))
    scene.show(hud(x: 60), at: at(600))
    #expect(scene.rect(of: zoom, at: at(600))?.minX == 60)
  }

  @Test(.recognition("L7")) func `a lingering hide of an older showing does not end the newer`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.hide(zoom, at: at(500), after: .milliseconds(300))
    #expect(scene.deadline == at(800))
    scene.show(hud(), at: at(600))
    #expect(scene.deadline == nil)
    scene.advance(to: at(5000))
    #expect(scene.opacity(of: zoom, at: at(5000)) == 1)
  }

  @Test(.recognition("L8")) func `a hide right after a show hides, and the next show is complete`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.hide(zoom, at: at(500))
    scene.show(hud(), at: at(540))
    scene.hide(zoom, at: at(590))
    scene.advance(to: at(900))
    #expect(scene.opacity(of: zoom, at: at(900)) == 0 && scene.overlay(zoom) == nil)
    scene.show(hud(), at: at(1000))
    #expect(scene.opacity(of: zoom, at: at(1120)) == 1)
  }

  @Test func `a pending hide starts when it is due, however late the scene is advanced`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.hide(zoom, at: at(500), after: .milliseconds(300))
    var late = scene
    late.advance(to: at(875))
    scene.advance(to: at(800))
    scene.advance(to: at(875))
    #expect(scene.opacity(of: zoom, at: at(875)) == 0.5)
    #expect(late.opacity(of: zoom, at: at(875)) == 0.5)
  }

  @Test(.recognition("L5")) func `text that widens at the right edge is inside in the same frame`() {
    var scene = OverlayScene()
    scene.show(hud("99%", x: 180), at: at(0))
    scene.update(zoom, content: .hud("100%"))
    scene.resize(zoom, to: Size(width: 24, height: 8), within: bounds, at: at(10))
    #expect(scene.rect(of: zoom, at: at(10)) == Rect(x: 176, y: 10, width: 24, height: 8))
  }

  @Test(.recognition("L4"))
  func `an overlay larger than the bounds has its leading edge pinned, the other axis unaffected`() {
    let wide = Rect(x: 50, y: 20, width: 300, height: 10)
    #expect(wide.clamped(to: bounds) == Rect(x: 0, y: 20, width: 300, height: 10))
    #expect(wide.moved(by: Vector(dx: -400, dy: 100)).clamped(to: bounds).origin == Point(x: 0, y: 90))
  }

  @Test(.recognition("L10")) func `an output that is removed takes its overlays with it`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.removeAll()
    #expect(scene.rect(of: zoom, at: at(5)) == nil && !scene.isAnimating(at: at(5)))
  }

  @Test func `a slide stays below 250 mm/s and is never much longer`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: Rect(x: 33, y: 10, width: 20, height: 8), by: .slide, at: at(1000))
    var last = 10.0
    for milliseconds in 1001...1400 {
      let x = scene.rect(of: zoom, at: at(milliseconds))?.minX ?? .nan
      #expect(x >= last - 1e-9 && (x - last) <= 0.2505)
      last = x
    }
    scene.advance(to: at(1800))
    #expect(scene.rect(of: zoom, at: at(1800))?.minX == 33 && !scene.isAnimating(at: at(1800)))
  }

  @Test func `a hop is drawn at the old position, then at the new, never between`() {
    var scene = OverlayScene()
    scene.show(hud(), at: at(0))
    scene.move(zoom, to: Rect(x: 150, y: 60, width: 20, height: 8), by: .hop, at: at(1000))
    #expect(scene.rect(of: zoom, at: at(1079))?.minX == 10)
    #expect(scene.opacity(of: zoom, at: at(1079)) < 0.01)
    #expect(scene.rect(of: zoom, at: at(1080))?.minX == 150)
    #expect(scene.opacity(of: zoom, at: at(1080)) == 0)
    #expect(scene.opacity(of: zoom, at: at(1200)) == 1)
    #expect(!scene.isAnimating(at: at(1200)))
  }

  @Test func `draws nothing while hidden and a layer while fading`() {
    var scene = OverlayScene()
    let grid = PixelGrid(width: 800, height: 400, size: bounds.size)
    scene.show(hud(), at: at(0))
    var list = DisplayList()
    scene.draw(at: at(0), on: grid, into: &list)
    #expect(list.commands.isEmpty)
    scene.draw(at: at(60), on: grid, into: &list)
    guard case .beginLayer(_, _, let opacity)? = list.commands.first else {
      Issue.record("expected a layer, got \(list.commands)")
      return
    }
    #expect(opacity == 0.5)
    list.removeAll()
    scene.draw(at: at(500), on: grid, into: &list)
    guard case .shadow? = list.commands.first else {
      Issue.record("expected the shadow first, got \(list.commands)")
      return
    }
  }
}
