import DesignCases
import OffhandTesting
import Testing
@testable import Offhand

@Suite struct RotationTests {
  /// `count` fingers evenly around (100, 100), `span` across, turned from `start` by `turn` degrees in `steps`.
  static func turn(
    _ turn: Double, from start: Double = 0, steps: Int, span: Double = 60, fingers count: Int = 2
  ) -> [Step] {
    (0...steps).flatMap { step in
      (0..<count).map { finger in
        let way = Vector(
          angle: Angle(degrees: start + turn * Double(step) / Double(steps) + 360 * Double(finger) / Double(count)))
        let place = Point(x: 100, y: 100) + way * (span / 2)
        return step == 0
          ? down(Int32(finger), place.x, place.y, at: 0)
          : move(Int32(finger), to: place.x, place.y, at: Double(step) * 8)
      }
    }
  }

  static func rotation(_ steps: [Step], _ slop: SlopPolicy = .excluded) -> Double? {
    play(Pipeline { RotationGestureRecognizer(slopPolicy: slop) }) { steps }.last(.rotation)?.gesture.rotation.degrees
  }

  static func expect(_ steps: [Step], _ degrees: Double, raw: Double) {
    #expect(abs((rotation(steps) ?? .nan) - degrees) < 1e-6)
    #expect(abs((rotation(steps, .included) ?? .nan) - raw) < 1e-6)
  }

  /// Also across half a turn, back, twice around, in one step, and from exactly level.
  @Test(
    .recognition("H1", "H2", "H3", "H4", "H5"),
    arguments: [(20.0, 170.0, 10), (-20, 10, 10), (720, 0, 144), (100, 0, 1), (10, 0, 5)])
  func `a turn counts from the threshold`(turn: Double, start: Double, steps: Int) {
    Self.expect(Self.turn(turn, from: start, steps: steps), turn < 0 ? turn + 3 : turn - 3, raw: turn)
  }

  @Test(.recognition("H9", "H10"), arguments: [(4.0, 20.0, false), (3.1, 80, true)])
  func `degrees of a narrow pair are noise that of a wide one begin`(degrees: Double, span: Double, begins: Bool) {
    #expect((Self.rotation(Self.turn(degrees, steps: 4, span: span)) != nil) == begins)
  }

  @Test(.recognition("H6")) func `three fingers turn twice around`() {
    let script = Self.turn(720, steps: 144, fingers: 3)
    Self.expect(script, 717, raw: 720)
    let pinch = play(Pipeline { PinchGestureRecognizer(touches: 2...3, slop: 0, minimumSpan: 0) }) { script }
    #expect(pinch.events.allSatisfy { abs($0.gesture.scale - 1) < 1e-9 })
  }

  @Test(.recognition("H7")) func `three fingers in a line, one in the middle, turn alike`() {
    let script = Self.turn(30, steps: 10)
    let middle = (0...10).map { step in
      step == 0 ? down(9, 100, 100, at: 0) : move(9, to: 100, 100, at: Double(step) * 8)
    }
    let threshold = 3.0 * Double.pi / 180
    let span = 40.0
    #expect(threshold > 2 / span)
    let degrees = Self.rotation(together(script, middle)) ?? .nan
    #expect(abs(degrees - 27) < 1e-6)
  }

  @Test(.recognition("H8")) func `contacts that coincide say nothing about a turn`() throws {
    let pipeline = Pipeline {
      RotationGestureRecognizer(threshold: .zero, arc: 0, dominance: 0).simultaneousWithAll()
    }
    let played = play(pipeline) {
      down(1, 100, 100, at: 0)
      down(2, 100, 100, at: 0)
      move(2, to: 100.4, 100, at: 8)
      move(2, to: 100, 100.4, at: 16)
      move(2, to: 100, 103, at: 24)
      move(2, to: 100, 106, at: 32)
    }
    #expect(abs(played.last(.rotation)?.gesture.rotation.degrees ?? 0) < 1e-9)
  }

  /// A pinch from 60 to 70 mm, then a turn by `degrees`.
  static func pinchThenTurn(_ degrees: Double) -> Player<some GesturePipeline> {
    let pipeline = Pipeline {
      PinchGestureRecognizer().simultaneous(with: .rotation)
      RotationGestureRecognizer()
    }
    return play(pipeline) {
      down(1, 70, 100, at: 0)
      down(2, 130, 100, at: 0)
      together(
        drag(1, from: (70, 100), to: (65, 100), over: 0...80), drag(2, from: (130, 100), to: (135, 100), over: 0...80))
      for step in 1...16 {
        let way = Vector(angle: Angle(degrees: degrees * Double(step) / 16)) * 35
        move(1, to: 100 - way.dx, 100 - way.dy, at: 80 + Double(step) * 8)
        move(2, to: 100 + way.dx, 100 + way.dy, at: 80 + Double(step) * 8)
      }
    }
  }

  @Test(.recognition("H11")) func `ten degrees beside a pinch are incidental`() {
    #expect(Self.pinchThenTurn(10).first(.rotation) == nil)
  }

