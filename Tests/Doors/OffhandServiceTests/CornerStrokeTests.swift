import Offhand
import OffhandTesting
import Testing

@testable import OffhandService

/// Strokes of a finger that lands in a corner of a panel of 200 × 120 mm.
struct CornerStrokeTests {
  /// The stroke `swipe` of the top left corner, or of another, of a finger that goes through `points` at 8 ms and 2 mm a step; `nil` if it
  /// is not recognized. `earlier` are the points of a stroke before it.
  private func stroke(
    _ swipe: CornerSwipe, of corner: ScreenCorner = .topLeft, _ points: [Point], step: Double = 8,
    after earlier: [Point] = []
  ) -> Gesture? {
    var setting = ServiceConfiguration.Corner(corner: corner)
    setting.swipe = swipe
    let setup = PanelSetup(panel: Rect(x: 0, y: 0, width: 200, height: 120), posture: .kiosk)
    var pipeline = ZoneGestures.pipeline(for: setting, in: setup)
    var steps: [Step] = []
    var time = 0.0
    for points in [earlier, points] where !points.isEmpty {
      steps.append(down(0, points[0].x, points[0].y, at: time))
      for (from, to) in zip(points, points.dropFirst()) {
        let count = max(1, Int(from.distance(to: to) / 2))
        for index in 1...count {
          time += step
          let place = from + (to - from) * (Double(index) / Double(count))
          steps.append(move(0, to: place.x, place.y, at: time))
        }
      }
      steps.append(up(0, at: time + 8))
      time += 1000
    }
    var found: [Gesture] = []
    var assembler = TouchFrameAssembler()
    Script(steps: steps).forEachFrame(assembler: &assembler) {
      pipeline.process($0)
      for event in pipeline.events where event.state == .recognized { found.append(event.gesture) }
    }
    #expect(found.count <= 1)
    return found.first
  }

  private func recognizes(
    _ swipe: CornerSwipe, of corner: ScreenCorner = .topLeft, _ points: [Point], step: Double = 8
  ) -> Bool { stroke(swipe, of: corner, points, step: step) != nil }

  private let along = [Point(x: 2, y: 4), Point(x: 50, y: 4)]
  private let inwards = [Point(x: 3, y: 3), Point(x: 40, y: 40)]
  private let turn = [Point(x: 2, y: 9), Point(x: 2, y: 2), Point(x: 40, y: 2)]
  private let otherTurn = [Point(x: 9, y: 1), Point(x: 3, y: 3), Point(x: 1, y: 40)]

  @Test func `a stroke along the edge, inwards and around the corner are three`() {
    #expect(recognizes(.right, along) && recognizes(.inwards, inwards))
    #expect(recognizes(.around, turn) && recognizes(.around, otherTurn))
    #expect(!recognizes(.down, along) && !recognizes(.inwards, along) && !recognizes(.around, along))
    #expect(!recognizes(.right, inwards) && !recognizes(.down, inwards) && !recognizes(.around, inwards))
    #expect(!recognizes(.down, turn) && !recognizes(.inwards, turn))
  }

  @Test func `a turn is recognized at each corner`() {
    for corner in ScreenCorner.allCases {
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      let mirrored = turn.map { Point(x: isLeft ? $0.x : 200 - $0.x, y: isTop ? $0.y : 120 - $0.y) }
      #expect(recognizes(.around, of: corner, mirrored))
    }
  }

  @Test func `a turn says where its finger is and how far that went`() throws {
    let gesture = try #require(stroke(.around, turn))
    #expect(gesture.fingers == 1 && gesture.location.x > 10 && gesture.location.y == 2)
    #expect((gesture.translation - (gesture.location - turn[0])).length < 1e-9)
  }

  @Test func `a turn that stops short, goes back or takes too long is none`() {
    #expect(!recognizes(.around, [Point(x: 2, y: 9), Point(x: 2, y: 2), Point(x: 16, y: 2)]))
    #expect(!recognizes(.around, [Point(x: 2, y: 9), Point(x: 2, y: 2), Point(x: 2, y: 60)]))
    #expect(!recognizes(.around, [Point(x: 2, y: 9), Point(x: 2, y: 40), Point(x: 40, y: 2)]))
    #expect(!recognizes(.around, turn, step: 160))
    // What an earlier stroke did does not count.
    let straight = [Point(x: 2, y: 9), Point(x: 40, y: 9)]
    #expect(stroke(.around, straight, after: [Point(x: 2, y: 9), Point(x: 2, y: 2)]) == nil)
    // A finger that rolls may go 3 mm beyond the square of 10 mm first.
    let way = [Point(x: 2, y: 2), Point(x: 40, y: 2)]
    #expect(recognizes(.around, [Point(x: 2, y: 9), Point(x: 2, y: 13)] + way))
    #expect(!recognizes(.around, [Point(x: 2, y: 9), Point(x: 2, y: 14)] + way))
  }

  @Test func `a stroke leaves each corner along its edges and inwards alone`() {
    for corner in ScreenCorner.allCases {
      #expect(CornerSwipe.allCases.count { $0.direction(from: corner) != nil } == 3)
    }
    #expect(CornerSwipe.inwards.direction(from: .bottomRight) == .upLeft)
    #expect(CornerSwipe.left.direction(from: .topLeft) == nil && CornerSwipe.up.direction(from: .topLeft) == nil)
  }
}
