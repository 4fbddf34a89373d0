import OffhandTesting
import Testing

@testable import Offhand

/// The guarantees of placement.md §2.8 over random requests; a new strategy joins by one line.
@Suite struct PlacementLawTests {
  /// A million where the optimizer runs; in a debug build as many as a few seconds allow.
  static var count: Int {
    #if DEBUG
      480
    #else
      1_000_000
    #endif
  }

  @Test func `G1 G2 every answer is finite, and inside the bounds if it fits`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<PlacementLawTests.count / 4 {
      let scene = RandomPlacement.nonsense(&random)
      for preset in PlacementPreset.allCases {
        var strategy = preset.strategy(in: scene.environment)
        strategy.ingest(scene.frame)
        let answer = strategy.place(scene.request)
        #expect(answer.rect.isFinite && answer.hidden.isFinite && answer.target.isFinite)
        let (size, bounds) = (scene.request.size, scene.request.bounds)
        guard preset != .original, bounds.isFinite, size.width >= 0, size.height >= 0, size.width <= bounds.width,
          size.height <= bounds.height
        else { continue }
        let slack = 1e-9 * (1 + abs(bounds.minX) + abs(bounds.minY) + bounds.width + bounds.height)
        #expect(bounds.grown(by: slack).contains(answer.rect), "\(preset): \(answer.rect) in \(bounds)")
      }
    }
  }

  @Test func `G3 the same input gives the same answer`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<30 {
      let scene = RandomPlacement.sound(&random)
      #expect(scene.place(.standard) == scene.place(.standard))
    }
  }

  @Test(arguments: [PlacementPreset.standard, .vogel, .original])
  func `G4 the mirrored scene has the mirrored answer, bit for bit`(preset: PlacementPreset) {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<PlacementLawTests.count / 8 {
      let scene = RandomPlacement.sound(&random)
      let plain = scene.place(preset)
      let mirrored = scene.mirrored.place(preset)
      #expect(mirrored.rect.minY == plain.rect.minY)
      if preset == .original {
        #expect(abs(mirrored.rect.minX - (scene.environment.panel.width - plain.rect.maxX)) < 1e-9)
      } else {
        #expect(mirrored.rect.minX == scene.environment.panel.width - plain.rect.maxX)
        #expect(mirrored.hidden == plain.hidden)
        #expect(mirrored.hand.side == plain.hand.side.mirrored)
        #expect(mirrored.hand.confidence == plain.hand.confidence)
      }
    }
  }

  @Test func `G5 the turned scene has the turned answer`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<PlacementLawTests.count / 12 {
      let scene = RandomPlacement.sound(&random)
      let plain = scene.place(.standard).rect
      let turned = scene.turned.place(.standard).rect
      #expect(abs(turned.minX - (scene.environment.panel.height - plain.maxY)) <= 1e-9)
      #expect(abs(turned.minY - plain.minX) <= 1e-9)
    }
  }

  @Test func `G7 taking a piece of the shadow away never hides more`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var whole = ShadowField()
      var less = ShadowField()
      for _ in 0..<2 {
        let weight = 0.5
        whole.beginHypothesis(weight: weight)
        less.beginHypothesis(weight: weight)
        for piece in 0..<6 {
          func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
          let hull = ShadowPiece(
            x: number(-60, 60), y: number(-60, 60), radius: number(2, 30), endX: number(-60, 60), endY: number(-60, 60),
            endRadius: number(2, 30))
          whole.append(hull)
          if piece != 3 { less.append(hull) }
        }
      }
      #expect(shade(of: less) <= shade(of: whole))
      #expect(less.hidden(x: 5, y: 5) <= whole.hidden(x: 5, y: 5))
    }
  }

  private func shade(of field: ShadowField) -> Double {
    var map = ShadowMap()
    map.draw(field, minX: -15, minY: -5, maxX: 25, maxY: 15)
    return map.hidden(centerX: 5, centerY: 5, width: 40, height: 20)
  }

  @Test func `G8 a finger is never covered where there is room`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<PlacementLawTests.count / 12 {
      var scene = RandomPlacement.sound(&random)
      scene.environment.panel = Rect(x: 0, y: 0, width: 400, height: 300)
      scene.request.bounds = scene.environment.panel
      scene.request.size = Size(width: 20, height: 9)
      let rect = scene.place(.standard).rect
      for index in scene.frame.indices { #expect(!rect.contains(scene.frame[index].position)) }
    }
  }

  @Test func `G9 without a hand the standard answer is the classic one`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<100 {
      var scene = RandomPlacement.sound(&random)
      scene.frame = TouchFrame()
      scene.request.anchor = Rect(
        x: Double.random(in: 0...60, using: &random), y: Double.random(in: 0...60, using: &random), width: 8, height: 5)
      #expect(scene.place(.standard).rect == scene.place(.classic).rect)
    }
  }

  @Test func `G10 an overlay moves at most once in a gesture and twice in its life`() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<4 {
      var stage = standard(tablet(prior: 0.5))
      stage.land(pinch(at: Point(x: 108, y: 68)))
      var previous = stage.ask(1, .pinch, .began).rect
      var moves = 0
      for _ in 0..<200 {
        let place = Point(
          x: Double.random(in: 10...200, using: &random), y: Double.random(in: 10...120, using: &random))
        stage.move(pinch(at: place, hand: Bool.random(using: &random) ? .left : .right), after: 60)
        let rect = stage.ask(1, .pinch, .changed).rect
        if rect != previous { moves += 1 }
        previous = rect
      }
      #expect(moves <= 2)
    }
  }

  @Test func `placement hulls hold exactly the places within their moving disc`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      func number(_ low: Double, _ high: Double) -> Double { Double.random(in: low...high, using: &random) }
      let (ax, ay, ra) = (number(-50, 50), number(-50, 50), number(1, 40))
      let (bx, by, rb) = (number(-50, 50), number(-50, 50), number(1, 40))
      let piece = ShadowPiece(x: ax, y: ay, radius: ra, endX: bx, endY: by, endRadius: rb)
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
