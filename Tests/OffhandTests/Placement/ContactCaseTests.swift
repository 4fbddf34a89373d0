import DesignCases
import Testing

@testable import Offhand

/// Design/Placing.md cases 20, 23, 30, 41 and 43: what contacts tell besides their positions.
@Suite struct ContactCaseTests {
  /// A stage whose device has shown in 30 touches that its ellipses can be trusted.
  private func trusted(_ environment: PanelSetup) -> Stage<StandardPlacement> {
    var stage = standard(environment)
    for index in 0..<30 {
      let shape = ContactShape(
        major: Float(9 + index % 5) * 1.1, minor: Float(7 + index % 3), orientationRadians: Float(index) * 0.13)
      stage.land([Point(x: 60 + Double(index), y: 60)], shape: shape)
      stage.lift()
      stage.rest(400)
    }
    // A guess that pauses this long has faded.
    stage.rest(3_600_000)
    return stage
  }

  // MARK: 20

  @Test(.placement("20")) func `the hand that holds a pen begins farther from its tip than from a finger's`() {
    var environment = tablet(hand: .right)
    environment.statedAzimuth = Angle(degrees: 30)
    environment.viewpoint = .orthographic
    let tip = Point(x: 90, y: 40)
    var pen = standard(environment)
    pen.land([tip], tool: .pen)
    var finger = standard(environment)
    finger.land(tip)
    #expect(pen.strategy.estimator.tracks[0].grip == .pen)
    // Behind the tip the pen is thin; its hand is where a hand is, and rests on its edge beside the palm's middle.
    for aside in [-8.0, 8] {
      let near = tip + Vector(dx: 6 + aside, dy: 10)
      #expect(pen.strategy.hiddenProbability(at: near) < 0.5)
      #expect(finger.strategy.hiddenProbability(at: near) > 0.7)
    }
    #expect(pen.strategy.hiddenProbability(at: tip + Vector(dx: 4, dy: 7)) > 0.9, "the pen itself")
    let hold = tip + Vector(dx: 14, dy: 24)
    let palm = tip + Vector(dx: 75, dy: 85)
    #expect(pen.strategy.hiddenProbability(at: hold) > 0.9)
    #expect(pen.strategy.hiddenProbability(at: palm) > 0.9)
    let before = tip + Vector(dx: -6, dy: -10)
    #expect(pen.strategy.hiddenProbability(at: before) < 0.05)
    #expect(finger.strategy.hiddenProbability(at: before) > 0.3)
  }

  @Test(.placement("20")) func `a finger beside a pen belongs to the other hand, however near`() throws {
    var stage = standard(tablet(prior: 0.9))
    stage.land([Point(x: 120, y: 60)], tool: .pen)
    stage.land(Point(x: 90, y: 70))
    let tracks = stage.strategy.estimator.tracks
    try #require(tracks.touchingCount == 2)
    #expect(tracks[0].grip == .pen && tracks[1].grip == .finger)
    #expect(stage.strategy.hand.side == .both)
    var fingers = standard(tablet(prior: 0.9))
    fingers.land(Point(x: 120, y: 60))
    fingers.land(Point(x: 90, y: 70))
    #expect(fingers.strategy.estimator.tracks.touchingCount == 1)
  }

  @Test(.placement("20"), arguments: [Handedness.right, .left])
  func `the palm below a pen determines the hand`(hand: Handedness) {
    var stage = standard(tablet(prior: 0.5))
    let side = hand == .right ? 1.0 : -1
    stage.land([Point(x: 108, y: 40)], tool: .pen)
    #expect(stage.strategy.hand.side == .unknown)
    stage.land(Point(x: 108 + side * 35, y: 115))
    stage.lift(1, as: .cancelled)
    // Before it was known for a palm it looked like a hand beside this one; that is taken back.
    for _ in 0..<10 { stage.rest(20) }
    #expect(stage.strategy.hand.side == hand)
    #expect(stage.strategy.hand.confidence > 0.9)
    stage.lift(0)
    let learned = stage.strategy.estimator.learnedRightProbability ?? 0.5
    #expect(hand == .right ? learned > 0.6 : learned < 0.4, "a palm is no other hand")
  }

  // MARK: Pointers

  @Test(.recognition("N33"), arguments: [0.5, 0.9])
  func `a pointer is hidden like a finger by the hand of the prior, and nothing is learned from it`(prior: Double)
    throws
  {
    for tool in [Touch.Tool.pointer, .finger] {
      var stage = standard(tablet(prior: prior))
      for _ in 0..<3 {
        // A left hand's pinch: thumb below, index to the left.
        stage.land([Point(x: 90, y: 45), Point(x: 130, y: 85)], tool: tool)
        _ = stage.place(1, .pinch, .began)
        let right = try #require(stage.strategy.estimator.tracks.count > 0 ? stage.strategy.estimator.tracks[0] : nil)
        #expect((abs(right.rightProbability - prior) < 1e-6) == (tool == .pointer))
        stage.lift()
        stage.rest(400)
      }
      #expect((stage.strategy.estimator.learnedRightProbability == nil) == (tool == .pointer))
    }
  }

