import DesignCases
import Testing
@testable import Offhand

/// Design/Placing.md cases 1 to 18: geometry and screen.
@Suite struct ScreenCaseTests {
  @Test(.placement("1")) func `in the top left corner the overlay is not under the palm`() {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 6, y: 6)
    stage.land(finger)
    let placement = stage.place(1, .tap)
    #expect(stage.panel.contains(placement.rect))
    #expect(clears(placement.rect, [finger]))
    // Above is no room; a flip below the finger would lie under the palm.
    let flipped = stage.strategy.hiddenFraction(
      of: Rect(x: 0, y: finger.y + ClassicPlacement.standardGap, width: 20, height: 9))
    #expect(flipped > 0.9)
    #expect(placement.hidden < 0.35)
    #expect(placement.rect.center.distance(to: finger) > 44)
  }

  @Test(.placement("2")) func `in the top right corner a right hand leaves the left free, level with the touch`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 205, y: 12))
    let placement = stage.place(1, .tap)
    #expect(placement.rect.maxX < 196)
    #expect(abs(placement.rect.center.y - 12) < placement.rect.height)
    #expect(placement.quality == .clear)
  }

  @Test(.placement("3")) func `in the bottom right corner the overlay is left or above`() {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 208, y: 128)
    stage.land(finger)
    let placement = stage.place(1, .tap)
    #expect([.left, .above, .aboveLeft].contains(placement.side))
    #expect(placement.quality == .clear)
    #expect(placement.rect.distance(to: finger) < 30, "of the free places a near one")
  }

  @Test(.placement("4")) func `at the bottom edge the occlusion beyond the screen does not count`() {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 108, y: 131)
    stage.land(finger)
    let placement = stage.place(1, .tap)
    #expect(placement.quality == .clear)
    #expect(placement.rect.center.y < finger.y)
    #expect(placement.rect.distance(to: finger) < 35)
  }

  @Test(.placement("5")) func `on a tiny screen the overlay is inside and stays`() {
    var environment = tablet(prior: 0.5)
    environment.panel = Rect(x: 0, y: 0, width: 38, height: 38)
    var stage = standard(environment)
    stage.land(Point(x: 19, y: 19))
    let first = stage.place(1, .tap)
    #expect(stage.panel.contains(first.rect))
    #expect(first.quality == .obstructed)
    let compact = stage.place(2, .tap) { $0.compactSize = Size(width: 10, height: 5) }
    #expect(compact.reason == .compact)
    // It is small because of the hand: other bounds change nothing, unless they make it move.
    let least = max(compact.rect.maxY, 5)
    for height in [40.0, 38, 34] + (least < 9 ? [least + 0.1, 40] : []) {
      let next = stage.place(2, .tap, .changed) {
        $0.compactSize = Size(width: 10, height: 5)
        $0.bounds = Rect(x: 0, y: 0, width: 38, height: height)
      }
      #expect(next.rect.size == Size(width: 10, height: 5) && next.rect.maxY <= height)
      #expect(height < compact.rect.maxY || next.rect == compact.rect)
    }
    for _ in 0..<20 {
      stage.rest(30)
      #expect(stage.place(1, .tap, .changed).rect == first.rect)
    }
  }

  @Test(.placement("6")) func `if the preferred size does not fit the compact one is used`() {
    var stage = standard(tablet(hand: .right))
    stage.land(fiveFingers(index: Point(x: 90, y: 10)))
    let placement = stage.place(1, .multi) {
      $0.size = Size(width: 210, height: 130)
      $0.compactSize = Size(width: 30, height: 10)
    }
    #expect(placement.rect.size == Size(width: 30, height: 10))
    #expect(placement.reason == .compact && !placement.isClipped)
    #expect(placement.quality == .clear)
    // Without a compact size it scrolls, down to the smallest.
    let smallest = stage.place(2, .multi) {
      $0.size = Size(width: 210, height: 130)
      $0.minimumSize = Size(width: 40, height: 12)
    }
    #expect(smallest.rect.size == Size(width: 40, height: 12))
  }

  @Test(.placement("6"), arguments: [OverlayFollowing.fixed, .slot, .follow])
  func `an overlay of its compact size keeps it, also where it moves`(following: OverlayFollowing) {
    var stage = standard(tablet(hand: .right))
    var finger = Point(x: 150, y: 60)
    stage.land(finger)
    func place(_ state: GestureState, in bounds: Rect? = nil) -> Placement {
      stage.rest(30)
      return stage.place(1, .drag, state) {
        $0.size = Size(width: 230, height: 60)
        $0.compactSize = Size(width: 30, height: 10)
        $0.following = following
        $0.bounds = bounds ?? $0.bounds
      }
    }
    #expect(place(.began).reason == .compact)
    for _ in 0..<10 {
      finger.x -= 5
      stage.move([finger])
      #expect(place(.changed).rect.size == Size(width: 30, height: 10))
    }
    // It has to move, and still needs to be small.
    for bounds in [Rect(x: 0, y: 0, width: 40, height: 136), Rect(x: 170, y: 0, width: 40, height: 136)] {
      let placement = place(.changed, in: bounds)
      #expect(placement.rect.size == Size(width: 30, height: 10) && bounds.contains(placement.rect))
    }
    // There is room.
    let wide = Rect(x: 0, y: 0, width: 400, height: 136)
    _ = place(.changed, in: wide)
    #expect(place(.changed, in: wide).rect.size == Size(width: 230, height: 60))
  }

  @Test(.placement("6"), .placement("10"), arguments: [OverlayFollowing.fixed, .follow])
  func `an overlay that no longer fits above a keyboard has its compact size`(following: OverlayFollowing) {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 190, y: 60))
    func place(_ state: GestureState, height: Double) -> Placement {
      stage.rest(30)
      return stage.place(1, .drag, state) {
        $0.size = Size(width: 100, height: 80)
        $0.compactSize = Size(width: 60, height: 30)
        $0.following = following
        $0.bounds.size.height = height
      }
    }
    #expect(place(.began, height: 136).rect.size == Size(width: 100, height: 80))
    let compact = place(.changed, height: 50)
    #expect(compact.rect.size == Size(width: 60, height: 30) && compact.rect.maxY <= 50 && !compact.isClipped)
    #expect(place(.changed, height: 50).rect == compact.rect)
  }

  @Test(.placement("6"), .placement("54")) func `an overlay of its compact size changes with its content`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 150, y: 60))
    func size(_ size: Size, compact: Size?, _ state: GestureState = .changed) -> Size {
      stage.rest(30)
      return stage.place(1, .drag, state) { ($0.size, $0.compactSize) = (size, compact) }.rect.size
    }
    let (large, compact) = (Size(width: 230, height: 60), Size(width: 34, height: 12))
    #expect(size(large, compact: Size(width: 30, height: 10), .began) == Size(width: 30, height: 10))
    #expect(size(large, compact: compact) == compact)
    let whole = Size(width: 25, height: 9)
    #expect(size(whole, compact: compact) == whole)
    #expect(size(large, compact: compact) == compact)
    let other = Size(width: 45, height: 20)
    #expect(size(other, compact: nil) == other)
  }

  @Test(.placement("6"), .placement("56")) func `without a hand the compact size and right to left count too`() {
    var environment = tablet()
    environment.layoutDirection = .rightToLeft
    var stage = standard(environment)
    let placement = stage.place(1, nil) {
      $0.anchor = Rect(x: 100, y: 60, width: 10, height: 6)
      $0.size = Size(width: 230, height: 60)
      $0.compactSize = Size(width: 45, height: 30)
      $0.preferredSide = .left
    }
    #expect(placement.rect.size == Size(width: 45, height: 30) && placement.reason == .compact)
    #expect(placement.side == .right && !placement.isClipped)
    stage.rest(30)
    #expect(
      stage.place(1, nil) {
        $0.anchor = Rect(x: 100, y: 60, width: 10, height: 6)
        $0.size = Size(width: 230, height: 60)
        $0.compactSize = Size(width: 45, height: 30)
      }.rect == placement.rect)
  }

  @Test(.placement("7"), arguments: PlacementPreset.allCases)
  func `an overlay larger than the screen is at the leading corner and is marked as clipped`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet(hand: .right))
    let placement = strategy.place(
      OverlayRequest(id: Overlay.ID(rawValue: 1), size: Size(width: 400, height: 300), bounds: tablet().panel))
    #expect(placement.isClipped)
    #expect(placement.quality == .obstructed)
    #expect(placement.rect.minX >= 0 && placement.rect.minX < 2 && placement.rect.minY >= 0 && placement.rect.minY < 2)
  }

  @Test(.placement("8")) func `a smallest size beyond the bounds does not trap`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 100, y: 60))
    let placement = stage.place(1, .tap) {
      $0.size = Size(width: 400, height: 300)
      $0.minimumSize = Size(width: 300, height: 200)
    }
    #expect(placement.quality == .obstructed)
    #expect(placement.rect.origin == .origin)
  }

  @Test(.placement("9"), arguments: PlacementPreset.allCases)
  func `an empty overlay and empty bounds give an empty placement`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet())
    let empty = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), anchor: Rect(x: 50, y: 40, width: 0, height: 0), size: .zero,
        bounds: tablet().panel))
    #expect(empty.rect == Rect(x: 50, y: 40, width: 0, height: 0))
    let nowhere = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 2), size: Size(width: 9, height: 9), bounds: Rect(x: 0, y: 0, width: 0, height: 0)))
    #expect(nowhere.rect.isFinite)
    #expect(nowhere.reason == .degenerate)
  }

  @Test(.placement("10")) func `a keyboard that appears moves the overlay into the remaining bounds`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 110, y: 90)))
    _ = stage.place(1, .pinch, .began)
    stage.rest(30)
    let left = Rect(x: 0, y: 0, width: 217, height: 60)
    let placement = stage.place(1, .pinch, .changed) { $0.bounds = left }
    #expect(left.contains(placement.rect))
    stage.rest(30)
    #expect(stage.place(1, .pinch, .changed) { $0.bounds = left }.rect == placement.rect)
  }

  @Test(.placement("11"), arguments: [ScreenEdge.left, .top, .right])
  func `on a rotated output the placement is rotated too`(edge: ScreenEdge) {
    var plain = standard(tablet(hand: .right))
    let finger = Point(x: 100, y: 60)
    plain.land(finger)
    let upright = plain.place(1, .tap).rect
    var environment = tablet(hand: .right)
    let seen = UserFrame(panel: environment.panel, edge: .bottom)
    if edge != .top { environment.panel = Rect(x: 0, y: 0, width: 136, height: 217) }
    environment.userEdge = edge
    let turned = UserFrame(panel: environment.panel, edge: edge)
    var stage = standard(environment)
    stage.land(turned.outward(seen.inward(finger)))
    let placement = stage.place(1, .tap) { $0.size = turned.turned($0.size) }.rect
    let expected = Box(upright, in: seen).exactRect(in: turned)
    #expect((placement.origin - expected.origin).length <= 1e-9)
    #expect(placement.size == expected.size)
  }

  @Test(.placement("12"))
  func `a rotation of the output during a gesture keeps the hand, and the next gesture has the new forearm`() {
    var stage = standard(tablet(prior: 0.5))
    let fingers = fiveFingers(index: Point(x: 90, y: 10))
    stage.land(fingers)
    #expect(stage.strategy.hand.side == .right)
    let upright = Rect(x: 0, y: 0, width: 136, height: 217)
    stage.strategy.environment.panel = upright
    stage.panel = upright
    stage.rest(8)
    #expect(stage.strategy.hand.side == .right)
    // The same glass: where the fingers were is elsewhere on it now.
    stage.move(fingers.map { Point(x: 136 - $0.y, y: $0.x) })
    #expect(stage.strategy.hand.side == .right)
    stage.lift()
    stage.rest(400)
    stage.land(Point(x: 68, y: 200))
    #expect(stage.strategy.hand.side == .right)
    var fresh = tablet(prior: 0.5)
    fresh.panel = upright
    var other = standard(fresh)
    other.land(Point(x: 68, y: 200))
    #expect(stage.strategy.estimator.tracks[0].forearm == other.strategy.estimator.tracks[0].forearm)
    #expect(upright.contains(stage.place(1, .tap).rect))
  }

  @Test(.placement("13")) func `mirrored coordinates give the other hand`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(fiveFingers(index: Point(x: 110, y: 10), hand: .left))
    #expect(stage.strategy.hand.side == .left)
  }

  @Test(.placement("15")) func `a finger beside the panel still occludes it`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: -12, y: 20))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 30, y: 80)) > 0.5)
  }

  @Test(.placement("16")) func `positions are not rounded to pixels`() {
    func place(_ finger: Point) -> (first: Rect, later: Rect) {
      var stage = standard(tablet(hand: .right))
      stage.land(finger)
      let first = stage.place(1, .tap).rect
      stage.move([finger + Vector(dx: 0.02, dy: 0.01)])
      return (first, stage.place(1, .tap, .changed).rect)
    }
    let one = place(Point(x: 100.37, y: 60.11))
    #expect(one.later == one.first)
    // A tenth of a pixel counts, up to the grid of 2⁻¹⁰ mm.
    let other = place(Point(x: 100.40, y: 60.11))
    #expect(abs(other.first.minX - one.first.minX - 0.03) < 0.002)
  }

  @Test(.placement("17")) func `an overlay stays on its own output`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 434, height: 136)
    var stage = standard(environment)
    let right = Rect(x: 217, y: 0, width: 217, height: 136)
    stage.land(Point(x: 222, y: 60))
    let placement = stage.place(1, .tap) { $0.bounds = right }
    #expect(right.contains(placement.rect))
    // Chosen there, and not elsewhere and then pushed there.
    #expect(placement.quality == .clear)
    #expect(abs(stage.strategy.hiddenFraction(of: placement.rect) - placement.hidden) < 0.01)
    stage.lift()
    stage.rest(400)
    // The hand of a finger on the left output hides some of the right one.
    stage.land(Point(x: 205, y: 40))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 235, y: 80)) > 0.5)
    let left = Rect(x: 0, y: 0, width: 217, height: 136)
    #expect(left.contains(stage.place(2, .tap) { $0.bounds = left }.rect))
  }

  @Test(.placement("18"), arguments: PlacementPreset.allCases)
  func `an anchor partly out of the bounds keeps its overlay inside`(preset: PlacementPreset) {
    var strategy = preset.strategy(in: tablet(hand: .right))
    let placement = strategy.place(
      OverlayRequest(
        id: Overlay.ID(rawValue: 1), anchor: Rect(x: -30, y: 50, width: 40, height: 10),
        size: Size(width: 20, height: 9),
        bounds: tablet().panel))
    #expect(tablet().panel.contains(placement.rect))
  }

  @Test(.placement("18")) func `an anchor out of the bounds hides its overlay after 150 ms, and it does not move`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 60, y: 40))
    func ask(_ x: Double) -> Placement {
      stage.place(1, .scroll, .changed) {
        $0.anchor = Rect(x: x, y: 50, width: 30, height: 10)
        $0.following = .follow
      }
    }
    _ = ask(100)
    let last = ask(20)
    #expect(last.isShown)
    stage.rest(8)
    let gone = ask(-80)
    #expect(gone.isShown && gone.rect == last.rect)
    stage.rest(149)
    #expect(ask(-90).isShown)
    stage.rest(1)
    let hidden = ask(-400)
    #expect(!hidden.isShown && hidden.rect == last.rect)
    stage.rest(8)
    #expect(ask(30).isShown)
  }
}

