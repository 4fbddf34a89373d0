import DesignCases
import Testing

@testable import Offhand

/// Design/Recognizing.md "Hand cases", as far as the rule and the estimator alone decide; `HandedPinchTests` has the others.
@Suite struct HandednessCaseTests {
  private func estimator(prior: Double = 0.5) -> BayesianHandEstimator {
    BayesianHandEstimator(
      environment: PanelSetup(
        panel: Rect(x: 0, y: 0, width: 150, height: 150), posture: .handheld, rightHandPrior: prior))
  }

  @Test(.recognition("K5")) func `the answer changes at most once, and only for what convinces for 120 ms`() {
    var commitment = HandCommitment()
    let start = Timestamp(nanoseconds: 0)
    commitment.update(right: 0.9, left: 0.1, at: start)
    #expect(commitment.side == .right)
    commitment.update(right: 0.1, left: 0.9, at: start + .milliseconds(10))
    commitment.update(right: 0.1, left: 0.9, at: start + .milliseconds(100))
    #expect(commitment.side == .right)
    commitment.update(right: 0.1, left: 0.9, at: start + .milliseconds(131))
    #expect(commitment.side == .left)
    for time in 0..<100 { commitment.update(right: 0.95, left: 0.05, at: start + .milliseconds(200 + time * 10)) }
    #expect(commitment.side == .left)
  }

  @Test(.recognition("K8")) func `fingers 180 mm apart that land one after the other are two hands`() {
    var estimator = BayesianHandEstimator(
      environment: PanelSetup(panel: Rect(x: 0, y: 0, width: 300, height: 200), posture: .flatTablet))
    estimator.ingest(frame([Point(x: 50, y: 100), Point(x: 230, y: 100)], at: 400, landed: [0, 400]))
    #expect(estimator.hand.side == .both)
  }

  @Test(.recognition("K9")) func `a single finger has the hand that was likely before`() {
    var estimator = estimator(prior: 0.9)
    estimator.ingest(frame([Point(x: 70, y: 70)]))
    #expect(estimator.hand.side == .right)
    #expect(abs(estimator.hand.confidence - 0.9) < 0.02)
    var even = self.estimator(prior: 0.5)
    even.ingest(frame([Point(x: 70, y: 70)]))
    #expect(even.hand == Hand(side: .unknown, confidence: 0.5))
  }

  @Test(.recognition("K11")) func `the mirrored touches have the other hand, as sure`() {
    for (a, b) in [((90.0, 40.0), (50.0, 90.0)), ((60, 30), (75, 100)), ((20, 50), (48, 44))] {
      var one = estimator()
      one.ingest(frame([Point(x: a.0, y: a.1), Point(x: b.0, y: b.1)]))
      var other = estimator()
      other.ingest(frame([Point(x: 150 - a.0, y: a.1), Point(x: 150 - b.0, y: b.1)]))
      #expect(other.hand.side == one.hand.side.mirrored)
      #expect(other.hand.confidence == one.hand.confidence)
      #expect(other.tracks[0].logOdds == -one.tracks[0].logOdds)
    }
  }

  /// What `source` says of fingers in the order in which they landed.
  private func ratio(_ source: some HandEvidence, _ grip: Grip, _ places: [Point]) -> Double? {
    var positions = TouchPositions()
    for place in places { positions.append(UserPoint(x: place.x, y: place.y)) }
    let situation = HandSituation(
      positions: positions, grip: grip, posture: .flatTablet, halfPanel: Size(width: 100, height: 70),
      expectedAzimuth: (Angle(degrees: 33), Angle(degrees: 33)), path: TouchPath())
    return source.logLikelihoodRatio(in: situation)
  }

  @Test func `the steeper a line of fingers climbs to the right, the likelier it is a right hand's`() throws {
    let source = ChordSlopeEvidence()
    // 45° and 14°.
    let two = try #require(ratio(source, .chord, [Point(x: 0, y: 0), Point(x: 20, y: -20)]))
    #expect(abs(two - 45 * 0.115) < 0.01)
    let three = try #require(ratio(source, .chord, [20.0, 0, 40].map { Point(x: $0, y: -$0 / 4) }))
    #expect(abs(three - 14.036 * 0.103) < 0.01)
    #expect(ratio(source, .chord, [Point(x: 0, y: 0), Point(x: 0, y: -20)]) == 0)
  }

  @Test func `a whole hand has the same side in whichever order its fingers land`() throws {
    let fingers = fiveFingers(index: Point(x: -20, y: -60))
    let right = try #require(ratio(ThumbSideEvidence(), .spread, fingers))
    #expect(right > 4)
    for order in [[4, 3, 2, 1, 0], [4, 1, 3, 0, 2]] {
      let other = try #require(ratio(ThumbSideEvidence(), .spread, order.map { fingers[$0] }))
      #expect(abs(other - right) < 1e-6)
    }
  }

  @Test func `evidence is odd under mirroring and held to its cap`() {
    let chords: [(Grip, [Point])] = [
      (.finger, [Point(x: 31, y: 4)]), (.pinch, [Point(x: 12, y: -20), Point(x: -9, y: 31)]),
      (.chord, [Point(x: 0, y: 0), Point(x: 21, y: -14)]),
      (.chord, [Point(x: 0, y: 0), Point(x: 21, y: -14), Point(x: 44, y: -9)]),
      (.spread, fiveFingers(index: Point(x: -20, y: -60))),
    ]
    for (grip, places) in chords {
      var contacts = TouchPositions()
      for place in places { contacts.append(UserPoint(x: place.x, y: place.y)) }
      var path = TouchPath()
      var mirroredPath = TouchPath()
      for step in 0..<30 {
        let y = Double(step)
        path.add(UserPoint(x: y * y * 0.02 + y * 0.1, y: y))
        mirroredPath.add(UserPoint(x: -(y * y * 0.02 + y * 0.1), y: y))
      }
      for posture in Posture.allCases {
        let one = HandSituation(
          positions: contacts, grip: grip, posture: posture, halfPanel: Size(width: 75, height: 75),
          expectedAzimuth: (Angle(degrees: 33), Angle(degrees: 41)), path: path,
          shape: ContactShape(major: 12, minor: 7, orientationRadians: 0.4), palm: UserVector(dx: 22, dy: 70))
        let other = HandSituation(
          positions: contacts.mirrored, grip: grip, posture: posture, halfPanel: Size(width: 75, height: 75),
          expectedAzimuth: (Angle(degrees: 41), Angle(degrees: 33)), path: mirroredPath,
          shape: ContactShape(major: 12, minor: 7, orientationRadians: -0.4), palm: UserVector(dx: -22, dy: 70))
        for source in BayesianHandEstimator.standardSources {
          let (plain, mirrored) = (source.capped(in: one), source.capped(in: other))
          #expect(plain.map { -$0 } == mirrored || (plain == 0 && mirrored == 0), "\(source) \(grip)")
          #expect(abs(plain ?? 0) <= source.cap)
        }
      }
    }
  }
}
