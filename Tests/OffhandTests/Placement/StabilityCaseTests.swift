import DesignCases
@testable import Offhand
import Testing

/// Design/Placing.md cases 47 to 58: time and stability.
@Suite struct StabilityCaseTests {
  @Test(.placement("48")) func `right after a tap the hand is still there`() {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 108, y: 68)
    stage.land(finger)
    stage.lift(after: 60)
    func ask() -> Placement {
      stage.strategy.remove(Overlay.ID(rawValue: 1))
      return stage.place(1, .tap) { $0.gesture?.location = finger }
    }
    #expect(ask().quality == .clear)
    for late in [0, 299] {
      stage.rest(late)
      let placement = ask()
      #expect(placement.reason == .leastHidden)
      #expect(placement.rect.distance(to: finger) < 60)
      #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 110)) >= 0.5)
    }
    stage.rest(2)
    #expect(ask().reason == .noHand)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 110)) == 0)
  }

  @Test(.placement("49")) func `an overlay in a slot follows once and only when the fingers are still`() {
    var stage = standard(tablet(hand: .right))
    var place = Point(x: 150, y: 70)
    stage.land(pinch(at: place))
    let first = stage.place(1, .pinch, .began) { $0.following = .slot }
    // 15 mm are not yet far.
    for step in 1...10 { stage.move(pinch(at: Point(x: place.x - Double(step) * 1.5, y: 70)), after: 30) }
    #expect(stage.place(1, .pinch, .changed) { $0.following = .slot }.rect == first.rect)
    stage.move(pinch(at: place))
    var moves = 0
    var previous = first.rect
    for step in 0..<40 {
      place.x -= 2
      stage.move(pinch(at: place))
      let speed = step % 15 == 14 ? 0.0 : 250
      let rect = stage.place(1, .pinch, .changed) {
        $0.following = .slot
        $0.gesture?.velocity = Vector(dx: -speed, dy: 0)
      }.rect
      if rect != previous {
        moves += 1
        #expect(speed == 0)
      }
      previous = rect
    }
    #expect(moves == 1)
  }

  @Test(.placement("50")) func `a gesture of more than five seconds allows one more move`() {
    let policy = CalmPolicy()
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 68))
    let placement = stage.place(1, .drag, .began)
    let start = stage.time
    var state = OverlayState(
      box: Box(x: 0, y: 0, width: 20, height: 9), placement: placement, role: .hud, shown: start, focus: .origin,
      checked: start, gestureBegan: start, touchCount: 1, bounds: stage.panel)
    state.gestureRelocations = 1
    state.relocations = 1
    func isReconsidered(after milliseconds: Int, hidden: Double) -> Bool {
      state.hiddenSince = start
      return policy.reconsiders(
        &state,
        seeing: OverlayObservation(
          time: start + .milliseconds(milliseconds), hidden: hidden, touchCount: 1, nearestTouch: 60))
    }
    #expect(!isReconsidered(after: 2000, hidden: 0.9))
    #expect(!isReconsidered(after: 5200, hidden: 0.4))
    #expect(isReconsidered(after: 5200, hidden: 0.9))
    state.relocations = 2
    #expect(!isReconsidered(after: 5200, hidden: 0.9))
  }

  @Test(.placement("51")) func `after a cancelled session no occlusion remains`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 68))
    _ = stage.place(1, .drag, .began)
    stage.strategy.reset()
    #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 110)) == 0)
    #expect(stage.strategy.hand == .unknown)
  }

  @Test(.placement("51"))
  func `a gesture cancelled by the compositor leaves its overlay and, after a moment, no occlusion`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 68))
    let shown = stage.place(1, .drag, .began)
    stage.lift(as: .cancelled)
    #expect(stage.place(1, .drag, .cancelled).rect == shown.rect)
    #expect(stage.strategy.hand == .unknown)
    stage.rest(310)
    stage.rest(8)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 120, y: 110)) == 0)
    #expect(stage.place(1, .drag).rect == shown.rect)
  }

  @Test(.placement("52")) func `timestamps that jump do not make time run backwards`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(fiveFingers(index: Point(x: 90, y: 10)))
    let confidence = stage.strategy.hand.confidence
    stage.wait(-5000)
    stage.rest(1)
    #expect(stage.strategy.hand.confidence == confidence)
    #expect(stage.place(1, .multi, .began).rect.isFinite)
    // What was learned does not grow where a clock runs back: that would be a fading the other way round.
    stage.lift()
    let learned = { stage.strategy.estimator.habit(on: 0)?.rightProbability }()
    stage.wait(-60_000)
    stage.rest(400)
    stage.land(Point(x: 100, y: 60))
    let track = stage.strategy.estimator.tracks[stage.strategy.estimator.tracks.count - 1]
    #expect(track.rightProbability <= (learned ?? 0))
    #expect(track.rightProbability > 0.6)
  }

  @Test(.placement("52")) func `a jump of the clock does not turn one report into evidence`() {
    func odds(of pinch: (Point, Point), after milliseconds: [Int]) -> Double {
      var environment = tablet(prior: 0.5)
      environment.posture = .handheld
      var stage = standard(environment)
      stage.land(Point(x: 108, y: 40), Point(x: 108, y: 90))
      _ = stage.place(1, .pinch, .began)
      for pause in milliseconds { stage.move([pinch.0, pinch.1], after: pause) }
      return stage.strategy.estimator.tracks[0].logOdds
    }
    let leaning = (Point(x: 120, y: 42), Point(x: 96, y: 88))
    let settled = odds(of: leaning, after: Array(repeating: 20, count: 40))
    #expect(settled > 1)
    #expect(odds(of: leaning, after: [10_000]) < 0.7 * settled)
    #expect(odds(of: leaning, after: [20]) > 0)
  }

  @Test(.placement("53")) func `the overlay stays on the screen while the content zooms under it`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 108, y: 68), span: 30))
    let first = stage.place(1, .pinch, .began)
    for span in stride(from: 32.0, to: 70, by: 4) {
      stage.move(pinch(at: Point(x: 108, y: 68), span: span))
      #expect(stage.place(1, .pinch, .changed).rect.origin == first.rect.origin)
    }
    // What it belongs to grows away to the right under it.
    func ask(_ state: GestureState, _ zoom: Double) -> Rect {
      stage.place(2, .pinch, state) { $0.anchor = Rect(x: 60, y: 90, width: 20 * zoom, height: 10 * zoom) }.rect
    }
    let beside = ask(.began, 1)
    for zoom in stride(from: 1.0, through: 3, by: 0.1) {
      stage.rest(8)
      #expect(ask(.changed, zoom) == beside)
    }
  }

  @Test(.placement("53")) func `the arrow of an overlay that stays points at its anchor, wherever that has moved`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 150, y: 100))
    func ask(_ state: GestureState, x: Double) -> (Placement, Rect) {
      stage.rest(8)
      let anchor = Rect(x: x, y: 40, width: 6, height: 6)
      let placement = stage.place(1, .drag, state) { ($0.role, $0.anchor) = (.popover, anchor) }
      return (placement, anchor)
    }
    let (first, _) = ask(.began, x: 60)
    for x in stride(from: 60.0, through: 200, by: 10) {
      let (placement, anchor) = ask(.changed, x: x)
      #expect(placement.rect == first.rect && placement.side == Side(of: first.rect, from: anchor))
      #expect(placement.target == ClassicPlacement.nearestPoint(of: anchor, to: first.rect))
      #expect(placement.needsLeader == (placement.rect.distance(to: placement.target) > 44))
    }
    #expect(!first.needsLeader && ask(.changed, x: 200).0.needsLeader)
  }

  @Test(.placement("54")) func `an overlay grows away from the fingers`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 150, y: 68)))
    let first = stage.place(1, .pinch, .began)
    #expect(first.rect.maxX < 150)
    stage.rest(30)
    let wider = stage.place(1, .pinch, .changed) { $0.size = Size(width: 24, height: 9) }
    #expect(wider.rect.maxX == first.rect.maxX)
    #expect(wider.rect.width == 24)
  }

  @Test(.placement("55")) func `a later overlay is clear of an earlier one, which stays`() {
    var stage = standard(tablet(hand: .right))
    stage.land(pinch(at: Point(x: 120, y: 68)))
    let first = stage.place(1, .pinch, .began)
    let second = stage.place(2, .pinch, .began) { $0.size = Size(width: 40, height: 30) }
    #expect(!first.rect.intersects(second.rect))
    stage.rest(30)
    #expect(stage.place(1, .pinch, .changed).rect == first.rect)
  }

  @Test(.placement("56")) func `a menu opens on the preferred side if nothing is against it`() {
    var stage = standard(tablet(hand: .right))
    let anchor = Rect(x: 60, y: 20, width: 20, height: 6)
    stage.land(Point(x: 200, y: 125))
    for side in [Side.left, .right] {
      stage.strategy.remove(Overlay.ID(rawValue: 1))
      let placement = stage.place(1, .tap) {
        $0.anchor = anchor
        $0.preferredSide = side
      }
      #expect(placement.side == side)
    }
  }

  @Test(.placement("57")) func `a menu under an approaching finger does not move`() {
    let policy = CalmPolicy()
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 68))
    let placement = stage.place(1, .tap, .began) { $0.role = .menu }
    var state = OverlayState(
      box: Box(x: 0, y: 0, width: 20, height: 9), placement: placement, role: .menu, shown: stage.time, focus: .origin,
      checked: stage.time, gestureBegan: stage.time, touchCount: 1, bounds: stage.panel)
    for (fingers, distance, moves) in [(1, 60.0, true), (1, 20, false), (2, 60, false)] {
      state.hiddenSince = stage.time
      let seen = OverlayObservation(
        time: stage.time + .milliseconds(200), hidden: 0.9, touchCount: fingers, nearestTouch: distance)
      #expect(policy.reconsiders(&state, seeing: seen) == moves)
    }
  }

  @Test(.placement("54"), .placement("57"))
  func `a menu stays under its finger though its new rows need the compact size, and when there is room for all`() {
    var stage = standard(tablet(hand: .right))
    func ask(_ state: GestureState, height: Double, compact: Double? = nil, in room: Double = 80) -> Placement {
      stage.rest(30)
      return stage.place(1, .tap, state) {
        ($0.role, $0.size, $0.bounds.size.height) = (.menu, Size(width: 45, height: height), room)
        $0.compactSize = compact.map { Size(width: 45, height: $0) }
      }
    }
    stage.land(Point(x: 150, y: 40))
    let finger = ask(.began, height: 55).rect.center
    stage.lift()
    stage.rest(400)
    stage.land(finger)
    let placement = ask(.changed, height: 90, compact: 60)
    #expect(placement.rect.size == Size(width: 45, height: 60) && placement.rect.contains(finger))
    #expect(placement.transition == .jump)
    let grown = ask(.changed, height: 90, compact: 60, in: 136)
    #expect(grown.rect.size == Size(width: 45, height: 90) && grown.rect.contains(finger) && grown.transition == .jump)
  }

  @Test(.placement("58")) func `an overlay is not placed where the fingers are moving`() {
    var still = standard(tablet(hand: .right))
    still.land(Point(x: 150, y: 68))
    var moving = standard(tablet(hand: .right))
    moving.land(Point(x: 150, y: 68))
    let resting = still.place(1, .drag, .began)
    let ahead = moving.place(1, .drag, .began) { $0.gesture?.velocity = Vector(dx: -300, dy: 0) }
    #expect(resting.rect.center.x < 150)
    #expect(ahead.rect != resting.rect)
    #expect(ahead.quality == .clear)
    // A quarter of a second of the way stays free, 25 mm to either side.
    for x in stride(from: 75.0, through: 150, by: 5) {
      #expect(ahead.rect.distance(to: Point(x: x, y: 68)) > 25)
    }
  }
}