/// Design/Placing.md cases 36 to 38 and 46: phones in a hand, in two, and on a table.
@Suite struct PhoneCaseTests {
  @Test(.placement("36")) func `a thumb that holds the phone has neither palm nor forearm over the panel`() {
    var environment = tablet(prior: 0.9)
    environment.panel = Rect(x: 0, y: 0, width: 68, height: 150)
    environment.posture = .thumbs
    var stage = standard(environment)
    stage.land(Point(x: 50, y: 90))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 15, y: 120)) < 0.1)
    #expect(stage.place(1, .tap).quality == .clear)
  }

  @Test(.placement("36"), arguments: [Handedness.right, .left])
  func `the fingers that hold a phone reach 8 mm around its other edge`(hand: Handedness) {
    func stage(_ width: Double, _ height: Double) -> Stage<StandardPlacement> {
      var environment = tablet(hand: hand)
      environment.panel = Rect(x: 0, y: 0, width: width, height: height)
      environment.posture = .thumbs
      var stage = standard(environment)
      stage.land(Point(x: hand == .right ? 50 : width - 50, y: 90))
      return stage
    }
    func inward(_ distance: Double) -> Double { hand == .right ? distance : 68 - distance }
    var phone = stage(68, 150)
    #expect(phone.strategy.hiddenProbability(at: Point(x: inward(7.5), y: 100)) > 0.9)
    #expect(phone.strategy.hiddenProbability(at: Point(x: inward(8.5), y: 100)) < 0.1)
    #expect(phone.strategy.hiddenProbability(at: Point(x: inward(4), y: 30)) < 0.1, "above them the edge is free")
    // What people see goes to the other side or above, and not under the fingers there.
    let placement = phone.place(1, .tap)
    #expect(placement.quality == .clear)
    #expect(hand == .right ? placement.rect.center.x < 50 : placement.rect.center.x > 18)
    // A hand does not close around a broad one.
    var broad = stage(150, 68)
    #expect(broad.strategy.hiddenProbability(at: Point(x: hand == .right ? 4 : 146, y: 40)) < 0.1)
  }

  @Test(.placement("37")) func `two thumbs leave the top middle free`() {
    var environment = tablet()
    environment.panel = Rect(x: 0, y: 0, width: 150, height: 68)
    environment.posture = .thumbs
    var stage = standard(environment)
    stage.land(Point(x: 15, y: 45), Point(x: 135, y: 45))
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 75, y: 10)) < 0.1)
  }

  @Test(.placement("38")) func `on a cradled phone the forearm comes from the bottom corner`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 68, height: 150)
    environment.posture = .handheld
    var stage = standard(environment)
    stage.land(Point(x: 34, y: 60))
    #expect(stage.strategy.hiddenProbability(at: Point(x: 58, y: 140)) > 0.6)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 8, y: 140)) < 0.4)
  }

  @Test(.placement("46")) func `if the user's edge is unknown the forearm may come from more directions`() {
    var known = standard(tablet(hand: .right))
    known.land(Point(x: 108, y: 68))
    var environment = tablet(hand: .right)
    environment.posture = .unknown
    var unknown = standard(environment)
    unknown.land(Point(x: 108, y: 68))
    #expect(unknown.strategy.estimator.tracks[0].right.deviation > known.strategy.estimator.tracks[0].right.deviation)
  }

  @Test(.placement("46"))
  func `a phone on a table is touched from any side, so overlays are above the finger and farther away`() {
    func gap(_ posture: Posture) -> Double {
      var sum = 0.0
      for x in [25.0, 35, 45] {
        for y in [70.0, 100] {
          var environment = tablet(prior: 0.9)
          environment.panel = Rect(x: 0, y: 0, width: 70, height: 150)
          environment.posture = posture
          environment.viewpoint = .orthographic
          var stage = standard(environment)
          stage.land(Point(x: x, y: y))
          let placement = stage.place(1, .tap)
          #expect([.above, .aboveLeft, .aboveRight].contains(placement.side))
          sum += placement.rect.distance(to: Point(x: x, y: y))
          if posture == .faceUp { #expect(stage.strategy.estimator.tracks[0].right.deviation == Angle(degrees: 40)) }
        }
      }
      return sum / 6
    }
    #expect(gap(.faceUp) > gap(.handheld))
  }
}
