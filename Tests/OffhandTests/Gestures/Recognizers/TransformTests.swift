import DesignCases
import Offhand
import OffhandTesting
import Testing

/// A transform among others; what it measures is tested with the pinch.
@Suite struct TransformTests {
  private static let besideTap = Pipeline {
    TransformGestureRecognizer(pan: PanGestureRecognizer(contestedSlop: 3.4, contestedSlopOfSeveral: 5))
    TapGestureRecognizer(touches: 1...2)
  }

  private static let spreadBesideTap = Pipeline {
    TransformGestureRecognizer(
      pan: PanGestureRecognizer(slop: 50), pinch: PinchGestureRecognizer(contestedSlop: 8),
      rotation: RotationGestureRecognizer(threshold: Angle(degrees: 170)))
    TapGestureRecognizer(touches: 2...2)
  }

  private static let landed = [down(1, 50, 50, at: 0), down(2, 90, 50, at: 0)]

  /// Two fingers that go down by `way` at once.
  private static func pair(by way: Double) -> [Step] {
    landed + [move(1, to: 50, 50 + way, at: 100), move(2, to: 90, 50 + way, at: 100)]
  }

  /// The second of two fingers, which goes 3 mm `pause` after the lift of the first.
  private static func lift(_ pause: Double) -> [Step] {
    landed + [up(1, at: 300), move(2, to: 93, 50, at: 300 + pause), up(2, at: 302 + pause)]
  }

  private static let cases = [
    ScriptCase(
      "a finger that lies too long for a tap begins no transform by what it drifted meanwhile", besideTap,
      [
        down(1, 50, 50, at: 0), move(1, to: 52.5, 50, at: 100), move(1, to: 52.6, 50, at: 1000),
        move(1, to: 53.2, 50, at: 1050), move(1, to: 55.5, 50, at: 1100), up(1, at: 1200),
      ], "transform began 1100", "transform ended 1200"),
    ScriptCase(
      "the drift of two fingers that might still tap is no transform either", spreadBesideTap,
      landed + [
        move(2, to: 95, 50, at: 100), move(2, to: 95.1, 50, at: 1000), move(2, to: 96, 50, at: 1050),
        move(2, to: 105, 50, at: 1100),
      ], "transform began 1100"),
    ScriptCase(
      "what a finger goes soon after another has lifted begins no transform", TransformGestureRecognizer(), lift(50)),
    ScriptCase(
      "nor what it goes in the report in which it lifts", TransformGestureRecognizer(),
      landed + [up(1, at: 300), move(2, to: 93, 50, at: 350), up(2, at: 350)]),
    ScriptCase(
      "nor does one finger less than it takes", TransformGestureRecognizer(touches: 2...5),
      landed + [up(1, at: 300), move(2, to: 93, 50, at: 450), up(2, at: 450)]),
    ScriptCase(
      "but later it does", TransformGestureRecognizer(), lift(150), "transform began 450", "transform ended 452"),
    ScriptCase("several fingers that might still tap do not begin it with 4.5 mm", besideTap, pair(by: 4.5)),
    ScriptCase("but with more", besideTap, pair(by: 5.5), "transform began 100"),
    ScriptCase(
      "one finger begins it with less", besideTap, [down(1, 50, 50, at: 0), move(1, to: 50, 54.5, at: 100)],
      "transform began 100"),
    ScriptCase(
      "a second finger that lands takes nothing off the way of the first", TransformGestureRecognizer(),
      [
        down(1, 50, 50, at: 0), move(1, to: 51.2, 50, at: 50), down(2, 90, 50, at: 100),
        move(1, to: 51.8, 50, at: 150), move(2, to: 90.6, 50, at: 150),
      ], "transform began 150"),
  ]

  @Test(arguments: cases) func `when a transform begins`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("B7")) func `a flick within one report begins and ends`() {
    let played = play(Pipeline { TransformGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      move(1, to: 55, 50, at: 16)
      up(1, at: 16)
    }
    #expect(played.lines == ["transform began 16", "transform ended 16"])
    for event in played.events {
      #expect((event.gesture.similarity.apply(Point(x: 50, y: 50)) - Point(x: 53.4, y: 50)).length < 1e-9)
    }
  }

  @Test func `what has not begun stays at identity`() throws {
    let played = play(Pipeline { TransformGestureRecognizer() }) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 0)
      together([move(1, to: 55, 50, at: 50)], [move(2, to: 95.5, 50, at: 50)])
    }
    let gesture = try #require(played.first(.transform, .began)).gesture
    #expect(gesture.components == .translation)
    #expect(gesture.scale == 1 && gesture.rotation == .zero)
    #expect((gesture.similarity.apply(Point(x: 70, y: 50)) - Point(x: 73.65, y: 50)).length < 1e-9)
  }
}

/// Content that a transform moves.
@Suite struct TransformContentTests {
  /// Two fingers at these places, at `time`.
  private func pair(_ first: Point, _ second: Point, at time: Double) -> [Step] {
    [move(1, to: first.x, first.y, at: time), move(2, to: second.x, second.y, at: time)]
  }

