import DesignCases
import Testing

@testable import Offhand

/// What `OverlayPlacer` keeps of an overlay from frame to frame.
@Suite struct OverlayPlacerTests {
  private let id = Overlay.ID(rawValue: 1)

  @Test(.placement("33")) func `an overlay stays where it is when its user is found at another edge`() throws {
    var environment = tablet(hand: .right)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 800, height: 800)
    var stage = standard(environment)
    stage.land(Point(x: 300, y: 300))
    let first = stage.place(1, .drag, .began)
    stage.lift()
    stage.rest(400)
    let other = UserFrame(panel: environment.panel, edge: .top)
    stage.land(fiveFingers(index: Point(x: 0, y: 60)).map { other.outward(UserPoint(x: $0.x, y: $0.y)) })
    #expect(stage.strategy.estimator.userEdge == .top)
    let wider = stage.place(1, .drag, .changed) { $0.size = Size(width: 24, height: 9) }
    #expect(wider.rect.center.distance(to: first.rect.center) < 5)
    // A new overlay keeps clear of it as well.
    let second = stage.place(2, .drag, .began) { $0.anchor = wider.rect.grown(by: 1) }
    #expect(!second.rect.intersects(wider.rect))
  }

  @Test func `an overlay stays where it is when an output comes beside its own`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 100, y: 60))
    let first = stage.place(1, .drag, .began)
    let both = Rect(x: 0, y: 0, width: 217 + 527, height: 296)
    stage.strategy.environment.panel = both
    stage.rest(8)
    let second = stage.place(1, .drag, .changed)
    #expect(second.rect == first.rect)
    // Its bounds change with the panel, as those of a view that is laid out anew.
    let wide = stage.place(1, .drag, .changed) { $0.bounds = both }
    #expect(wide.rect.center.distance(to: first.rect.center) < 1e-9)
  }

  @Test func `what the hand of a noted gesture hides does not depend on earlier queries`() {
    // Side by side, so that they are no pinch by themselves.
    let fingers = [Point(x: 100, y: 68), Point(x: 120, y: 68)]
    let rect = Rect(x: 60, y: 60, width: 100, height: 60)
    var asked = standard(tablet(prior: 0.5))
    asked.land(fingers)
    let before = asked.strategy.hiddenFraction(of: rect)
    asked.strategy.note(.pinch)
    var fresh = standard(tablet(prior: 0.5))
    fresh.land(fingers)
    fresh.strategy.note(.pinch)
    let expected = fresh.strategy.hiddenFraction(of: rect)
    #expect(asked.strategy.hiddenFraction(of: rect) == expected)
    #expect(before != expected)
  }

  @Test func `after a reset an overlay is placed anew`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 40, y: 40))
    let first = stage.place(1, .drag)
    stage.lift()
    stage.strategy.reset()
    stage.rest(400)
    stage.land(Point(x: 180, y: 110))
    let second = stage.place(1, .drag)
    #expect(second.rect.distance(to: Point(x: 180, y: 110)) < 60)
    #expect(second.rect != first.rect)
  }

  @Test(.placement("10")) func `every move is counted, in its gesture and in the overlay's life`() throws {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 60, y: 30))
    let panel = stage.panel
    let first = stage.place(1, .drag, .began)
    // A keyboard takes the part of the panel in which the overlay lies.
    let rest = Rect(x: first.rect.maxX + 5, y: 0, width: panel.maxX - first.rect.maxX - 5, height: panel.height)
    stage.rest(30)
    let moved = stage.place(1, .drag, .changed) { $0.bounds = rest }
    #expect(moved.reason == .relocated && rest.contains(moved.rect))
    var state = try #require(stage.strategy.state(of: id))
    #expect(state.relocations == 1 && state.gestureRelocations == 1)
    #expect(state.relocated == stage.time)
    #expect(moved.transition != .jump)
    stage.rest(30)
    #expect(stage.place(1, .drag, .changed) { $0.bounds = rest }.transition == .jump, "it moved once")
    stage.rest(30)
    _ = stage.place(1, .drag, .began) { $0.bounds = rest }
    state = try #require(stage.strategy.state(of: id))
    #expect(state.relocations == 1 && state.gestureRelocations == 0, "of a new gesture, and of the same overlay")
    #expect(state.relocated == stage.time - .milliseconds(60), "the pause between two moves goes on")
  }

  @Test(arguments: [500.0, 900])
  func `an overlay under a hand that has come over it moves, also on a large panel`(width: Double) {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: width, height: 400)
    environment.viewpoint = .orthographic
    environment.statedAzimuth = Angle(degrees: 0)
    var stage = standard(environment)
    stage.land(Point(x: 250, y: 150))
    var placement = stage.place(1, .drag, .began)
    #expect(placement.quality == .clear)
    // Its palm is there now.
    stage.move([placement.rect.center + Vector(dx: -15, dy: -110)])
    for _ in 0..<10 {
      stage.rest(30)
      placement = stage.place(1, .drag, .changed)
      #expect(placement.quality == PlacementQuality(hidden: placement.hidden))
    }
    #expect(placement.reason == .relocated && placement.quality == .clear)
  }

  @Test func `an overlay is reviewed as seldom as its policy says`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 500, height: 400)
    environment.viewpoint = .orthographic
    environment.statedAzimuth = Angle(degrees: 0)
    var stage = standard(environment)
    stage.strategy.policy.interval = .milliseconds(100)
    stage.land(Point(x: 250, y: 150))
    let first = stage.place(1, .drag, .began)
    // Its palm is there now.
    stage.move([first.rect.center + Vector(dx: -15, dy: -110)])
    #expect(stage.place(1, .drag, .changed).hidden == first.hidden)
    stage.rest(91)
    #expect(stage.place(1, .drag, .changed).hidden == first.hidden)
    stage.rest(1)
    #expect(stage.place(1, .drag, .changed).hidden > 0.35)
  }

  @Test(.placement("18")) func `a gesture that begins does not show an overlay whose anchor is gone`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 68))
    func place(_ x: Double, _ state: GestureState) -> Placement {
      stage.rest(160)
      return stage.place(1, .scroll, state) { $0.anchor = Rect(x: x, y: 20, width: 20, height: 6) }
    }
    _ = place(20, .began)
    _ = place(-60, .changed)
    #expect(!place(-60, .changed).isShown)
    #expect(!place(-60, .began).isShown)
    #expect(place(60, .began).isShown)
  }

  @Test(.placement("18")) func `an overlay stays for a moment whenever its anchor leaves, not the first time alone`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 68))
    func isShown(_ isInside: Bool, after milliseconds: Int) -> Bool {
      stage.rest(milliseconds)
      return stage.place(1, .drag, .changed) {
        $0.anchor = Rect(x: isInside ? 20 : -60, y: 20, width: 20, height: 6)
      }.isShown
    }
    #expect(isShown(true, after: 8))
    #expect(isShown(false, after: 8))
    #expect(isShown(false, after: 100))
    #expect(isShown(true, after: 8))
    #expect(isShown(false, after: 200))
    #expect(isShown(false, after: 100))
    #expect(!isShown(false, after: 100))
  }

  @Test(.placement("54")) func `a popover grows in height away from the finger`() throws {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 108, y: 100)
    stage.land(finger)
    let first = stage.place(1, .drag, .began) { $0.bounds = Rect(x: 98, y: 0, width: 20, height: 136) }
    try #require(first.rect.maxY < finger.y - 4)
    stage.rest(30)
    let taller = stage.place(1, .drag, .changed) {
      $0.bounds = Rect(x: 98, y: 0, width: 20, height: 136)
      $0.size = Size(width: 20, height: 21)
    }
    #expect(abs(taller.rect.maxY - first.rect.maxY) < 1e-9)
    #expect(taller.rect.height == 21)
  }

  @Test func `an overlay that follows stays while fingers land and lift, and goes with them`() {
    var stage = standard(tablet(hand: .right))
    func place(_ state: GestureState) -> Rect { stage.place(1, .drag, state) { $0.following = .follow }.rect }
    stage.land(Point(x: 90, y: 60))
    let first = place(.began)
    stage.wait(8)
    stage.land(Point(x: 130, y: 60))
    #expect(place(.changed) == first)
    stage.move([Point(x: 95, y: 60), Point(x: 135, y: 60)])
    #expect((place(.changed).center - first.center - Vector(dx: 5, dy: 0)).length < 1e-9)
  }

  @Test func `an overlay that follows is back beside a finger that comes back from an edge`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 120, y: 60))
    let first = stage.place(1, .drag, .began) { $0.following = .follow }.rect
    for x in Array(stride(from: 110.0, through: 20, by: -10)) + Array(stride(from: 30.0, through: 120, by: 10)) {
      stage.move([Point(x: x, y: 60)])
      let rect = stage.place(1, .drag, .changed) { $0.following = .follow }.rect
      #expect(rect.minX >= 0)
      if x == 20 { #expect(rect.minX < 1e-9, "at the edge") }
      if x == 120 { #expect((rect.center - first.center).length < 1e-9) }
    }
  }

  @Test func `an overlay that follows is back beside its finger after a keyboard has pushed it`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 120, y: 60))
    func place(at x: Double, in bounds: Rect, _ state: GestureState = .changed) -> Rect {
      stage.move([Point(x: x, y: 60)])
      return stage.place(1, .drag, state) { ($0.following, $0.bounds) = (.follow, bounds) }.rect
    }
    let dock = Rect(x: 15, y: 0, width: 202, height: 136)
    let first = place(at: 120, in: stage.panel, .began)
    #expect(place(at: 20, in: stage.panel).minX < 1e-9)
    #expect(abs(place(at: 20, in: dock).minX - 15) < 1e-9)
    _ = place(at: 20, in: stage.panel)
    #expect((place(at: 120, in: stage.panel).center - first.center).length < 1e-9)
  }

  @Test func `an overlay that follows stays at its edge when the user is at another`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 120, y: 60))
    func place(_ state: GestureState) -> Rect { stage.place(1, .drag, state) { $0.following = .follow }.rect }
    _ = place(.began)
    stage.move([Point(x: 20, y: 60)])
    let before = place(.changed)
    #expect(before.minX < 1e-9)
    stage.strategy.environment.userEdge = .top
    stage.rest(8)
    #expect((place(.changed).center - before.center).length < 0.01)
  }

  @Test func `an overlay follows its finger whatever fingers of other people do`() {
    var environment = tablet(hand: .right)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 1600, height: 700)
    var stage = standard(environment)
    stage.land(Point(x: 300, y: 350))
    func place(_ x: Double, _ state: GestureState) -> Rect {
      stage.place(1, .drag, state) {
        $0.following = .follow
        $0.gesture?.location = Point(x: x, y: 350)
      }.rect
    }
    let first = place(300, .began)
    stage.move([Point(x: 304, y: 350)])
    stage.land(Point(x: 1300, y: 350))
    #expect((place(304, .changed).center - first.center - Vector(dx: 4, dy: 0)).length < 1e-9)
    stage.move([Point(x: 310, y: 350), Point(x: 1300, y: 350)])
    stage.lift(1)
    #expect((place(310, .changed).center - first.center - Vector(dx: 10, dy: 0)).length < 1e-9)
  }

  @Test(arguments: [OverlayFollowing.follow, .slot])
  func `an overlay whose fingers are not stated does not jump when another person touches`(following: OverlayFollowing)
  {
    var environment = tablet(hand: .right)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 1600, height: 700)
    var stage = standard(environment)
    func place(_ state: GestureState) -> Rect { stage.place(1, .drag, state) { $0.following = following }.rect }
    stage.land(Point(x: 300, y: 350))
    let first = place(.began)
    stage.move([Point(x: 304, y: 350)])
    stage.land(Point(x: 1300, y: 350))
    #expect((place(.changed).center - first.center).length < 5)
    stage.lift(1)
    #expect((place(.changed).center - first.center).length < 5)
  }

  @Test func `an overlay that follows goes with the fingers also while it grows`() throws {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 120, y: 60))
    let first = stage.place(1, .drag, .began) { $0.following = .follow }.rect
    try #require(first.maxX < 110)
    for step in 1...5 {
      stage.move([Point(x: 120 + 5 * Double(step), y: 60)])
      let rect = stage.place(1, .drag, .changed) {
        $0.following = .follow
        $0.size.width += Double(step)
      }.rect
      #expect(abs(rect.maxX - first.maxX - 5 * Double(step)) < 1e-9)
    }
  }

  @Test(arguments: [OverlayFollowing.follow, .slot])
  func `an overlay that belongs to nothing stays, also in a part of the panel`(following: OverlayFollowing) {
    var stage = standard(tablet(hand: .right))
    func place(in bounds: Rect) -> Point {
      stage.rest(30)
      return stage.place(1, nil) { ($0.following, $0.bounds) = (following, bounds) }.rect.center
    }
    let right = Rect(x: 100, y: 0, width: 117, height: 136)
    let first = place(in: right)
    #expect(place(in: right).distance(to: first) < 0.01)
    #expect(place(in: stage.panel).distance(to: first) < 0.01)
  }

  @Test func `an overlay that is shown leaves the finger of the next gesture, and not at once`() {
    var stage = standard(tablet(hand: .right))
    func begin(at finger: Point) -> Placement {
      stage.land(finger)
      return stage.place(1, .drag, .began) { $0.gesture?.location = finger }
    }
    let first = begin(at: Point(x: 150, y: 40))
    #expect(first.transition == .jump)
    stage.lift()
    stage.rest(400)
    let second = begin(at: first.rect.center)
    #expect(second.rect != first.rect && second.transition != .jump)
  }

  @Test(.placement("35")) func `two overlays of two people are placed by the hands of each`() {
    var environment = tablet(hand: .right)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 1500, height: 400)
    environment.viewpoint = .orthographic
    environment.statedAzimuth = Angle(degrees: 0)
    let (one, other) = (Point(x: 200, y: 150), Point(x: 1300, y: 150))
    // Where the palm of the other person is.
    let bounds = Rect(center: other + Vector(dx: 15, dy: 110), size: Size(width: 20, height: 9))
    func hidden(afterOverlayAt first: Point?) -> Double {
      var stage = standard(environment)
      stage.land([one, other])
      if let first { _ = stage.place(1, .drag, .began) { $0.gesture?.location = first } }
      return stage.place(2, .drag, .began) {
        $0.gesture?.location = other
        $0.bounds = bounds
      }.hidden
    }
    #expect(hidden(afterOverlayAt: nil) > 0.9)
    #expect(hidden(afterOverlayAt: one) == hidden(afterOverlayAt: nil))
  }

  @Test func `an anchor that is no number gives a place that is one, within the bounds`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 210, y: 130))
    for anchor in [Rect(x: .nan, y: 0, width: 10, height: 5), Rect(x: 0, y: 0, width: .infinity, height: 5)] {
      let placement = stage.place(1, .tap) { $0.anchor = anchor }
      #expect(placement.rect.isFinite && placement.reason == .degenerate)
      #expect(stage.panel.contains(placement.rect))
    }
  }
}

