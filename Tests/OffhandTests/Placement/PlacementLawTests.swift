import DesignCases
import OffhandTesting
import Testing
@testable import Offhand

/// The guarantees of Design/Placing.md "Guarantees" over random requests; a new strategy joins by one line.
@Suite struct PlacementLawTests {
  /// The number of scenes for each law; `LawRun` makes a million requests in a release build.
  static let count = 60

  @Test(.placement("G1–G10"), arguments: PlacementLaw.allCases)
  func `the guarantees hold for the strategy with a hand`(law: PlacementLaw) {
    let count = law == .calm ? 6 : PlacementLawTests.count
    #expect(PlacementLaw.violation(of: [law], from: 1, count: count) { StandardPlacement(environment: $0) } == nil)
  }

  @Test(.placement("G1–G4", "G9"), arguments: [PlacementLaw.inside, .deterministic, .mirrored, .classicWithoutHand])
  func `the guarantees hold for the classic strategy`(law: PlacementLaw) {
    #expect(
      PlacementLaw.violation(of: [law], from: 1, count: PlacementLawTests.count) {
        PlacementPreset.classic.strategy(in: $0)
      }
        == nil)
  }

  @Test(.placement("G3")) func `the original is deterministic, and mirrored up to rounding`() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<PlacementLawTests.count {
      let scene = RandomPlacement.sound(&random)
      let plain = scene.place(.original)
      #expect(plain == scene.place(.original))
      let mirrored = scene.mirrored.place(.original)
      #expect(mirrored.rect.minY == plain.rect.minY)
      #expect(abs(mirrored.rect.minX - (scene.environment.panel.width - plain.rect.maxX)) < 1e-9)
    }
  }

  @Test func `a broken law is reported with its seed`() {
    struct Stubborn: PlacementStrategy {
      var environment: PanelSetup
      mutating func ingest(_ frame: borrowing TouchFrame) {}
      mutating func place(_ request: OverlayRequest) -> Placement {
        Placement(rect: Rect(x: 7, y: 7, width: 9, height: 9), side: .above, target: .origin, reason: .wantedSide)
      }
      mutating func remove(_ id: Overlay.ID) {}
    }
    #expect(PlacementLaw.violation(of: [.inside, .mirrored], from: 3, count: 50) { Stubborn(environment: $0) } != nil)
    #expect(
      PlacementLaw.mirrored.violation(seed: 3) { Stubborn(environment: $0) }?.hasPrefix("mirrored, seed 3: ") == true)
  }

  @Test(.placement("G7")) func `removing a piece of the occlusion never hides more`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var whole = OcclusionField()
      var less = OcclusionField()
      for _ in 0..<2 {
        let weight = 0.5
        whole.beginHypothesis(weight: weight)
        less.beginHypothesis(weight: weight)
        for piece in 0..<6 {
          func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
          let hull = OcclusionPiece(
            x: number(-60, 60), y: number(-60, 60), radius: number(2, 30), endX: number(-60, 60), endY: number(-60, 60),
            endRadius: number(2, 30))
          whole.append(hull)
          if piece != 3 { less.append(hull) }
        }
      }
      #expect(shade(of: less) <= shade(of: whole))
      #expect(less.hidden(at: UserPoint(x: 5, y: 5)) <= whole.hidden(at: UserPoint(x: 5, y: 5)))
    }
  }

  private func shade(of field: OcclusionField) -> Double {
    var map = OcclusionMap()
    map.draw(field, minX: -15, minY: -5, maxX: 25, maxY: 15)
    return map.hidden(centerX: 5, centerY: 5, width: 40, height: 20)
  }

  @Test func `placement hulls contain exactly the points within their moving disc`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
      let (ax, ay, ra) = (number(-50, 50), number(-50, 50), number(1, 40))
      let (bx, by, rb) = (number(-50, 50), number(-50, 50), number(1, 40))
      let piece = OcclusionPiece(x: ax, y: ay, radius: ra, endX: bx, endY: by, endRadius: rb)
      let (px, py) = (number(-90, 90), number(-90, 90))
      var depth = -Double.infinity
      for step in 0...500 {
        let t = Double(step) / 500
        let reach = ra + (rb - ra) * t
        let distance = Vector(dx: px - ax - (bx - ax) * t, dy: py - ay - (by - ay) * t).length
        depth = max(depth, reach - distance)
      }
      guard abs(depth) > 0.05 else { continue }
      #expect(piece.hides(x: Float(px), y: Float(py)) == (depth > 0))
    }
  }
}

/// Guarantees of Design/Placing.md "Guarantees" that are not laws over random requests.
@Suite struct GuaranteeTests {
  @Test(.placement("G6"), arguments: [Size(width: 1024, height: 640), Size(width: 3840, height: 2400)])
  func `the same millimetres have the same placement at any number of pixels`(pixels: Size) {
    func rect(_ pixels: Size) -> Rect {
      let output = OutputDescription(
        name: "eDP-1", physicalSize: Size(width: 217, height: 136), modeWidth: pixels.width, modeHeight: pixels.height)
      let panel = TouchPanel(sensorSize: Size(width: 217, height: 136), calibration: .identity)
      let mapping = OutputMapping(panel: panel, output: output)
      var environment = tablet(hand: .right)
      environment.panel = mapping.surface.bounds
      var stage = standard(environment)
      stage.land(mapping.point(x: 0.5, y: 0.375))
      return stage.place(1, .tap).rect
    }
    #expect(rect(pixels) == rect(Size(width: 1920, height: 1200)))
  }

  @Test(.placement("G12"))
  func `without shapes, without a gesture and without millimetres there is a placement clear of the finger`() {
    for gesture in [GestureHint.Kind.tap, nil] {
      for size in [Size(width: 217, height: 136), .zero] {
        for shape in [ContactShape(major: 9, minor: 8), nil] {
          var environment = tablet()
          environment.panel = Rect(origin: .origin, size: size)
          var stage = standard(environment)
          let bounds = Rect(x: 0, y: 0, width: 217, height: 136)
          stage.land([Point(x: 108, y: 68)], shape: shape)
          let placement = stage.place(1, gesture) { $0.bounds = bounds }
          #expect(bounds.contains(placement.rect))
          #expect(clears(placement.rect, [Point(x: 108, y: 68)]))
        }
      }
    }
    // What is only supposed says so: the surface by its provenance, an placement without a hand by its reason.
    #expect(SurfaceGeometry(assumedFromPixelWidth: 800, pixelHeight: 500).provenance == .assumed)
    var stage = standard(tablet())
    #expect(stage.place(1).reason == .noHand)
  }
}
