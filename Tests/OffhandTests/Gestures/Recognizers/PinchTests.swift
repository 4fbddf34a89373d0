import DesignCases
import Offhand
import OffhandTesting
import Testing

@Suite struct PinchTests {
  /// Two fingers on a level, `span` apart around (100, 100).
  static func spread(_ span: Double, at time: Double) -> [Step] {
    [move(1, to: 100 - span / 2, 100, at: time), move(2, to: 100 + span / 2, 100, at: time)]
  }

  static func land(_ span: Double) -> [Step] {
    [down(1, 100 - span / 2, 100, at: 0), down(2, 100 + span / 2, 100, at: 0)]
  }

  private static let besideTap = Pipeline {
    PinchGestureRecognizer(contestedSlop: 8)
    TapGestureRecognizer(touches: 2...2)
  }

  private static let cases = [
    ScriptCase("less than the slop does not begin", PinchGestureRecognizer(), land(20) + spread(21.9, at: 8)),
    ScriptCase(
      "a trembling span never begins", PinchGestureRecognizer(),
      land(20) + (1...1250).flatMap { spread(20 + ($0 % 2 == 0 ? 0.9 : -0.9), at: Double($0) * 8) }),
    ScriptCase(
      "the drift of two fingers that might still tap is no pinch", besideTap,
      land(60) + spread(61.5, at: 100) + spread(61.6, at: 1000) + spread(62.5, at: 1050) + spread(64.5, at: 1100),
      "pinch began 1100"),
    ScriptCase(
      "a third finger beyond the maximum is neither measured nor adopted", PinchGestureRecognizer(),
      land(20) + spread(40, at: 8) + [
        down(3, 100, 160, at: 16), move(3, to: 100, 180, at: 24), up(1, at: 32), move(3, to: 100, 190, at: 40),
        up(2, at: 48), up(3, at: 56),
      ], "pinch began 8", "pinch ended 48"),
    ScriptCase(
      "a split finger is no pinch", PinchGestureRecognizer(),
      land(3) + (1...20).flatMap { spread(3 + Double($0) / 8, at: Double($0) * 8) }),
    ScriptCase("a pinch out of 10 mm begins", PinchGestureRecognizer(), land(10) + spread(13, at: 8), "pinch began 8"),
  ]

  @Test(.recognition("G1", "G4", "G10", "G12", "G13"), arguments: cases)
  func `when a pinch begins`(row: ScriptCase) { row.expectLines() }

