import DesignCases
import Offhand
import OffhandTesting
import Testing

/// The last event of a gesture describes the fingers that made it, whatever stays down or lands in the report in which they lift.
@Suite struct EndOfGestureTests {
  /// The end of the gesture of `recognizer` after `strokes`, when `fingers` lift at 208 ms; `beside` lands in the same report.
  private func end(
    of recognizer: some GestureRecognizer, after strokes: [Step], lifting fingers: Int32, beside: Step? = nil
  ) throws -> Gesture {
    var steps = strokes
    for finger in 1...fingers { steps.append(up(finger, at: 208)) }
    if let beside { steps.append(beside) }
    let played = play(Pipeline { recognizer }, waiting: 0) { steps }
    return try #require(played.events.last { $0.state == .ended || $0.state == .recognized }).gesture
  }

  /// Finger 1 goes from (`x`, 50) to (`x` + 60, 50) in 200 ms.
  private func stroke(from x: Double) -> [Step] {
    [down(1, x, 50, at: 0)] + drag(1, from: (x, 50), to: (x + 60, 50), over: 0...200)
  }

  /// Fingers 1 and 2 part and turn.
  private var parting: [Step] {
    [down(1, 80, 50, at: 0), down(2, 120, 50, at: 0)]
      + together(
        drag(1, from: (80, 50), to: (60, 30), over: 0...200), drag(2, from: (120, 50), to: (140, 70), over: 0...200))
  }

  @Test(.recognition("E22")) func `a finger that lands as the last one lifts changes nothing about the end`() throws {
    let other = down(9, 250, 150, at: 208)
    func expectSame(_ recognizer: some GestureRecognizer, _ strokes: [Step], _ fingers: Int32, _ location: Point) throws
    {
      let alone = try end(of: recognizer, after: strokes, lifting: fingers)
      #expect(try end(of: recognizer, after: strokes, lifting: fingers, beside: other) == alone)
      #expect(alone.location == location)
    }
    let place = Point(x: 110, y: 50)
    for most in [1, 5] { try expectSame(PanGestureRecognizer(touches: 1...most), stroke(from: 50), 1, place) }
    try expectSame(TransformGestureRecognizer(), stroke(from: 50), 1, place)
    try expectSame(SwipeGestureRecognizer(trigger: .lift(speed: 50)), stroke(from: 50), 1, place)
    let press = LongPressGestureRecognizer(minimumPressDuration: .milliseconds(100), allowableMovement: 50)
    try expectSame(press, stroke(from: 50), 1, place)
    let panel = Rect(x: 0, y: 0, width: 300, height: 190)
    try expectSame(ScreenEdgePanGestureRecognizer(of: [panel]), stroke(from: 1), 1, Point(x: 61, y: 50))
    try expectSame(TapDragGestureRecognizer(taps: 0), stroke(from: 50), 1, place)
    let center = Point(x: 100, y: 50)
    try expectSame(PinchGestureRecognizer(), parting, 2, center)
    try expectSame(RotationGestureRecognizer(dominance: 0), parting, 2, center)
    try expectSame(PanGestureRecognizer(), stroke(from: 50) + [down(2, 110, 90, at: 200)], 2, Point(x: 110, y: 70))
  }

  @Test(.recognition("E22")) func `a flick whose finger lifts as another lands keeps its velocity`() throws {
    let flick = try end(
      of: PanGestureRecognizer(), after: stroke(from: 50), lifting: 1, beside: down(9, 250, 150, at: 208))
    #expect(abs(flick.velocity.dx - 300) < 1)
    let pinch = try end(of: PinchGestureRecognizer(), after: parting, lifting: 2, beside: down(9, 250, 150, at: 208))
    #expect(pinch.scaleVelocity > 1)
  }

  @Test(.recognition("D7")) func `what ends as one of its fingers lifts ends between them`() throws {
    let pressed = try end(
      of: LongPressGestureRecognizer(touches: 2, minimumPressDuration: .milliseconds(100)),
      after: [down(1, 50, 50, at: 0), down(2, 90, 50, at: 0)], lifting: 1)
    #expect(pressed.location == Point(x: 70, y: 50))
    let both =
      [down(1, 30, 0, at: 0), down(2, 60, 0, at: 0)]
      + together(
        drag(1, from: (30, 0), to: (90, 0), over: 0...200), drag(2, from: (60, 0), to: (120, 0), over: 0...200))
    let pan = PanGestureRecognizer(touches: 2...2, graceBelowMinimum: .zero)
    #expect(try end(of: pan, after: both, lifting: 1).location == Point(x: 105, y: 0))
    let swipe = SwipeGestureRecognizer(touches: 2, trigger: .lift(speed: 50))
    #expect(try end(of: swipe, after: both, lifting: 1).location == Point(x: 105, y: 0))
  }

  @Test func `a pan that waits for missing fingers stays where they were, and not beside one that lands meanwhile`()
    throws
  {
    let played = play(Pipeline { PanGestureRecognizer(touches: 3...3) }) {
      down(1, 30, 0, at: 0)
      down(2, 60, 0, at: 0)
      down(3, 90, 0, at: 0)
      for finger in 1...3 { move(Int32(finger), to: Double(finger) * 30 + 20, 0, at: 8) }
      up(1, at: 16)
      up(2, at: 16)
      down(4, 250, 150, at: 16)
    }
    #expect(try #require(played.last(.pan, .ended)).gesture.location == Point(x: 80, y: 0))
  }

  @Test func `a drag whose finger moves and lifts in one report ends where it lifted`() throws {
    let steps = stroke(from: 50) + [move(1, to: 111, 50, at: 208)]
    #expect(try end(of: PanGestureRecognizer(), after: steps, lifting: 1).location == Point(x: 111, y: 50))
    #expect(try end(of: TapDragGestureRecognizer(taps: 0), after: steps, lifting: 1).location == Point(x: 111, y: 50))
  }
}
