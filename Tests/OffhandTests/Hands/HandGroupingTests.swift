import Testing

@testable import Offhand

/// Which fingers belong to one hand (Design/HandModel.md "Hand tracks").
@Suite struct HandGroupingTests {

  private func estimator() -> BayesianHandEstimator {
    BayesianHandEstimator(
      environment: PanelSetup(panel: Rect(x: 0, y: 0, width: 527, height: 296), posture: .monitor, rightHandPrior: 0.9))
  }

  /// The hands as sets of the contacts' positions in the frame.
  private func hands(_ estimator: BayesianHandEstimator, of count: Int) -> Set<Set<Int>> {
    var hands: [Int: Set<Int>] = [:]
    for index in 0..<count {
      guard let hand = estimator.tracks.index(of: Touch.ID(rawValue: UInt64(index + 1))) else { continue }
      hands[hand, default: []].insert(index)
    }
    return Set(hands.values)
  }

  private func hands(_ places: [Point], landed: [Int] = []) -> Set<Set<Int>> {
    var estimator = estimator()
    estimator.ingest(frame(places, landed: landed))
    return hands(estimator, of: places.count)
  }

  @Test func `two pinches that land in one frame are two hands`() {
    let left = pinch(at: Point(x: 150, y: 140), hand: .left)
    let right = pinch(at: Point(x: 290, y: 150))
    #expect(hands(left + right) == [[0, 1], [2, 3]])
  }

  @Test func `two whole hands that land in one frame are two hands, though their thumbs are nearest to each other`() {
    let left = fiveFingers(index: Point(x: 170, y: 100), hand: .left)
    // At 290 the gap between the hands is narrower than the one that their thumbs leave to the fingers.
    for x in [360.0, 290] {
      let right = fiveFingers(index: Point(x: x, y: 100))
      #expect(hands(left + right) == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]])
    }
  }

  @Test func `a pinch and a whole hand that land in one frame are two hands`() {
    let left = pinch(at: Point(x: 100, y: 140), hand: .left)
    #expect(hands(left + fiveFingers(index: Point(x: 330, y: 100))) == [[0, 1], [2, 3, 4, 5, 6]])
  }

  @Test func `four fingers in a row are one hand in whichever order they land`() {
    #expect(hands([200.0, 280, 240, 320].map { Point(x: $0, y: 150) }) == [[0, 1, 2, 3]])
  }

  @Test func `a hand above another one is another hand`() {
    let near = pinch(at: Point(x: 260, y: 240))
    let far = pinch(at: Point(x: 265, y: 60), span: 40)
    #expect(hands(near + far) == [[0, 1], [2, 3]])
  }

  @Test func `a finger beside two others is of another hand, for no thumb lies there`() {
    let level = [Point(x: 100, y: 150), Point(x: 190, y: 152), Point(x: 215, y: 146)]
    #expect(hands(level) == [[0], [1, 2]])
    #expect(hands(level.map { Point(x: 527 - $0.x, y: $0.y) }) == [[0], [1, 2]])
  }

  @Test func `a finger beside a pinch is of another hand`() {
    #expect(hands([Point(x: 100, y: 150)] + pinch(at: Point(x: 210, y: 150))) == [[0], [1, 2]])
  }

  @Test func `two pairs of fingers with a gap between them are two hands`() {
    let pairs = [100.0, 125, 195, 220].map { Point(x: $0, y: 150) }
    #expect(hands(pairs) == [[0, 1], [2, 3]])
  }

  @Test func `a thumb below two fingers, or above them for who stands at the far edge, is of their hand`() {
    let near = [Point(x: 200, y: 100), Point(x: 224, y: 96), Point(x: 160, y: 180)]
    #expect(hands(near) == [[0, 1, 2]])
    #expect(hands(near.map { Point(x: 527 - $0.x, y: 296 - $0.y) }) == [[0, 1, 2]])
  }

  @Test func `between gaps of one width neither left nor right decides`() {
    let row = [100.0, 200, 300].map { Point(x: $0, y: 150) }
    let mirrored = row.map { Point(x: 527 - $0.x, y: $0.y) }
    #expect(hands(row).count == 2)
    #expect(hands(mirrored) == hands(row))
  }

  @Test func `more contacts at one place than a hand has are one thing`() {
    var estimator = estimator()
    estimator.ingest(frame(Array(repeating: Point(x: 200, y: 150), count: 7)))
    #expect(estimator.tracks.count == 1)
    #expect(estimator.tracks[0].grip == .object)
  }

  @Test func `a whole hand that is spread as wide as it goes is one hand`() {
    let wide = fiveFingers(index: Point(x: 200, y: 100)).map { Point(x: 200 + ($0.x - 200) * 1.2, y: $0.y * 1.1) }
    #expect(hands(wide) == [[0, 1, 2, 3, 4]])
  }

  @Test func `hands that were parted stay parted however near they come`() {
    var estimator = estimator()
    let apart = [Point(x: 100, y: 150), Point(x: 260, y: 150)]
    estimator.ingest(frame(apart))
    #expect(hands(estimator, of: 2) == [[0], [1]])
    for step in 1...30 {
      let way = Double(step) * 2
      let closer = [Point(x: 100 + way, y: 150), Point(x: 260 - way, y: 150)]
      estimator.ingest(frame(closer, at: 16 * step))
    }
    #expect(hands(estimator, of: 2) == [[0], [1]])
  }

  @Test func `fingers that go further apart than a hand can are parted while they lie`() {
    var estimator = estimator()
    for step in 0...30 {
      let way = Double(step) * 2
      estimator.ingest(frame([Point(x: 230 - way, y: 150), Point(x: 290 + way, y: 150)], at: 16 * step))
    }
    #expect(hands(estimator, of: 2) == [[0], [1]])
  }

  @Test func `after a reset the fingers that still lie are told apart again`() {
    var estimator = estimator()
    let places = pinch(at: Point(x: 150, y: 140))
    estimator.ingest(frame(places))
    let before = estimator.hand
    estimator.reset()
    #expect(estimator.hand == .unknown)
    estimator.ingest(frame(places, at: 8))
    #expect(hands(estimator, of: 2) == [[0, 1]])
    #expect(estimator.hand == before)
  }

  @Test func `the sources are asked at most every 16 ms, and at once when a finger lands or the surroundings change`() {
    var estimator = estimator()
    let places = pinch(at: Point(x: 150, y: 140))
    estimator.ingest(frame([places[0]]))
    estimator.ingest(frame(places, at: 2))
    let landed = estimator.tracks[0].forearm
    #expect(estimator.tracks[0].grip == .pinch)
    // Where the fingers are says at once where the forearm is to be expected, if anybody asks.
    let upright = [Point(x: 150, y: 115), Point(x: 190, y: 165)]
    estimator.ingest(frame(upright, at: 4))
    #expect(estimator.tracks[0].forearm == landed)
    estimator.ingest(frame(upright, at: 18))
    #expect(estimator.tracks[0].forearm != landed)
    estimator.environment.statedHand = .left
    estimator.ingest(frame(upright, at: 20))
    #expect(estimator.tracks[0].leftProbability > 0.99)
  }
}