  // MARK: 23

  @Test(.placement("23"), arguments: [Posture.flatTablet, .handheld])
  func `in a horizontal pinch a millimetre up or down is no evidence`(posture: Posture) {
    var environment = tablet(prior: 0.5)
    environment.posture = posture
    for rise in [-1.0, 0, 1] {
      var stage = standard(environment)
      stage.land(Point(x: 88, y: 70), Point(x: 128, y: 70 + rise))
      _ = stage.place(1, .pinch, .began)
      #expect(stage.strategy.hand.side == .unknown)
      #expect(abs(stage.strategy.estimator.tracks[0].rightProbability - 0.5) < 0.15)
    }
  }

  @Test(
    .placement("23"),
    arguments: [(16.4, 14.0, Handedness.right), (14.0, 16.4, .left)] as [(Double, Double, Handedness)])
  func `in a horizontal pinch the larger contact is the thumb, if sizes are trusted`(
    left: Double, right: Double, hand: Handedness
  ) {
    let places = [Point(x: 88, y: 70), Point(x: 128, y: 70)]
    let shapes = [left, right].map { ContactShape(major: Float($0), minor: Float($0 * 0.8)) }
    for (isTrusted, expected) in [(true, hand), (false, .unknown)] {
      let environment = tablet(prior: 0.5)
      var stage = isTrusted ? trusted(environment) : standard(environment)
      stage.land(places, shapes: shapes)
      _ = stage.place(1, .pinch, .began)
      #expect(stage.strategy.hand.side == expected)
      #expect(stage.strategy.hand.confidence < 0.85, "a hint, no verdict")
    }
  }

  @Test(.placement("23")) func `sizes do not reverse the evidence of an upright pinch`() {
    var environment = tablet(prior: 0.5)
    environment.posture = .handheld
    var plain = standard(environment)
    var sized = trusted(environment)
    let fingers = pinch(at: Point(x: 108, y: 70))
    plain.land(fingers)
    sized.land(fingers, shapes: [ContactShape(major: 16.4, minor: 13), ContactShape(major: 14, minor: 11)])
    let odds = [plain.strategy.estimator.tracks[0].logOdds, sized.strategy.estimator.tracks[0].logOdds]
    #expect(odds[0] > 1)
    #expect(abs(odds[0] - odds[1]) < 0.01)
  }

  // MARK: 30

  /// The probability that two fingers 60 mm apart belong to two hands.
  private func twoHands(delay: Int = 0, turns: (Double, Double)? = nil, at places: [Point] = lying) -> Double {
    var stage = turns == nil ? standard(tablet(prior: 0.5)) : trusted(tablet(prior: 0.5))
    let shapes = turns.map { turns in
      [turns.0, turns.1].map {
        ContactShape(major: 14, minor: 9, orientationRadians: Float(Angle(degrees: $0).radians))
      }
    }
    stage.land([places[0]], shapes: shapes.map { [$0[0]] } ?? [])
    stage.wait(delay)
    stage.land([places[1]], shapes: shapes.map { [$0[1]] } ?? [])
    _ = stage.place(1, .pinch, .began)
    let track = stage.strategy.estimator.tracks[stage.strategy.estimator.tracks.count - 1]
    #expect(track.positions.count == 2)
    return track.twoHandsProbability
  }

  private static let lying = [Point(x: 80, y: 70), Point(x: 140, y: 72)]

  @Test(.placement("30"))
  func `two index fingers close together may belong to two hands, more likely by their shapes, not by lateness`() {
    let plain = twoHands()
    #expect(plain > 0.03 && plain < 0.1)
    #expect(twoHands(delay: 300) == plain, "people pan, and then add a finger")
    let diverging = twoHands(turns: (40, -40))
    #expect(diverging > plain && diverging < 0.3, "a hint, no verdict")
    #expect(twoHands(turns: (20, -20)) < plain)
    // Axes have no head: 80 and -80 degrees are 20 apart.
    #expect(twoHands(turns: (80, -80)) == twoHands(turns: (10, -10)))
    #expect(twoHands(at: [Point(x: 112, y: 40), Point(x: 104, y: 90)]) == 0, "an upright pinch is one hand's")
  }

