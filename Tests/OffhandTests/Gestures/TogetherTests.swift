import Offhand
import OffhandTesting
import Testing

/// Two fingers that go together: what they spread or turn by the way is neither a pinch nor a rotation.
@Suite struct TogetherTests {
  static let separate = Pipeline {
    PanGestureRecognizer().simultaneous(with: .pinch, .rotation)
    PinchGestureRecognizer().simultaneous(with: .rotation)
    RotationGestureRecognizer()
  }
  static let whole = Pipeline { TransformGestureRecognizer() }

  /// A scroll of 100 mm in which the fingers come from 40 to 32 mm, and then a spreading of 10 mm on the spot.
  private static func scroll(thenSpread: Bool) -> [Step] {
    var steps = [down(1, 20, 50, at: 0), down(2, 60, 50, at: 0)]
    steps += together(
      drag(1, from: (20, 50), to: (24, 150), over: 0...400), drag(2, from: (60, 50), to: (56, 150), over: 0...400))
    if thenSpread {
      steps += together(
        drag(1, from: (24, 150), to: (19, 150), over: 500...600),
        drag(2, from: (56, 150), to: (61, 150), over: 500...600))
    }
    return steps
  }

  /// A scroll of 150 mm on which the fingers, 20 mm apart, turn by 40°.
  private static var turningScroll: [Step] {
    var steps = [down(1, 90, 20, at: 0), down(2, 110, 20, at: 0)]
    for step in 1...60 {
      let turn = Angle(degrees: 40 * Double(step) / 60)
      let arm = Vector(dx: 10 * turn.cosine, dy: 10 * turn.sine)
      let middle = Point(x: 100, y: 20 + 2.5 * Double(step))
      for (finger, place) in [(1, middle - arm), (2, middle + arm)] as [(Int32, Point)] {
        steps.append(move(finger, to: place.x, place.y, at: Double(step) * 8))
      }
    }
    return steps
  }

  @Test func `a scroll on which two fingers come nearer does not zoom`() {
    let answers = play(Self.separate) { Self.scroll(thenSpread: false) }.answers
    #expect(answers.contains("pan began"))
    #expect(!answers.contains("pinch began"))
    let components = play(Self.whole) { Self.scroll(thenSpread: false) }.last(.transform)?.gesture.components
    #expect(components == .translation)
  }

  @Test func `fingers that scroll and then spread zoom, from one on`() throws {
    let began = try #require(play(Self.separate) { Self.scroll(thenSpread: true) }.first(.pinch, .began))
    #expect(began.timestamp.seconds > 0.5)
    #expect((1...1.05).contains(began.gesture.scale))
    let end = try #require(play(Self.whole) { Self.scroll(thenSpread: true) }.last(.transform))
    #expect(end.gesture.components == [.translation, .scale])
    #expect((1.15...1.31).contains(end.gesture.scale))
  }

  @Test func `a scroll on which two fingers turn a little does not rotate`() {
    #expect(!play(Self.separate) { Self.turningScroll }.answers.contains("rotation began"))
    #expect(play(Self.whole) { Self.turningScroll }.last(.transform)?.gesture.components == .translation)
  }

  @Test func `a thumb that stays while the index sweeps around it turns all the same`() {
    var steps = [down(1, 100, 100, at: 0), down(2, 160, 100, at: 0)]
    for step in 1...40 {
      let turn = Angle(degrees: 2.25 * Double(step))
      steps.append(move(2, to: 100 + 60 * turn.cosine, 100 + 60 * turn.sine, at: Double(step) * 8))
    }
    let played = play(Self.separate) { steps }
    #expect(abs((played.last(.rotation)?.gesture.rotation.degrees ?? 0) - 87) < 3)
  }
}