/// `CalmPolicy`, each rule alone.
@Suite struct CalmPolicyTests {
  private let policy = CalmPolicy()
  private let start = Timestamp(seconds: 10)

  private var state: OverlayState {
    OverlayState(
      box: Box(x: 0, y: 0, width: 20, height: 9),
      placement: Placement(rect: Rect(x: 0, y: 0, width: 20, height: 9), side: .above, target: .origin, reason: .kept),
      role: .hud, shown: start, focus: .origin, checked: start, gestureBegan: start, touchCount: 1,
      bounds: Rect(x: 0, y: 0, width: 200, height: 100))
  }

  private func reconsiders(
    _ state: inout OverlayState, after milliseconds: Int, hidden: Double, touches: Int = 1
  ) -> Bool {
    policy.reconsiders(
      &state,
      seeing: OverlayObservation(
        time: start + .milliseconds(milliseconds), hidden: hidden, touchCount: touches, nearestTouch: 60))
  }

  @Test func `an overlay that a finger brushes over stays`() {
    var state = state
    #expect(!reconsiders(&state, after: 0, hidden: 0.8))
    #expect(!reconsiders(&state, after: 100, hidden: 0.8))
    #expect(!reconsiders(&state, after: 110, hidden: 0.2), "it is seen again")
    #expect(!reconsiders(&state, after: 200, hidden: 0.8))
    #expect(!reconsiders(&state, after: 319, hidden: 0.8))
    #expect(reconsiders(&state, after: 320, hidden: 0.8))
    #expect(!reconsiders(&state, after: 330, hidden: 0.35))
  }

