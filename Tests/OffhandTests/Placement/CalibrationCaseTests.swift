@testable import Offhand
import Testing

/// placement.md §4, case 13: a sensor that is built in mirrored or turned.
@Suite struct CalibrationCaseTests {
  @Test func `placement 13 a sensor that is built in mirrored tells the right hand once its matrix is known`() throws {
    let glass = Size(width: 217, height: 136)
    let fingers = fiveFingers(index: Point(x: 110, y: 10))
    // What the mirrored sensor counts, in 0...1 from its own left.
    let counted = fingers.map { (x: 1 - $0.x / glass.width, y: $0.y / glass.height) }
    func hand(_ matrix: CalibrationMatrix) -> Handedness {
      let mapping = OutputMapping(panel: TouchPanel(sensorSize: glass, calibration: matrix), output: nil)
      var stage = standard(tablet(prior: 0.5))
      stage.land(
        counted.map { count in
          let place = matrix.apply(x: count.x, y: count.y)
          return mapping.point(x: place.x, y: place.y)
        })
      return stage.strategy.hand.side
    }
    #expect(hand(CalibrationMatrix(-1, 0, 1, 0, 1, 0)) == .right)
    #expect(hand(.identity) == .left)
  }

  @Test(
    arguments: [
      (CalibrationMatrix.identity, 30.0), (CalibrationMatrix(-1, 0, 1, 0, 1, 0), -30),
      (CalibrationMatrix(1, 0, 0, 0, -1, 1), -30), (CalibrationMatrix(-1, 0, 1, 0, -1, 1), 30),
      (CalibrationMatrix(0, -1, 1, 1, 0, 0), -60), (CalibrationMatrix(0, 1, 0, 1, 0, 0), 60),
    ] as [(CalibrationMatrix, Double)])
  func `placement 13 a contact's ellipse is mirrored and turned with its place`(
    matrix: CalibrationMatrix, expected: Double
  ) throws {
    let panel = TouchPanel(sensorSize: Size(width: 217, height: 136), calibration: matrix)
    let shape = ContactShape(major: 12, minor: 8, orientationRadians: Float(Angle(degrees: 30).radians))
    let turned = OutputMapping(panel: panel, output: nil).shape(shape)
    let angle = try #require(turned.orientationRadians)
    #expect(abs(Angle(radians: Double(angle)).degrees - expected) < 1e-4)
    #expect(turned.major == 12 && turned.minor == 8)
  }
}
