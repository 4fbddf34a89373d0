import Testing

@testable import Offhand

struct RangeEvidenceTests {
  private func evidence(
    _ positions: [(Double, Double)], of x: ClosedRange<Double> = 0...799, _ y: ClosedRange<Double> = 0...479,
    calibration: CalibrationMatrix = .identity
  ) -> RangeEvidence {
    var evidence = RangeEvidence(x: x, y: y, calibration: calibration)
    for (across, down) in positions {
      let place = calibration.apply(
        x: (across - x.lowerBound) / (x.upperBound - x.lowerBound + 1),
        y: (down - y.lowerBound) / (y.upperBound - y.lowerBound + 1))
      evidence.note(x: place.x, y: place.y)
    }
    return evidence
  }

  private let tall = (0..<40).map { (Double($0 * 12), Double($0 * 20)) }

  @Test(arguments: [CalibrationMatrix.identity, CalibrationMatrix(0, -1, 1, 1, 0, 0)])
  func `ranges that are each other's are transposed, and positions are put right`(calibration: CalibrationMatrix) {
    let found = evidence(tall, calibration: calibration)
    #expect(found.fault == .transposed)
    // The middle of 480 by 800, which the calibration turns.
    let stated = calibration.apply(x: 240.0 / 800, y: 400.0 / 480)
    let right = found.swap.apply(x: stated.x, y: stated.y)
    #expect(abs(right.x - 0.5) < 1e-9 && abs(right.y - 0.5) < 1e-9)
    // At 4 and 3 units a millimetre.
    let size = Size(width: 800 / 4, height: 480 / 3)
    let swapped = calibration.followed(by: found.swap).calibratedSize(of: found.swapped(size))
    let expected = calibration == .identity ? Size(width: 160, height: 200) : Size(width: 200, height: 160)
    #expect(swapped.map { abs($0.width - expected.width) < 1e-9 && abs($0.height - expected.height) < 1e-9 } == true)
  }

  @Test func `ranges that positions fit, also with noise or by their calibration, have no fault`() {
    #expect(evidence(tall.map { ($1, $0) }).fault == nil)
    #expect(evidence(Array(tall.prefix(24)) + [(300, 790)]).fault == nil)
    #expect(evidence(Array(tall.suffix(5))).fault == nil, "too few")
    let scaled = CalibrationMatrix(1, 0, 0, 0, 0.6, 0)
    #expect(evidence(tall, calibration: scaled).fault == nil)
  }

  @Test func `positions that no order of the ranges fits, and empty ranges, are unfit`() {
    #expect(evidence(tall.map { ($0 * 2, $1) }).fault == .unfit)
    #expect(evidence([(50, 50)], of: 0...0, 0...0).fault == .unfit && evidence([], of: 0...0, 0...0).fault == nil)
    #expect(evidence(tall, of: 0...479, 0...479).fault == .unfit)
  }
}