  @Test func `content stays under each of three fingers, also under the one that lands later`() throws {
    let starts = [Point(x: 80, y: 90), Point(x: 130, y: 110)]
    let first = Similarity(
      scale: 1.4, rotation: Angle(degrees: 20), about: Point(x: 100, y: 100), translation: Vector(dx: 6, dy: 3))
    func second(_ share: Double) -> Similarity {
      Similarity(
        scale: 1 + 0.2 * share, rotation: Angle(degrees: 35 * share), about: Point(x: 140, y: 60),
        translation: Vector(dx: -4 * share, dy: 8 * share))
    }
    let third = Point(x: 180, y: 150)
    let before = starts.map(first.apply) + [third]
    let played = play(Pipeline { TransformGestureRecognizer.withoutSlop }, waiting: 0) {
      down(1, starts[0].x, starts[0].y, at: 0)
      down(2, starts[1].x, starts[1].y, at: 0)
      pair(before[0], before[1], at: 8)
      down(3, third.x, third.y, at: 16)
      for step in 1...10 {
        let map = second(Double(step) / 10)
        pair(map.apply(before[0]), map.apply(before[1]), at: 16 + 8 * Double(step))
        move(3, to: map.apply(third).x, map.apply(third).y, at: 16 + 8 * Double(step))
      }
    }
    let after = before.map(second(1).apply)
    let map = try #require(played.last(.transform)).gesture.similarity
    for (start, end) in zip(starts + [first.inverse.apply(third)], after) {
      #expect(map.apply(start).distance(to: end) < 1e-6)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `content stays under fingers that turn and spread while others land and lift`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Where the fingers are on the content, by their numbers; all of them follow one map.
    var fingers: [Int32: Point] = [1: Point(x: 80, y: 90), 2: Point(x: 130, y: 110)]
    var map = Similarity.identity
    var steps = fingers.map { down($0, $1.x, $1.y, at: 0) }
    var next: Int32 = 3
    for frame in 1...120 {
      let time = 8 * Double(frame)
      let middle = Point(x: .random(in: 60...160, using: &random), y: .random(in: 60...140, using: &random))
      map = map.followed(
        by: Similarity(
          scale: .random(in: 0.98...1.02, using: &random),
          rotation: Angle(degrees: .random(in: -3...3, using: &random)), about: middle,
          translation: Vector(dx: .random(in: -2...2, using: &random), dy: .random(in: -2...2, using: &random))))
      var together: [Step] = []
      let lifting = frame % 7 == 3 && fingers.count > 2 ? fingers.keys.sorted().randomElement(using: &random) : nil
      if let lifting {
        together.append(up(lifting, at: time))
        fingers[lifting] = nil
      }
      together += fingers.map { move($0, to: map.apply($1).x, map.apply($1).y, at: time) }
      if frame % 5 == 2 && fingers.count < 5 {
        let place = Point(x: .random(in: 60...160, using: &random), y: .random(in: 60...140, using: &random))
        fingers[next] = map.inverse.apply(place)
        together.append(down(next, place.x, place.y, at: time))
        next += 1
      }
      steps += together
    }
    let played = play(Pipeline { TransformGestureRecognizer.withoutSlop(touches: 2...5) }, waiting: 0) { steps }
    let seen = try #require(played.last(.transform)).gesture.similarity
    for place in fingers.values { #expect(seen.apply(place).distance(to: map.apply(place)) < 1e-6) }
  }
}

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
    let answers = play(Self.separate) { Self.scroll(thenSpread: false) }.transitions
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

  @Test func `fingers that spread more than a scroll does by itself zoom later without a jump`() throws {
    let played = play(Self.separate) {
      down(1, 50, 100, at: 0)
      down(2, 150, 100, at: 0)
      move(1, to: 50, 102, at: 8)
      move(2, to: 150, 102, at: 8)
      move(1, to: 47.8, 112, at: 16)
      move(2, to: 152.2, 112, at: 16)
      move(1, to: 45, 112, at: 24)
      move(2, to: 155, 112, at: 24)
    }
    let began = try #require(played.first(.pinch, .began))
    #expect(began.milliseconds == "24")
    // Of the 4.4 mm 2.4 come with the scroll; then it takes a twentieth of the span of 102.4 mm.
    #expect(abs(began.gesture.scale - 110 / (102.4 * 1.05)) < 1e-9)
  }

  @Test func `a scroll on which two fingers turn a little does not rotate`() {
    #expect(!play(Self.separate) { Self.turningScroll }.transitions.contains("rotation began"))
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

  @Test func `a drag of two fingers that turns and spreads all the while does all three`() throws {
    func fingers(_ share: Double) -> [Point] {
      let map = Similarity(
        scale: 1 + 0.5 * share, rotation: Angle(degrees: 57 * share), about: Point(x: 100, y: 100),
        translation: Vector(dx: -31 * share, dy: 24 * share))
      return [Point(x: 90, y: 109), Point(x: 110, y: 91)].map(map.apply)
    }
    let played = play(Self.whole) {
      down(1, 90, 109, at: 0)
      down(2, 110, 91, at: 0)
      for step in 1...60 {
        let places = fingers(Double(step) / 60)
        together(
          [move(1, to: places[0].x, places[0].y, at: 8 * Double(step))],
          [move(2, to: places[1].x, places[1].y, at: 8 * Double(step))])
      }
    }
    let gesture = try #require(played.last(.transform)).gesture
    #expect(gesture.components == [.translation, .scale, .rotation])
    // Less what it took to see them.
    #expect(gesture.scale > 1.15 && gesture.rotation.degrees > 20)
  }
}
