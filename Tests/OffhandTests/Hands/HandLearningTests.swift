import DesignCases
import Testing

@testable import Offhand

/// What the estimator takes from one gesture into the next, and which touches it takes for a hand.
@Suite struct HandLearningTests {
  @Test func `a palm of before a cancel is none of the next hand`() {
    var stage = standard(tablet(prior: 0.5))
    stage.land(Point(x: 100, y: 60))
    stage.land(Point(x: 130, y: 90))
    stage.lift(1, as: .cancelled)
    #expect(stage.strategy.estimator.tracks[0].palm != nil)
    stage.lift(0)
    stage.strategy.reset()
    stage.wait(50)
    stage.land(Point(x: 100, y: 60))
    #expect(stage.strategy.estimator.tracks[0].palm == nil)
  }

  @Test func `the stroke of a hand is that of its first finger, not of one that stays after it`() {
    var stage = standard(tablet())
    stage.land(Point(x: 130, y: 90))
    stage.land(Point(x: 100, y: 60))
    stage.lift(0)
    for step in 1...10 { stage.move([Point(x: 100, y: 60 + Double(step))]) }
    let tracks = stage.strategy.estimator.tracks
    #expect(tracks.count == 1 && tracks[0].positions.count == 1)
    #expect(tracks[0].path.travel == 0)
  }

  @Test(.placement("39")) func `a finger that drags slowly along the edge does not hold the device`() {
    var stage = standard(tablet())
    stage.land(Point(x: 6, y: 30))
    for step in 1...10 { stage.move([Point(x: 6, y: 30 + Double(step))], after: 100) }
    stage.land(Point(x: 190, y: 70))
    #expect(stage.strategy.estimator.tracks.touchingCount == 2)
  }

  @Test func `a second hand is about as likely the other one as the same`() {
    var stage = standard(tablet(prior: 0.9))
    stage.land(Point(x: 20, y: 70))
    stage.land(Point(x: 200, y: 70))
    let tracks = stage.strategy.estimator.tracks
    #expect(tracks.touchingCount == 2)
    #expect(abs(tracks[0].prior - 2.2) < 0.1)
    #expect(abs(tracks[1].prior - 0.44) < 0.1)
  }

  @Test(arguments: [true, false]) func `two hands at once teach nothing about one`(isTogether: Bool) {
    var stage = standard(tablet(prior: 0.9))
    stage.land(Point(x: 200, y: 70))
    stage.land(Point(x: 20, y: 70))
    stage.rest(100)
    if !isTogether { stage.lift(0) }
    stage.lift()
    #expect(stage.strategy.estimator.learnedRightProbability == nil)
  }

  @Test func `a finger under a new number in its slot leaves no palm`() {
    var stage = standard(tablet(prior: 0.9))
    stage.land(Point(x: 120, y: 40), Point(x: 90, y: 125))
    stage.rest(400)
    stage.replace(1)
    let tracks = stage.strategy.estimator.tracks
    #expect(tracks.indices.allSatisfy { tracks[$0].palm == nil })
  }

  @Test func `a fifth hand takes the place of one that has lifted, and the others go on touching`() {
    var environment = tablet()
    environment.panel = Rect(x: 0, y: 0, width: 2000, height: 1000)
    environment.posture = .tabletop
    var stage = standard(environment)
    for hand in 0..<4 { stage.land(Point(x: 200 + 500 * Double(hand), y: 500)) }
    let hands = stage.strategy.estimator.tracks
    #expect(hands.touchingCount == 4)
    stage.lift(0)
    stage.rest(100)
    stage.land(Point(x: 200, y: 500))
    let tracks = stage.strategy.estimator.tracks
    #expect(tracks.touchingCount == 4)
    #expect(tracks.indices.prefix(3).map { tracks[$0].id } == (1..<4).map { hands[$0].id })
  }

  @Test func `the hand stays under its fingers when the panel becomes another one`() {
    var stage = standard(tablet())
    stage.land(Point(x: 130, y: 90))
    stage.land(Point(x: 100, y: 60))
    stage.lift(0, as: .cancelled)
    stage.strategy.environment.panel = Rect(x: 0, y: 0, width: 871, height: 296)
    let user = UserFrame(panel: stage.strategy.environment.panel, edge: .bottom)
    let track = stage.strategy.estimator.tracks[0]
    #expect(track.positions[0] == user.inward(Point(x: 100, y: 60)))
    #expect(track.palm == user.inward(Point(x: 130, y: 90)))
    #expect(track.path.travel == 0)
  }

  @Test(arguments: [nil, Handedness.left, .right]) func `what is stated is not learned as if it had been seen`(
    hand: Handedness?
  ) {
    var stage = standard(tablet(hand: hand))
    stage.land(fiveFingers(index: Point(x: 90, y: 10)))
    stage.rest(100)
    stage.lift()
    #expect((stage.strategy.estimator.learnedRightProbability == nil) == (hand != nil))
  }

  @Test(.placement("33"), arguments: [Posture.monitor, .kiosk, .flatTablet, .faceUp])
  func `only at a table does a hand that comes from above mean a user on the other side`(posture: Posture) {
    var environment = tablet(prior: 0.9)
    environment.posture = posture
    environment.panel = Rect(x: 0, y: 0, width: 800, height: 800)
    var stage = standard(environment)
    let user = UserFrame(panel: environment.panel, edge: .top)
    stage.land(fiveFingers(index: Point(x: 0, y: 60)).map { user.outward(UserPoint(x: $0.x, y: $0.y)) })
    stage.rest(100)
    #expect(stage.strategy.estimator.userEdge == .bottom)
  }

  @Test(.placement("33")) func `a hand that comes from the stated edge keeps nobody there when another is stated`() {
    var environment = tablet(hand: .right)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 800, height: 800)
    var stage = standard(environment)
    let user = UserFrame(panel: environment.panel, edge: .bottom)
    stage.land(fiveFingers(index: Point(x: 0, y: 60)).map { user.outward(UserPoint(x: $0.x, y: $0.y)) })
    stage.rest(100)
    #expect(stage.strategy.estimator.userEdge == .bottom)
    stage.strategy.environment.userEdge = .left
    #expect(stage.strategy.estimator.userEdge == .left)
  }

  /// The edge at which the user is after a whole hand turned by `degrees` landed, clockwise from one of a user at the bottom.
  private func edge(afterHandTurnedBy degrees: Double, from stated: ScreenEdge) -> ScreenEdge {
    var environment = tablet(hand: .right)
    environment.posture = .tabletop
    environment.panel = Rect(x: 0, y: 0, width: 800, height: 800)
    environment.userEdge = stated
    var stage = standard(environment)
    let turn = Angle(degrees: degrees)
    let center = Vector(dx: 21, dy: 16)
    stage.land(
      fiveFingers(index: .origin).map { finger in
        let offset = finger - Point.origin - center
        return Point(
          x: 400 + offset.dx * turn.cosine - offset.dy * turn.sine,
          y: 400 + offset.dx * turn.sine + offset.dy * turn.cosine)
      })
    stage.rest(100)
    return stage.strategy.estimator.userEdge
  }

  @Test(.placement("33", "34")) func `a hand between two edges leaves the user where they are`() throws {
    let angles = Array(stride(from: 0.0, through: 90, by: 1))
    let leaves = try #require(angles.first { edge(afterHandTurnedBy: $0, from: .bottom) == .left })
    let returns = try #require(angles.last { edge(afterHandTurnedBy: $0, from: .left) == .bottom })
    #expect(leaves - returns > 3, "from the bottom to the left at \(leaves)°, and back at \(returns)°")
  }
}