  @Test func `after the lift an overlay stays, and does not leave the next finger at once`() {
    var state = state
    state.hiddenSince = start
    #expect(!reconsiders(&state, after: 200, hidden: 0.8, touches: 0))
    #expect(!reconsiders(&state, after: 2000, hidden: 0.8))
    #expect(!reconsiders(&state, after: 2119, hidden: 0.8))
    #expect(reconsiders(&state, after: 2120, hidden: 0.8))
  }

  @Test func `an overlay that has moved stays for 400 ms`() {
    var state = state
    state.relocated = start
    state.hiddenSince = start
    #expect(!reconsiders(&state, after: 399, hidden: 0.8))
    #expect(reconsiders(&state, after: 400, hidden: 0.8))
  }

  @Test func `an overlay moves once in a gesture and twice in its life, and not for a small gain`() {
    for (inGesture, inLife, moves) in [(0, 0, true), (1, 1, false), (0, 1, true), (0, 2, false)] {
      var state = state
      state.hiddenSince = start
      (state.gestureRelocations, state.relocations) = (inGesture, inLife)
      #expect(reconsiders(&state, after: 200, hidden: 0.8) == moves)
    }
    #expect(!policy.accepts(gain: 0.24, for: state))
    #expect(policy.accepts(gain: 0.26, for: state))
  }
}

