import Testing

@testable import Offhand

/// Guarantees of placement.md §2.8 that are no laws over requests by chance.
@Suite struct GuaranteeTests {
  @Test(arguments: [Size(width: 1024, height: 640), Size(width: 3840, height: 2400)])
  func `G6 the same millimetres have the same answer at any number of pixels`(pixels: Size) {
    func rect(_ pixels: Size) -> Rect {
      let output = OutputDescription(
        name: "eDP-1", physicalSize: Size(width: 217, height: 136), modeWidth: pixels.width, modeHeight: pixels.height)
      let panel = TouchPanel(sensorSize: Size(width: 217, height: 136), calibration: .identity)
      let mapping = OutputMapping(panel: panel, output: output)
      var environment = tablet(hand: .right)
      environment.panel = mapping.surface.bounds
      var stage = standard(environment)
      stage.land(mapping.point(x: 0.5, y: 0.375))
      return stage.ask(1, .tap).rect
    }
    #expect(rect(pixels) == rect(Size(width: 1920, height: 1200)))
  }

  @Test func `G12 without shapes, without a gesture and without millimetres there is an answer, off the finger`() {
    for gesture in [GestureHint.Kind.tap, nil] {
      for size in [Size(width: 217, height: 136), .zero] {
        for shape in [ContactShape(major: 9, minor: 8), nil] {
          var environment = tablet()
          environment.panel = Rect(origin: .origin, size: size)
          var stage = standard(environment)
          let bounds = Rect(x: 0, y: 0, width: 217, height: 136)
          stage.land([Point(x: 108, y: 68)], shape: shape)
          let answer = stage.ask(1, gesture) { $0.bounds = bounds }
          #expect(bounds.contains(answer.rect))
          #expect(clears(answer.rect, [Point(x: 108, y: 68)]))
        }
      }
    }
    // What is only supposed says so: the surface by its provenance, an answer without a hand by its reason.
    #expect(SurfaceGeometry(assumedFromPixelWidth: 800, pixelHeight: 500).provenance == .assumed)
    var stage = standard(tablet())
    #expect(stage.ask(1).reason == .noHand)
  }
}