  @Test(.placement("30")) func `a late finger of a pinch hides what it hides had both landed together`() {
    func hidden(_ delay: Int, _ place: Point) -> Double {
      var stage = standard(tablet(hand: .right))
      stage.land(Point(x: 80, y: 70))
      stage.wait(delay)
      stage.land(Point(x: 140, y: 72))
      _ = stage.place(1, .pinch, .began)
      return stage.strategy.hiddenProbability(at: place)
    }
    for place in [Point(x: 40, y: 125), Point(x: 180, y: 125), Point(x: 110, y: 40)] {
      #expect(abs(hidden(0, place) - hidden(300, place)) < 0.05)
    }
  }

  // MARK: 41

  @Test(.placement("41")) func `a nail's tiny contact is farther under its finger`() {
    func hidden(_ major: Float?, _ overhang: Double, above distance: Double) -> Double {
      var environment = tablet(hand: .right)
      environment.statedAzimuth = Angle(degrees: 0)
      environment.viewpoint = .orthographic
      environment.overhang = overhang
      var stage = trusted(environment)
      let place = Point(x: 100, y: 60)
      stage.land([place], shape: major.map { ContactShape(major: $0, minor: $0) })
      return stage.strategy.hiddenProbability(at: place + Vector(dx: 0, dy: -distance))
    }
    // The middle way of holding is swollen by 2.4 mm; the others, by more, weigh 0.4.
    #expect(hidden(11, 0, above: 15) < 0.5)
    #expect(hidden(4, 0, above: 15) > 0.5)
    #expect(hidden(4, 0, above: 21) < 0.5, "and its tip is a narrow one")
    #expect(hidden(nil, 8, above: 15) > 0.5, "in gloves, as people say themselves")
    #expect(hidden(11, 8, above: 17) > 0.5)
  }

  @Test(.placement("41")) func `a tiny contact counts as a fingertip at least 6 mm wide`() {
    var environment = tablet(hand: .right)
    environment.statedAzimuth = Angle(degrees: 0)
    environment.viewpoint = .orthographic
    func width(_ major: Float) -> Double {
      var stage = trusted(environment)
      stage.land([Point(x: 100, y: 60)], shape: ContactShape(major: major, minor: major))
      let tip = 60 - (major < 5 ? 10.9 : 2.9)
      return stride(from: 0, through: 20, by: 0.1).first {
        stage.strategy.hiddenProbability(at: Point(x: 100 - $0, y: tip)) < 0.5
      } ?? 20
    }
    #expect(abs(width(4) - 8.4) < 0.5, "6 mm, and 2.4 for the unknown size")
    #expect(abs(width(12) - 10.3) < 0.5)
  }

  // MARK: 43

  @Test(.placement("43")) func `more touches within 60 mm than a hand has fingers are an object, until it is lifted`() {
    let ring = (0..<6).map { index in
      let turn = Angle(degrees: Double(index) * 60)
      return Point(x: 108 + 26 * turn.sine, y: 68 + 26 * turn.cosine)
    }
    var stage = standard(tablet(prior: 0.9))
    stage.land(ring)
    #expect(stage.strategy.estimator.tracks.count == 1)
    #expect(stage.strategy.estimator.tracks[0].grip == .object)
    #expect(stage.strategy.hand == .unknown, "a thing has no side")
    // A disc around its middle, and neither palm nor forearm.
    #expect(stage.strategy.hiddenProbability(at: Point(x: 108, y: 100)) == 1)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 108, y: 112)) == 0)
    #expect(stage.strategy.hiddenProbability(at: Point(x: 160, y: 130)) == 0)
    #expect(stage.place(1, .tap).quality == .clear)
    stage.lift(0)
    stage.lift(0)
    #expect(stage.strategy.estimator.tracks[0].grip == .object, "it stands on what is left of it")
    stage.lift()
    stage.rest(400)
    stage.land(ring.dropLast())
    #expect(stage.strategy.estimator.tracks[0].grip != .object, "five are a hand with its fingers together")
  }

  @Test(.placement("43")) func `a hand beside an object is a hand`() {
    var environment = tablet(prior: 0.5)
    environment.panel = Rect(x: 0, y: 0, width: 527, height: 296)
    var stage = standard(environment)
    let mug = (0..<6).map { Point(x: 80 + Double($0 % 3) * 18, y: 150 + Double($0 / 3) * 30) }
    stage.land(mug + fiveFingers(index: Point(x: 300, y: 100)))
    #expect(stage.strategy.estimator.tracks.count == 2)
    #expect(stage.strategy.hand.side == .right)
    #expect(stage.strategy.estimator.tracks[0].grip == .object)
    #expect(stage.strategy.estimator.tracks[1].grip == .spread)
  }
}
