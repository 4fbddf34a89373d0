import DesignCases
import OffhandTesting
import Testing

@testable import Offhand

/// Whose hand pinches: five pinches each of people whose fingers lie as people's do, on a tablet on a desk.
@Suite struct PinchingHandTests {
  /// What is believed at the end of the n-th pinch of each person, as the probability of the true hand.
  private static func beliefs(of side: Handedness, prior: Double) -> [[Double]] {
    var random = SeededGenerator(seed: 7)
    var beliefs = [[Double]](repeating: [], count: 5)
    for _ in 0..<400 {
      var person = Person(side, prior: prior)
      for pinch in 0..<5 {
        let line = PinchLines.draw(&random)
        let right = person.pinch(
          line.distance, line.angle, at: Point(x: random.number(85...165), y: random.number(65...125)))
        beliefs[pinch].append(side == .right ? right : 1 - right)
      }
    }
    return beliefs
  }

  private static func share(_ beliefs: [Double], where isCounted: (Double) -> Bool) -> Double {
    Double(beliefs.count(where: isCounted)) / Double(beliefs.count)
  }

  @Test(.recognition("N34"))
  func `left-handers are believed from the third pinch on, against a prior of nine in ten`() {
    let beliefs = Self.beliefs(of: .left, prior: 0.9)
    for later in beliefs[2...] { #expect(Self.share(later) { $0 > 0.5 } >= 0.85) }
    // A quarter of the first ones are short lines that stand upright, which say little.
    #expect(Self.share(beliefs[0]) { $0 < 0.2 } <= 0.25)
  }

  @Test(.recognition("N35")) func `right-handers stay right-handed`() {
    for pinches in Self.beliefs(of: .right, prior: 0.9) {
      #expect(Self.share(pinches) { $0 > 0.5 } >= 0.97)
      #expect(Self.share(pinches) { $0 < 0.1 } <= 0.01)
    }
    for pinches in Self.beliefs(of: .right, prior: 0.5) { #expect(Self.share(pinches) { $0 < 0.1 } <= 0.01) }
  }

  @Test(.recognition("N36"))
  func `three pinches that agree outweigh the prior, and one says less than the three together`() {
    var person = Person(.left, prior: 0.9)
    let beliefs = (0..<3).map { _ in person.pinch(61, Angle(degrees: 48), at: Point(x: 125, y: 94)) }
    #expect(beliefs[0] > beliefs[1] && beliefs[1] > beliefs[2])
    #expect(beliefs[0] > 0.25)
    #expect(beliefs[2] < 0.2)
  }
}

/// A person who pinches with one hand.
private struct Person {
  private let side: Handedness
  private var estimator: BayesianHandEstimator
  private var time = Timestamp(nanoseconds: 1_000_000_000)
  private var landed: UInt64 = 0

  init(_ side: Handedness, prior: Double) {
    self.side = side
    estimator = BayesianHandEstimator(
      environment: PanelSetup(
        panel: Rect(x: 0, y: 0, width: 250, height: 188), posture: .flatTablet, rightHandPrior: prior))
  }

  /// Pinches from `distance` mm apart on a line of a right hand at `angle`, mirrored for a left one: together from 42 mm on, else
  /// apart. Returns the probability of a right hand before the lift. A second and a half passes.
  mutating func pinch(_ distance: Double, _ angle: Angle, at center: Point) -> Double {
    var right = 0.5
    let begin = time
    for step in 0...28 {
      let factor = 1 + (distance > 42 ? -0.6 : 1.4) * Double(step) / 28
      let line = Vector(dx: (side == .left ? -1 : 1) * angle.cosine, dy: -angle.sine) * (distance * factor / 2)
      var frame = TouchFrame(timestamp: time)
      for (index, position) in [center + line, center - line].enumerated() {
        var touch = Touch(id: Touch.ID(rawValue: landed + UInt64(index)), position: position, landingTime: begin)
        touch.phase = step == 0 ? .began : step == 28 ? .ended : .moved
        frame.append(touch)
      }
      estimator.ingest(frame)
      // A pinch is recognized after some 4 mm.
      if step == 3 { estimator.note(.pinch) }
      if step == 27 { right = estimator.tracks[0].rightProbability }
      time = time + .milliseconds(16)
    }
    landed += 2
    time = time + .milliseconds(1500)
    estimator.ingest(TouchFrame(timestamp: time))
    return right
  }
}