  @Test(.recognition("H12")) func `sixteen degrees beside a pinch unlock the rotation with one`() throws {
    let played = Self.pinchThenTurn(16)
    #expect(abs(try #require(played.last(.rotation)).gesture.rotation.degrees - 1) < 1e-6)
    #expect(played.last(.pinch)?.state == .changed)
  }

  @Test func `A plain pinch that turns by 25 degrees on its way stays a pinch`() {
    let pipeline = Pipeline {
      PinchGestureRecognizer().simultaneous(with: .rotation)
      RotationGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 89, 100, at: 0)
      down(2, 111, 100, at: 0)
      for step in 1...50 {
        let share = Double(step) / 50
        let way = Vector(angle: Angle(degrees: 25 * share)) * (11 + 19 * share)
        move(1, to: 100 - way.dx, 100 - way.dy, at: Double(step) * 9)
        move(2, to: 100 + way.dx, 100 + way.dy, at: Double(step) * 9)
      }
    }
    #expect(played.first(.pinch) != nil)
    #expect(played.first(.rotation) == nil)
  }

  @Test func `A turn by 30 degrees beside a pinch is seen`() {
    #expect(Self.pinchThenTurn(30).first(.rotation) != nil)
  }

  @Test(.recognition("H13")) func `a finger that turns about a resting thumb counts whole`() throws {
    let script =
      [down(1, 100, 100, at: 0), down(2, 160, 100, at: 0)]
      + (1...18).map { step in
        let way = Vector(angle: Angle(degrees: Double(step) * 5)) * 60
        return move(2, to: 100 + way.dx, 100 + way.dy, at: Double(step) * 8)
      }
    Self.expect(script, 87, raw: 90)
    let pinch = play(Pipeline { PinchGestureRecognizer(slop: 0) }) { script }
    #expect(pinch.events.allSatisfy { abs($0.gesture.scale - 1) < 1e-9 })
  }

  @Test(.recognition("H14")) func `a finger that lands elsewhere turns nothing`() {
    let script =
      Self.turn(20, steps: 10) + [
        up(1, at: 100), down(1, 100, 160, at: 150), move(1, to: 100, 161, at: 158),
      ]
    let before = Self.rotation(Self.turn(20, steps: 10)) ?? .nan
    let after = play(Pipeline { RotationGestureRecognizer() }) { script.dropLast() }
    #expect(abs((after.last(.rotation)?.gesture.rotation.degrees ?? .nan) - before) < 1e-6)
    #expect(after.transitions.last == "rotation changed")
  }

  @Test(.recognition("H15")) func `noise never begins`() {
    var random = SeededGenerator(seed: 15)
    func noise() -> Double { 0.15 * (0..<12).reduce(-6) { sum, _ in sum + random.number(0...1) } }
    let script =
      [down(1, 92.5, 100, at: 0), down(2, 107.5, 100, at: 0)]
      + (1...1250).flatMap { step in
        [
          move(1, to: 92.5 + noise(), 100 + noise(), at: Double(step) * 8),
          move(2, to: 107.5 + noise(), 100 + noise(), at: Double(step) * 8),
        ]
      }
    #expect(Self.rotation(script) == nil)
  }

  @Test(.recognition("H16"), arguments: [2, 5]) func `clockwise is positive`(fingers: Int) {
    #expect((Self.rotation(Self.turn(40, steps: 10, fingers: fingers)) ?? 0) > 30)
    let clockwise = play(Pipeline { RotationGestureRecognizer() }) {
      down(1, 70, 100, at: 0)
      down(2, 130, 100, at: 0)
      move(2, to: 125, 120, at: 8)
    }
    #expect((clockwise.last(.rotation)?.gesture.rotation.degrees ?? 0) > 0)
  }
}

@Suite struct SteadyTurnTests {
  /// What is found where a turn goes through `angles`.
  private static func follow(_ angles: some Sequence<Double>, size: Double = 30) -> [Double] {
    var turn = SteadyTurn()
    return angles.map { angle in
      let direction = Vector(angle: Angle(radians: angle)) * size
      turn.follow(y: direction.dy, x: direction.dx, size: direction.length)
      return turn.radians
    }
  }

  @Test func `it is the angle, however small the steps, and is not wrapped`() {
    for step in [0.0003, 0.01, 0.06, 0.07, 0.4, 2.9, -0.013, -1.3] {
      let angles = (1...2000).map { Double($0) * step }
      for (found, due) in zip(Self.follow(angles), angles) { #expect(abs(found - due) < 1e-10 * max(1, abs(due))) }
    }
  }

  @Test func `to and fro it gathers no errors`() {
    let angles = (0..<100_000).map { Double($0 % 400) * 0.004 }
    #expect(abs((Self.follow(angles).last ?? 0) - 399 * 0.004) < 1e-14)
  }

  @Test func `of two turns that it can mean it takes the one closer to the last`() {
    #expect(abs(Self.follow([3, 3.2])[1] - 3.2) < 1e-12)
    #expect(abs(Self.follow([-3, -3.2])[1] + 3.2) < 1e-12)
  }
}