  @Test(.recognition("G2")) func `exactly the slop is taken out, however large the step`() {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(22.1, at: 8)
    }
    #expect(played.lines == ["pinch began 8"])
    #expect(abs(played.events[0].gesture.scale - 22.1 / 22) < 1e-9)
  }

  @Test func `a pinch that was held back because its fingers were too close begins without a jump`() {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(3)
      Self.spread(5.8, at: 8)
      Self.spread(6.2, at: 16)
    }
    #expect(played.lines == ["pinch began 16"])
    #expect(played.events.first.map { abs($0.gesture.scale - 6.2 / 5.8) < 1e-9 } == true)
  }

  @Test(.recognition("G3")) func `the scale counts from the threshold`() throws {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(22, at: 8)
      Self.spread(40, at: 16)
    }
    #expect(abs(try #require(played.last(.pinch)).gesture.scale - 40.0 / 22) < 1e-6)
  }

  @Test(.recognition("G6")) func `a finger that lifts and comes back goes on without a jump`() throws {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(22, at: 8)
      Self.spread(40, at: 16)
      up(2, at: 24)
      move(1, to: 110, 100, at: 32)
      down(3, 150, 100, at: 40)
      move(3, to: 160, 100, at: 48)
      up(1, at: 56)
      up(3, at: 64)
    }
    #expect(played.lines == ["pinch began 8", "pinch changed 16", "pinch changed 48", "pinch ended 64"])
    #expect(abs(played.events[2].gesture.scale - 40.0 / 22 * 50 / 40) < 1e-9)
  }

  @Test(.recognition("G18")) func `content stays under both fingers of a transform`() throws {
    let pipeline = Pipeline { TransformGestureRecognizer.withoutSlop }
    var player = Player(pipeline)
    let (first, second) = (Point(x: 80, y: 90), Point(x: 130, y: 110))
    player.play(Script(steps: [down(1, 80, 90, at: 0), down(2, 130, 110, at: 0)]))
    for step in 1...100 {
      let time = Double(step) * 8
      let phase = Double(step) / 9
      let map = Similarity(
        scale: 1 + 0.5 * Angle(radians: phase).sine, rotation: Angle(radians: 1.3 * Angle(radians: phase / 2).sine),
        about: Point(x: 100, y: 100),
        translation: Vector(dx: 20 * Angle(radians: phase / 3).sine, dy: 9 * Angle(radians: phase).sine))
      let (p, q) = (map.apply(first), map.apply(second))
      player.play(Script(steps: [move(1, to: p.x, p.y, at: time), move(2, to: q.x, q.y, at: time)]))
      let similarity = try #require(player.last(.transform)).gesture.similarity
      #expect(similarity.apply(first).distance(to: p) < 0.05)
      #expect(similarity.apply(second).distance(to: q) < 0.05)
    }
  }

  @Test(.recognition("G5")) func `two fingers that go along are no pinch`() {
    let pipeline = Pipeline {
      PanGestureRecognizer().simultaneous(with: .pinch)
      PinchGestureRecognizer()
    }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 70, 50, at: 0)
      together(
        drag(1, from: (50, 50), to: (100, 50), over: 0...400), drag(2, from: (70, 50), to: (120.3, 50), over: 0...400))
    }
    #expect(played.first(.pinch) == nil)
    #expect(played.first(.pan) != nil)
  }

  @Test(.recognition("G7")) func `a pinch that ends below two fingers keeps the speed from before`() throws {
    let played = play(Pipeline { PinchGestureRecognizer(suspensionPolicy: .ends) }) {
      Self.land(20)
      for step in 1...10 { Self.spread(20 + 2 * Double(step), at: Double(step) * 8) }
      up(2, at: 88)
      move(1, to: 30, 100, at: 96)
      up(1, at: 104)
    }
    let last = try #require(played.events.last)
    #expect(played.lines.last == "pinch ended 88")
    #expect(abs(last.gesture.scale - 40.0 / 22) < 1e-9)
    #expect(last.gesture.scaleVelocity > 5)
  }

  @Test(.recognition("G7")) func `a pinch whose last finger rested before it lifted has no speed`() throws {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      for step in 1...10 { Self.spread(20 + 2 * Double(step), at: Double(step) * 8) }
      up(2, at: 88)
      up(1, at: 600)
    }
    #expect(try #require(played.last(.pinch, .ended)).gesture.scaleVelocity == 0)
  }

  @Test(.recognition("G8")) func `the focus stays where two fingers had it`() {
    var player = Player(Pipeline { PinchGestureRecognizer() })
    player.play(
      Script {
        Self.land(20)
        Self.spread(40, at: 8)
        up(2, at: 16)
        // Slowly enough to be the same finger.
        move(1, to: 60, 60, at: 80)
        up(1, at: 88)
      })
    #expect(player.events.last?.state == .ended)
    #expect(player.events.last?.gesture.location == Point(x: 100, y: 100))
  }

  @Test(.recognition("G9")) func `a third finger changes nothing by landing`() throws {
    let played = play(Pipeline { PinchGestureRecognizer(touches: 2...5) }) {
      Self.land(20)
      Self.spread(22, at: 8)
      Self.spread(33, at: 16)
      down(3, 100, 130, at: 24)
      move(1, to: 100 - 33 * 0.55, 99, at: 32)
      move(2, to: 100 + 33 * 0.55, 99, at: 32)
      move(3, to: 100, 132, at: 32)
    }
    #expect(abs(try #require(played.last(.pinch)).gesture.scale - 1.65) < 1e-9)
    #expect(played.events.dropLast().last.map { abs($0.gesture.scale - 1.5) < 1e-9 } == true)
  }

  @Test(.recognition("G11")) func `fingers that cross make no nonsense`() {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      for step in 1...80 { Self.spread(20 - Double(step) * 0.5, at: Double(step) * 8) }
    }
    #expect(played.events.count > 50)
    for event in played.events { #expect(event.gesture.isFinite) }
  }

  @Test(.recognition("G14")) func `a pinch in goes on to the end`() throws {
    let played = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(60)
      for step in 1...56 { Self.spread(60 - Double(step), at: Double(step) * 8) }
    }
    #expect(abs(try #require(played.last(.pinch)).gesture.scale - 4.0 / 58) < 1e-6)
  }

  @Test(.recognition("G15")) func `an upright pinch works as a level one`() {
    let level = play(Pipeline { PinchGestureRecognizer() }) {
      Self.land(20)
      Self.spread(30, at: 8)
    }
    let upright = play(Pipeline { PinchGestureRecognizer() }) {
      down(1, 100, 90, at: 0)
      down(2, 100, 110, at: 0)
      move(1, to: 100, 85, at: 8)
      move(2, to: 100, 115, at: 8)
    }
    #expect(level.events.map(\.gesture.scale) == upright.events.map(\.gesture.scale))
    #expect(upright.transitions == ["pinch began"])
  }

  @Test(.recognition("G16", "G17")) func `a scale that is set goes on from there, at once`() throws {
    var player = Player(Pipeline { PinchGestureRecognizer() })
    player.play(
      Script {
        Self.land(20)
        Self.spread(22, at: 8)
      })
    var product = 1.0
    for step in 1...50 {
      player.play(Script(steps: Self.spread(22 + Double(step), at: 8 + Double(step) * 8)))
      product *= try #require(player.last(.pinch)).gesture.scale
      player.pipeline.set(.scale(1), of: .pinch)
    }
    #expect(abs(product - 72.0 / 22) < 1e-9)
    player.pipeline.set(.scale(5), of: .pinch)
    player.play(Script(steps: Self.spread(36, at: 500)))
    #expect(abs(try #require(player.last(.pinch)).gesture.scale - 2.5) < 1e-9)
  }

  @Test(.recognition("G19")) func `content stays under a thumb that rests`() throws {
    let pipeline = Pipeline { TransformGestureRecognizer.withoutSlop }
    let played = play(pipeline) {
      down(1, 100, 100, at: 0)
      down(2, 130, 80, at: 0)
      drag(2, from: (130, 80), to: (150, 80), over: 0...160)
    }
    let last = try #require(played.last(.transform)).gesture
    #expect(abs(last.location.x - 125) < 1e-9)
    #expect(last.similarity.apply(Point(x: 100, y: 100)).distance(to: Point(x: 100, y: 100)) < 0.05)
  }

  @Test(.recognition("G20")) func `three recognizers at once measure what the transform does`() throws {
    let pipeline = Pipeline {
      PanGestureRecognizer(slop: 0).simultaneousWithAll()
      PinchGestureRecognizer.withoutSlop.simultaneousWithAll()
      RotationGestureRecognizer.withoutSlop.simultaneousWithAll()
      TransformGestureRecognizer.withoutSlop.simultaneousWithAll()
    }
    let played = play(pipeline) {
      down(1, 80, 90, at: 0)
      down(2, 130, 110, at: 0)
      together(
        drag(1, from: (80, 90), to: (60, 120), over: 0...160), drag(2, from: (130, 110), to: (170, 60), over: 0...160))
    }
    let transform = try #require(played.last(.transform)).gesture
    let pan = try #require(played.last(.pan)).gesture
    #expect((transform.translation - pan.translation).length < 1e-6)
    #expect(abs(transform.scale - (try #require(played.last(.pinch))).gesture.scale) < 1e-6)
    let rotation = try #require(played.last(.rotation)).gesture.rotation
    #expect(abs(transform.rotation.radians - rotation.radians) < 1e-6)
  }

  @Test(.recognition("G21", "A6")) func `a finger that is taken away cancels the pinch, and its way begins no pan`() {
    let pipeline = Pipeline {
      PinchGestureRecognizer()
      PanGestureRecognizer(slop: 5).simultaneousWithAll()
    }
    let played = play(pipeline) {
      Self.land(20)
      Self.spread(28, at: 8)
      cancel(2, at: 16)
      move(1, to: 82, 100, at: 24)
      up(1, at: 32)
    }
    #expect(played.lines == ["pinch began 8", "pinch cancelled 16"])
    #expect(played.events.last?.gesture.location == Point(x: 100, y: 100), "where both fingers were")
  }

  @Test(.recognition("G22")) func `a finger that rests beside the pinch is no part of it`() {
    var pipeline = Pipeline { PinchGestureRecognizer() }
    pipeline.delegate = Answers(receives: { $1.position.x < 200 })
    let played = play(pipeline) {
      down(3, 250, 100, at: 0)
      down(1, 90, 100, at: 100)
      down(2, 110, 100, at: 100)
      Self.spread(22, at: 108)
      Self.spread(44, at: 116)
    }
    #expect(played.events.last.map { abs($0.gesture.scale - 2) < 1e-9 } == true)
  }

  /// Two fingers close, one lifts and rests out, the other stays; it lands again, and both part.
  private static func again(_ pipeline: some GesturePipeline) -> [String] {
    play(pipeline) {
      land(60)
      (1...10).flatMap { spread(60 - 2 * Double($0), at: 8 * Double($0)) }
      up(2, at: 88)
      down(2, 130, 100, at: 500)
      (1...10).map { move(2, to: 130 + 2 * Double($0), 100, at: 500 + 8 * Double($0)) }
      up(1, at: 600)
      up(2, at: 610)
    }.transitions.filter { !$0.hasSuffix("changed") }
  }

  @Test(.recognition("N43")) func `a pinch that ended begins again while one of its fingers rests`() {
    let twice = ["pinch began", "pinch ended", "pinch began", "pinch ended"]
    #expect(Self.again(Pipeline { PinchGestureRecognizer(suspensionPolicy: .ends) }) == twice)
    var pinch = PinchGestureRecognizer()
    pinch.suspensionPolicy = .ends
    #expect(Self.again(Pipeline { pinch }) == twice)
    #expect(Self.again(Pipeline { PinchGestureRecognizer() }) == ["pinch began", "pinch ended"])
  }

  @Test(.recognition("N43"), arguments: [false, true])
  func `the finger that is left of three pans, if the pan starts anew with it`(restarts: Bool) {
    var pan = PanGestureRecognizer(touches: 1...1)
    pan.touchRequirement.restartsWithRemaining = restarts
    let played = play(Pipeline { pan }) {
      for finger in 1...3 { down(Int32(finger), 50 + 20 * Double(finger), 50, at: 0) }
      up(2, at: 100)
      up(3, at: 120)
      drag(1, from: (70, 50), to: (90, 50), over: 300...400)
      up(1, at: 408)
    }
    #expect(played.transitions.filter { !$0.hasSuffix("changed") } == (restarts ? ["pan began", "pan ended"] : []))
    #expect(restarts ? played.last(.pan).map { abs($0.gesture.translation.dx - 18.4) < 1e-9 } == true : true)
  }

  @Test func `a pan that was disabled does not start anew with the finger that is left`() {
    var pan = PanGestureRecognizer(touches: 1...1)
    pan.touchRequirement.restartsWithRemaining = true
    var player = Player(Pipeline { pan })
    player.play(Script(steps: (1...3).map { down(Int32($0), 50 + 20 * Double($0), 50, at: 0) }))
    player.change { $0.disable(.pan) }
    player.play(
      Script(steps: [up(2, at: 100), up(3, at: 120)] + drag(1, from: (70, 50), to: (90, 50), over: 300...400)))
    #expect(player.lines.isEmpty)
  }
}
