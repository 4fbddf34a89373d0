@testable import Offhand
import Testing

/// placement.md §4, cases 13 and 14: a sensor that is built in mirrored or turned, and a panel that does not know its size.
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

  @Test func `placement 14 a panel without a size divides by nothing`() {
    var environment = tablet(hand: .right)
    environment.panel = Rect(x: 0, y: 0, width: 0, height: 0)
    var stage = standard(environment)
    stage.land(Point(x: 40, y: 30))
    let bounds = Rect(x: 0, y: 0, width: 200, height: 100)
    let answer = stage.ask(1, .tap) { $0.bounds = bounds }
    #expect(bounds.contains(answer.rect))
    #expect(clears(answer.rect, [Point(x: 40, y: 30)]))
    // The hand is there all the same; of a number that is none nothing would be hidden.
    #expect(stage.strategy.hiddenProbability(at: Point(x: 70, y: 90)) > 0.5)
  }

  /// The case asks for 6.0 pixels a millimetre; recognizers.md §3.0.1 for 96 to the inch, 3.78 a millimetre. There is one answer in
  /// the house, and it is the latter: what has no size is a projector or a virtual machine, whose pixels are seen on a desk's
  /// monitor (3.6 to 4.3), while phones and tablets, with 5 to 6.5, say how large they are.
  @Test(arguments: [
    Size.zero, Size(width: 1, height: 1), Size(width: 16_000, height: 9000), Size(width: .nan, height: 90),
  ])
  func `placement 14 a size that cannot be true is passed over, and that it is assumed is told`(size: Size) {
    #expect(!SurfaceGeometry.isPlausible(size))
    #expect(TouchPanel(sensorSize: size).sensorSize == nil)
    let surface = SurfaceGeometry(assumedFromPixelWidth: 1920, pixelHeight: 1080)
    #expect(surface.provenance == .assumed)
    #expect(abs(surface.size.width - 508) < 1e-9)
    #expect(abs(surface.pixelsPerMillimetreX * 25.4 - 96) < 1e-9)
    let none = SurfaceGeometry(size: .zero, pixelWidth: 1920, pixelHeight: 1080, provenance: .output)
    #expect(none.pixelsPerMillimetreX == 0 && none.point(pixelX: 3, pixelY: 4) == .origin)
  }
}