/// The rule without a hand.
@Suite struct ClassicPlacementTests {
  private let bounds = Rect(x: 0, y: 0, width: 200, height: 100)

  private func place(_ anchor: Rect, _ size: Size = Size(width: 40, height: 20), on side: Side? = nil) -> Placement {
    ClassicPlacement.place(
      OverlayRequest(id: Overlay.ID(rawValue: 1), size: size, bounds: bounds, preferredSide: side), anchor: anchor,
      gap: 2)
  }

  @Test func `a popover is above its button, and below it at the upper edge`() {
    let above = place(Rect(x: 80, y: 50, width: 10, height: 6))
    #expect(above.rect.maxY == 48 && above.side == .above && above.reason == .wantedSide)
    let below = place(Rect(x: 80, y: 4, width: 10, height: 6))
    #expect(below.rect.minY == 12 && below.side == .below && below.reason == .flipped)
  }

  @Test func `the wanted side is taken, and the arrow points at the button`() {
    let right = place(Rect(x: 20, y: 40, width: 10, height: 6), on: .right)
    #expect(right.rect.minX == 32 && right.target == Point(x: 30, y: 43))
    let shifted = place(Rect(x: 0, y: 50, width: 4, height: 6))
    #expect(shifted.rect.minX == 0 && shifted.reason == .shifted)
    #expect(shifted.target == Point(x: 4, y: 50))
  }
}
