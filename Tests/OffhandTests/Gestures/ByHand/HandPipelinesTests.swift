import DesignCases
import Offhand
import OffhandTesting
import Testing

/// What several hands on one glass do (Design/Recognizing.md "Several hands").
@Suite struct HandPipelinesTests {
  private typealias Played = Player<HandPipelines>

  private static let table = Rect(x: 0, y: 0, width: 520, height: 390)

  private func played(@ScriptBuilder _ script: () -> [Step]) -> Played {
    play(StandardPipeline(outputs: [Self.table]).byHand(), script)
  }

  private func bare(@ScriptBuilder _ script: () -> [Step]) -> Player<StandardPipeline> {
    play(StandardPipeline(outputs: [Self.table]), script)
  }

  /// A drag of one finger at 60 mm/s.
  private func stroke(_ finger: Int32, from start: (Double, Double), to end: (Double, Double), at time: Double)
    -> [Step]
  {
    let length = Vector(dx: end.0 - start.0, dy: end.1 - start.1).length
    let lift = time + length / 0.06
    return [down(finger, start.0, start.1, at: time)] + drag(finger, from: start, to: end, over: time...lift)
      + [up(finger, at: lift + 8)]
  }

  /// Two fingers `from` mm apart that part or close in to `to` mm, about `center`.
  private func pinch(
    _ fingers: (Int32, Int32), about center: (Double, Double), from: Double, to: Double, over time: ClosedRange<Double>
  ) -> [Step] {
    let (x, y) = center
    return together(
      [down(fingers.0, x - from / 2, y, at: time.lowerBound)]
        + drag(fingers.0, from: (x - from / 2, y), to: (x - to / 2, y), over: time) + [
          up(fingers.0, at: time.upperBound + 8)
        ],
      [down(fingers.1, x + from / 2, y, at: time.lowerBound + 16)]
        + drag(fingers.1, from: (x + from / 2, y), to: (x + to / 2, y), over: time.lowerBound + 16...time.upperBound)
        + [up(fingers.1, at: time.upperBound + 8)])
  }

  /// What begins or happens, by hand, without swipes, which some drags are as well.
  private func beginnings(_ played: Played) -> [String] {
    played.events.filter { ($0.state == .began || $0.state == .recognized) && $0.name != .swipe }
      .map { "\($0.handIndex) \($0.name)" }
  }

  private func count(_ name: GestureName, _ state: GestureState, _ played: Played) -> Int {
    played.events.count { $0.name == name && $0.state == state }
  }

  // MARK: Resting touches

  @Test(.recognition("N1", "N2"), arguments: [(150.0, 1000.0, true), (40, 800, false)])
  func `a finger that rests keeps its own hand from tapping, not another's`(
    distance: Double, time: Double, isTapped: Bool
  ) {
    let played = played {
      down(1, 200, 200, at: 0)
      down(2, 200 + distance, 200, at: time)
      up(2, at: time + 80)
      up(1, at: 2000)
    }
    #expect(beginnings(played) == ["0 long-press"] + (isTapped ? ["1 tap"] : []))
    #expect(played.lines.first == "long-press began 500")
    #expect(played.lines.last == "long-press ended 2000")
  }

  @Test(.recognition("N3")) func `beside a finger that rests one hand pans and another pinches`() {
    let played = played {
      together(
        [down(1, 60, 60, at: 0)], stroke(2, from: (200, 60), to: (240, 60), at: 1000),
        pinch((3, 4), about: (150, 300), from: 30, to: 80, over: 1100...1700), [up(1, at: 3000)])
    }
    #expect(Set(beginnings(played)) == ["0 long-press", "1 pan", "2 pinch"])
    #expect(count(.pinch, .began, played) == 1)
    #expect(count(.longPress, .ended, played) == 1)
  }

  /// A contact of 42 mm.
  private func palm(_ finger: Int32, at time: Double) -> Step {
    Step(finger, .shape(ContactShape(major: 42, minor: 30)), at: time)
  }

  @Test(.recognition("N10"), arguments: [(Int32(1), 0.0), (2, 0), (1, 700)])
  func `a palm is left out, and the finger beside it taps`(first: Int32, time: Double) {
    let played = played {
      down(first, 200, 200, at: 0)
      if first == 1 { palm(1, at: 0) }
      down(3 - first, 240, 180, at: time + 40)
      if first == 2 { palm(1, at: 40) }
      up(2, at: time + 120)
      up(1, at: time + 900)
    }
    let begun = beginnings(played).map { $0.dropFirst(2) }
    #expect(begun == (time == 0 ? ["tap"] : ["long-press", "tap"]))
  }

  @Test(.recognition("N10", "N13")) func `a large contact without a finger beside it is that of a finger`() {
    let script = stroke(1, from: (100, 100), to: (150, 100), at: 0) + [palm(1, at: 0)]
    let steps = script.sorted { $0.time < $1.time }
    #expect(!bare { steps }.lines.isEmpty)
    #expect(played { steps }.lines == bare { steps }.lines)
  }

  // MARK: Hands apart

  @Test(.recognition("N4")) func `two people who drag far apart in unrelated directions pan, each for itself`() {
    let played = played {
      together(stroke(1, from: (100, 100), to: (150, 120), at: 0), stroke(2, from: (300, 100), to: (300, 160), at: 20))
    }
    #expect(Set(beginnings(played)) == ["0 pan", "1 pan"])
    #expect(count(.pan, .ended, played) == 2)
    for (event, touches) in zip(played.events, played.touches) {
      #expect(touches.map(\.slot) == [Int32(event.handIndex) + 1])
    }
  }

  @Test(.recognition("N5")) func `two people who pinch at once scale each by their own fingers`() throws {
    let opening = pinch((1, 2), about: (100, 100), from: 30, to: 80, over: 0...600)
    let closing = pinch((3, 4), about: (350, 100), from: 80, to: 30, over: 10...610)
    let played = played { together(opening, closing) }
    for (hand, alone) in [(UInt8(0), bare { opening }), (1, bare { closing })] {
      let end = try #require(played.events.last { $0.name == .pinch && $0.handIndex == hand })
      #expect(end.gesture == alone.last(.pinch, .ended)?.gesture)
    }
    #expect(count(.pinch, .began, played) == 2)
    #expect(count(.rotation, .began, played) == 0)
  }

  @Test(.recognition("N6"), arguments: [0.0, 1.5])
  func `two index fingers that part far from each other are one pinch without a jump`(lead: Double) throws {
    let played = played {
      down(1, 150 + lead, 200, at: 0)
      move(1, to: 150, 200, at: 60)
      down(2, 450, 200, at: 96)
      together(
        drag(1, from: (150, 200), to: (110, 200), over: 96...700),
        drag(2, from: (450, 200), to: (490, 200), over: 96...700))
      up(1, at: 708)
      up(2, at: 716)
    }
    #expect(beginnings(played).filter { $0 != "0 pan" } == ["0 pinch"])
    let first = try #require(played.first(.pinch, .began))
    #expect(abs(first.gesture.scale - 1) < 0.01)
    #expect(abs(try #require(played.last(.pinch, .ended)).gesture.scale - 380.0 / 300) < 0.02)
  }

  @Test(.recognition("N8")) func `a finger that drags far from another's drag pans for itself`() {
    let played = played {
      together(stroke(1, from: (100, 100), to: (190, 100), at: 0), stroke(2, from: (240, 200), to: (240, 240), at: 600))
    }
    #expect(beginnings(played) == ["0 pan", "1 pan"])
    #expect(count(.pan, .cancelled, played) == 0)
  }

  @Test(.recognition("N44")) func `two fingers far apart that land and lift at once are two taps`() {
    let played = played {
      down(1, 50, 200, at: 0)
      down(2, 450, 200, at: 60)
      up(1, at: 120)
      up(2, at: 160)
    }
    #expect(beginnings(played) == ["0 tap", "1 tap"])
    #expect(played.events.allSatisfy { $0.gesture.fingers == 1 })
  }

  // MARK: Hands side by side

  @Test(.recognition("N7"))
  func `a thumb that lands beside the finger that drags pinches with it, as without the layer`() {
    let script = together(
      [down(1, 200, 200, at: 0)] + drag(1, from: (200, 200), to: (260, 200), over: 0...1000)
        + drag(1, from: (260, 200), to: (285, 190), over: 1000...1500) + [up(1, at: 1508)],
      [down(2, 212, 228, at: 1000)] + drag(2, from: (212, 228), to: (190, 240), over: 1008...1500) + [up(2, at: 1516)])
    #expect(played { script }.lines == bare { script }.lines)
    #expect(beginnings(played { script }).contains("0 pinch"))
  }

  @Test(.recognition("N13")) func `pinches of one hand are those without the layer, when they begin as well`() {
    var random = SeededGenerator(seed: 5)
    var pinches = 0
    for _ in 0..<300 {
      let delay = random.number(0...48.0)
      let line = Vector(angle: Angle(degrees: random.number(0...360.0)))
      let (from, to) = random.number(0...1) == 0 ? (random.number(40...88.0), 20.0) : (random.number(15...40.0), 75.0)
      let (rest, turn) = (random.number(0...1.0), Angle(degrees: random.number(-30...30.0)))
      let middle = Vector(dx: 250, dy: 200)
      func finger(_ number: Int32, _ side: Double, _ share: Double, _ landing: Double) -> [Step] {
        let start = middle + line * (side * from / 2)
        let end = start + Vector(angle: line.angle + turn) * (side * share * (to - from))
        return [down(number, start.dx, start.dy, at: landing)]
          + drag(number, from: (start.dx, start.dy), to: (end.dx, end.dy), over: landing...500) + [up(number, at: 508)]
      }
      let script = together(finger(1, -1, rest / 2, 0), finger(2, 1, 1 - rest / 2, delay))
      let bare = bare { script }
      #expect(played { script }.lines == bare.lines)
      pinches += bare.first(.pinch, .began) == nil ? 0 : 1
    }
    #expect(pinches > 250)
  }

  /// A pinch of one person: a finger lands, moves by `previous` and then by `first` along the line to the second one, which lands `distance`
  /// away after `delay`, and moves by `second` along that line. Positive motion closes the pinch.
  struct UnlikelyPinch: Sendable {
    var distance: Double
    var delay: Double
    var first: Double
    var second: Double
    var previous = 0.0
  }

  /// As people make them who are alone (Design/Recognizing.md "Several hands").
  private static let unlikelyPinches = [
    UnlikelyPinch(distance: 45, delay: 63, first: 25, second: 1),
    UnlikelyPinch(distance: 76, delay: 87, first: 12, second: 54),
    UnlikelyPinch(distance: 41, delay: 53, first: 15, second: 17),
    UnlikelyPinch(distance: 82, delay: 78, first: 35, second: 37),
    UnlikelyPinch(distance: 111, delay: 120, first: 27, second: 65, previous: 2.7),
    UnlikelyPinch(distance: 20, delay: 81, first: -44, second: -6, previous: -6),
    UnlikelyPinch(distance: 17, delay: 56, first: -35, second: -15, previous: -4.5),
  ]

  @Test(.recognition("N13"), arguments: unlikelyPinches)
  func `an unlikely pinch of one person is that without the layer`(pinch: UnlikelyPinch) {
    for angle in [0.0, 50, 130, 250] {
      let line = Vector(angle: Angle(degrees: angle))
      let start = Vector(dx: 250, dy: 200)
      let middle = start + line * pinch.previous
      let landing = middle + line * pinch.distance
      let (end, other) = (middle + line * pinch.first, landing - line * pinch.second)
      let script = together(
        [down(1, start.dx, start.dy, at: 0)]
          + drag(1, from: (start.dx, start.dy), to: (middle.dx, middle.dy), over: 0...pinch.delay)
          + drag(1, from: (middle.dx, middle.dy), to: (end.dx, end.dy), over: pinch.delay...pinch.delay + 400)
          + [up(1, at: pinch.delay + 408)],
        [down(2, landing.dx, landing.dy, at: pinch.delay)]
          + drag(2, from: (landing.dx, landing.dy), to: (other.dx, other.dy), over: pinch.delay...pinch.delay + 400)
          + [up(2, at: pinch.delay + 416)])
      let bare = bare { script }
      #expect(bare.first(.pinch, .began) != nil)
      #expect(played { script }.lines == bare.lines)
    }
  }

  @Test func `two fingers that land within 35 mm and 130 ms of each other are one hand, whatever they do`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      let (distance, delay) = (random.number(9...34.9), random.number(0...128.0))
      func motion() -> Vector { Vector(angle: Angle(degrees: random.number(0...360.0))) * random.number(0...40.0) }
      let line = Vector(angle: Angle(degrees: random.number(0...360.0))) * distance
      let (one, other) = (motion(), motion())
      let script = together(
        [down(1, 200, 200, at: 0)]
          + drag(1, from: (200, 200), to: (200 + one.dx, 200 + one.dy), over: delay...delay + 400)
          + [up(1, at: delay + 408)],
        [down(2, 200 + line.dx, 200 + line.dy, at: delay)]
          + drag(
            2, from: (200 + line.dx, 200 + line.dy), to: (200 + line.dx + other.dx, 200 + line.dy + other.dy),
            over: delay...delay + 400) + [up(2, at: delay + 416)])
      #expect(played { script }.lines == bare { script }.lines)
    }
  }

  @Test func `a late finger that drags beside the first in the same direction and at its speed joins it`() {
    let script = together(
      [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (160, 100), over: 0...1000) + [up(1, at: 1008)],
      [down(2, 118, 167, at: 300)] + drag(2, from: (118, 167), to: (160, 167), over: 300...1000) + [up(2, at: 1016)])
    #expect(played { script }.lines == bare { script }.lines)
  }

  @Test func `a doubtful pair is one hand where one person is alone, and two once several hands were seen`() {
    func pair(at time: Double) -> [Step] {
      together(
        stroke(1, from: (100, 100), to: (100, 130), at: time),
        stroke(2, from: (160, 100), to: (190, 100), at: time + 60))
    }
    let others = together(
      stroke(3, from: (50, 300), to: (90, 300), at: 0), stroke(4, from: (400, 300), to: (440, 310), at: 300))
    #expect(!beginnings(played { pair(at: 0) }).contains("1 pan"))
    #expect(Set(beginnings(played { together(others, pair(at: 2000)) })) == ["0 pan", "1 pan"])
    #expect(!beginnings(played { together(others, pair(at: 70_000)) }).suffix(2).contains("1 pan"))
  }

  @Test func `hands that were seen before the clock went back count no more`() {
    var before = Player(StandardPipeline(outputs: [Self.table]).byHand())
    before.play(
      Script(
        steps: together(
          stroke(3, from: (50, 300), to: (90, 300), at: 90_000),
          stroke(4, from: (400, 300), to: (440, 310), at: 90_300))))
    var after = Player(before.pipeline)
    after.pipeline.cancel(at: Timestamp(nanoseconds: 95_000_000_000))
    after.play(
      Script(
        steps: together(
          stroke(1, from: (100, 100), to: (100, 130), at: 0), stroke(2, from: (160, 100), to: (190, 100), at: 60))))
    #expect(!beginnings(after).contains("1 pan"))
  }

  @Test func `a tap of one hand that is announced as the other's lifts is announced once, and then recognized`() {
    let pipeline = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      TapGestureRecognizer(touches: 2...5).named("finger-tap").with { $0.isExclusive = false }
      PanGestureRecognizer(contestedSlop: 3.4)
    }
    let played = play(pipeline.byHand()) {
      down(4, 172, 29, at: 0)
      down(2, 310, 199, at: 16)
      down(3, 171, 104, at: 20)
      up(3, at: 140)
      down(12, 179, 116, at: 388)
      down(1, 207, 110, at: 644)
      up(4, at: 644)
      up(1, at: 800)
      up(2, at: 1500)
      up(12, at: 1500)
    }
    let taps = played.events.filter { $0.name == .tap }
    #expect(taps.map(\.state) == [.unconfirmed, .recognized])
    #expect(Set(taps.map(\.handIndex)).count == 1)
  }

  @Test func `where two people were seen, a drag that goes on while another drags beside it stays its own`() {
    let people = together(
      stroke(1, from: (50, 300), to: (90, 300), at: 0), stroke(2, from: (400, 300), to: (440, 310), at: 300))
    let played = played {
      people
      together(
        stroke(1, from: (100, 100), to: (190, 100), at: 2000), stroke(2, from: (150, 150), to: (150, 190), at: 2600))
    }
    #expect(beginnings(played).suffix(2) == ["0 pan", "1 pan"])
    #expect(count(.pan, .ended, played) == 4)
    #expect(count(.pan, .cancelled, played) == 0)
  }

  @Test(.recognition("N9")) func `a double tap beside a hand of five fingers is one`() {
    let pipeline = Pipeline {
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      PanGestureRecognizer(touches: 5...5).named("five-finger-pan")
    }
    let fingers = (0..<5).map { finger in
      let x = 100 + 20 * Double(finger)
      return [down(Int32(finger), x, 100, at: 6 * Double(finger))]
        + drag(Int32(finger), from: (x, 100), to: (x, 160), over: 60...1060) + [up(Int32(finger), at: 1068)]
    }
    let taps = [down(9, 250, 130, at: 500), up(9, at: 560), down(9, 250, 131, at: 660), up(9, at: 720)]
    let played = play(pipeline.byHand()) { together(fingers.flatMap { $0 }.sorted { $0.time < $1.time }, taps) }
    let begun = played.events.filter { $0.state == .began || $0.state == .recognized }
    #expect(begun.map { "\($0.handIndex) \($0.name)" } == ["0 five-finger-pan", "1 double-tap"])
    #expect(played.last("five-finger-pan", .ended) != nil)
  }

  @Test(.recognition("N11")) func `a hand that leaves does not touch another's pinch`() {
    let pinching = pinch((1, 2), about: (100, 100), from: 30, to: 90, over: 0...900)
    let played = played { together(pinching, stroke(3, from: (300, 300), to: (310, 310), at: 100)) }
    let pinches = played.events.filter { $0.name == .pinch }
    #expect(pinches.map(\.gesture) == bare { pinching }.events.filter { $0.name == .pinch }.map(\.gesture))
  }

  @Test(.recognition("N12")) func `ten people pan with one finger each`() {
    let strokes = (0..<10).flatMap { person in
      let (x, y) = (100 + 150 * Double(person % 5), 100 + 180 * Double(person / 5))
      let turn = Vector(angle: Angle(degrees: 77 * Double(person))) * 30
      return stroke(Int32(person), from: (x, y), to: (x + turn.dx, y + turn.dy), at: 90 * Double(person))
    }
    let played = played { together(strokes.sorted { $0.time < $1.time }) }
    #expect(count(.pan, .began, played) == 10)
    #expect(count(.pan, .ended, played) == 10)
    #expect(count(.pinch, .began, played) + count(.rotation, .began, played) == 0)
  }

  @Test(.recognition("N14")) func `hands on two photos do not move each other's`() throws {
    let photo = Pipeline {
      TransformGestureRecognizer()
      LongPressGestureRecognizer()
    }.byHand(.oneHand)
    var pipeline = TargetPipeline<HandPipelines>()
    try pipeline.add(1, region: Rect(x: 50, y: 50, width: 150, height: 150), photo)
    try pipeline.add(2, region: Rect(x: 250, y: 50, width: 150, height: 150), photo)
    let played = play(pipeline) {
      together(
        [down(1, 100, 100, at: 0), up(1, at: 3000)],
        pinch((2, 3), about: (320, 120), from: 30, to: 80, over: 800...1500))
    }
    let begun = played.events.filter { $0.state == .began }
    #expect(begun.map { "\($0.target ?? 0) \($0.name)" } == ["1 long-press", "2 transform"])
    #expect(played.last(.longPress, .ended)?.milliseconds == "3000")
    #expect(played.events.allSatisfy { $0.state != .cancelled })
  }

  // MARK: A finger that comes back

  /// A thumb that moves by `travel` and then rests, and a finger that pinches out with it, lifts, and twice lands again 40 mm from it and
  /// goes to `end`.
  private func continued(_ travel: Double, to end: (Double, Double)) -> [Step] {
    let thumb = 200 - travel
    func again(at time: Double) -> [Step] {
      [down(2, thumb + 40, 200, at: time)] + drag(2, from: (thumb + 40, 200), to: end, over: time...time + 400)
        + [up(2, at: time + 408)]
    }
    return together(
      [down(1, 200, 200, at: 0)] + drag(1, from: (200, 200), to: (thumb, 200), over: 20...300) + [up(1, at: 4000)],
      [down(2, 220, 200, at: 20)] + drag(2, from: (220, 200), to: (250, 200), over: 20...300) + [up(2, at: 308)]
        + again(at: 1200) + again(at: 2400))
  }

  @Test(
    .recognition("G6", "G19", "H14", "N13", "N14"), arguments: [0.0, 1.5, 10],
    [HandSeparation.byReach, .oneHand])
  func `a finger that comes back to a pinch goes on with it, however long the thumb rested`(
    travel: Double, separation: HandSeparation
  ) {
    for end in [(290.0, 200.0), (225, 230)] {
      let script = continued(travel, to: end)
      let bare = bare { script }
      let byHand = play(StandardPipeline(outputs: [Self.table]).byHand(separation)) { script }
      #expect(bare.events.count { $0.name == .pinch && $0.state == .began } == 1)
      #expect(byHand.lines == bare.lines)
      #expect(byHand.events.map(\.gesture) == bare.events.map(\.gesture))
      let boxed = AnyPipeline(StandardPipeline(outputs: [Self.table])).byHand(separation)
      #expect(play(boxed) { script }.lines == bare.lines)
    }
  }

  @Test(.recognition("G6", "N13")) func `and to a transform that began with one finger`() {
    let script = together(
      [down(1, 200, 200, at: 0), move(1, to: 203, 200, at: 16)]
        + drag(1, from: (203, 200), to: (190, 200), over: 24...300)
        + [move(1, to: 190.5, 200, at: 1700), up(1, at: 2000)],
      [down(2, 235, 200, at: 24)] + drag(2, from: (235, 200), to: (260, 200), over: 24...300)
        + [up(2, at: 308), down(2, 230, 200, at: 1200)] + drag(2, from: (230, 200), to: (290, 200), over: 1200...1600)
        + [up(2, at: 1608)])
    let pipeline = Pipeline { TransformGestureRecognizer() }
    let (bare, byHand) = (play(pipeline) { script }, play(pipeline.byHand()) { script })
    #expect(bare.first(.transform, .began)?.gesture.components == .translation)
    #expect(bare.last(.transform, .ended)?.gesture.components.contains(.scale) == true)
    #expect(byHand.lines == bare.lines)
    #expect(byHand.events.map(\.gesture) == bare.events.map(\.gesture))
    #expect(play(AnyPipeline(pipeline).byHand()) { script }.lines == bare.lines)
  }

  @Test func `a quick scale of one finger waits for no other, and another hand taps beside it`() {
    let pipeline = Pipeline {
      TapDragGestureRecognizer(doublingDistance: 25)
      TapGestureRecognizer().requires(toFail: .tapDrag)
    }
    let played = play(pipeline.byHand()) {
      down(1, 200, 200, at: 0)
      up(1, at: 60)
      down(1, 200, 200, at: 200)
      drag(1, from: (200, 200), to: (200, 220), over: 200...400)
      down(2, 330, 220, at: 1200)
      up(2, at: 1260)
      up(1, at: 2000)
    }
    #expect(beginnings(played).last == "1 tap")
  }

  @Test func `beside a pinch that waits for its finger, another hand taps`() {
    let played = played {
      continued(0, to: (290, 200)).filter { $0.time.nanoseconds < 1_000_000_000 }
      down(3, 330, 200, at: 1000)
      up(3, at: 1060)
      up(1, at: 1200)
    }
    #expect(beginnings(played).filter { $0.hasPrefix("1") } == ["1 tap"])
  }

  // MARK: The layer

  @Test func `on content that is a whole two hands pinch together, and a palm is left out`() {
    let script = together(
      [down(9, 30, 350, at: 0), palm(9, at: 0), up(9, at: 3000)],
      pinch((1, 2), about: (250, 100), from: 150, to: 300, over: 1000...1800))
    let played = play(StandardPipeline().byHand(.oneHand)) { script }
    let begun = played.events.filter { $0.state == .began && $0.name == .pinch }
    #expect(begun.map { "\($0.handIndex) \($0.name) \($0.gesture.fingers)" } == ["0 pinch 2"])
  }

  @Test func `with one hand only, all touches are of one`() {
    let script = together(
      stroke(1, from: (100, 100), to: (150, 100), at: 0), stroke(2, from: (300, 100), to: (300, 160), at: 20))
    #expect(play(StandardPipeline().byHand(.none)) { script }.lines == play(StandardPipeline()) { script }.lines)
  }

  @Test func `deadlines of several hands are served in the order of time`() {
    var player = Player(StandardPipeline().byHand())
    player.play(Script(steps: [down(1, 100, 100, at: 0), down(2, 300, 100, at: 200), down(3, 100, 300, at: 400)]))
    #expect(player.pipeline.deadline == Timestamp(nanoseconds: 500_000_000))
    player.play(Script(steps: [move(3, to: 100.5, 300, at: 2000)]))
    #expect(
      player.lines == [
        "long-press began 500", "long-press began 700", "long-press began 900", "long-press changed 2000",
      ])
    #expect(player.events.map(\.handIndex) == [0, 1, 2, 2])
    #expect(player.touches.map { $0.map(\.slot) } == [[1], [2], [3], [3]])
  }

  @Test func `a break cancels the gestures of every hand`() {
    var play = LawPlay(StandardPipeline().byHand())
    play.play(
      together(
        [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (130, 100), over: 0...500),
        [down(2, 300, 100, at: 20)] + drag(2, from: (300, 100), to: (300, 130), over: 20...500)))
    play.finish(at: Timestamp(nanoseconds: 600_000_000))
    #expect(play.violations.isEmpty)
    #expect(play.events.filter { $0.state == .cancelled }.map(\.handIndex) == [0, 1])
  }

  /// Two hands that drag a finger each, until 0.5 s.
  private static func twoDrags() -> Player<HandPipelines> {
    var player = Player(StandardPipeline().byHand())
    player.play(
      Script(
        steps: together(
          [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (130, 100), over: 0...500),
          [down(2, 300, 100, at: 20)] + drag(2, from: (300, 100), to: (300, 130), over: 20...500))))
    return player
  }

  @Test func `a value is set in the gestures of all hands, and kept events do not change`() {
    var player = Self.twoDrags()
    let kept = player.pipeline.events
    let before = kept.map(\.gesture)
    player.change { $0.set(.translation(.zero), of: .pan) }
    player.play(Script(steps: [move(1, to: 131, 100, at: 508), move(2, to: 300, 131, at: 508)]))
    #expect(kept.map(\.gesture) == before)
    #expect(player.events.suffix(2).allSatisfy { abs($0.gesture.translation.length - 1) < 1e-9 })
  }

  @Test(arguments: KeptChange.allCases)
  func `events of several hands that are kept stay as they were`(change: KeptChange) {
    var player = Self.twoDrags()
    let kept = player.pipeline.events
    let before = Array(kept)
    let states = kept.indices.map { kept.state(at: $0) }
    #expect(before.count == 2)
    switch change {
    case .hand: player.change { $0.hand = Hand(side: .left, confidence: 0.9) }
    case .outputs: player.change { $0.setOutputs([Rect(x: 0, y: 0, width: 400, height: 200)]) }
    case .cancel: player.change { $0.cancel(at: Timestamp(nanoseconds: 501_000_000)) }
    case .deadlines: player.change { $0.advance(to: Timestamp(nanoseconds: 900_000_000)) }
    case .frames: player.play(Script(steps: [move(1, to: 131, 100, at: 508), move(2, to: 300, 131, at: 508)]))
    case .copy:
      var copy = player.pipeline
      copy.cancel(at: Timestamp(nanoseconds: 501_000_000))
      #expect(player.pipeline.events.map(\.gesture) == before.map(\.gesture))
      #expect(copy.events.allSatisfy { $0.state == .cancelled })
    }
    #expect(kept.map(\.gesture) == before.map(\.gesture))
    #expect(kept.indices.map { kept.state(at: $0) } == states)
  }

  /// A change after which events that were kept are read.
  enum KeptChange: CaseIterable { case hand, outputs, cancel, deadlines, frames, copy }

  @Test func `a hand that is set while two are down is in the events of both, and of one that lands later`() {
    var player = Self.twoDrags()
    let hand = Hand(side: .left, confidence: 0.9)
    player.change { $0.hand = hand }
    let count = player.events.count
    player.play(
      Script(
        steps: together(
          drag(1, from: (130, 100), to: (150, 100), over: 500...900),
          drag(2, from: (300, 130), to: (300, 150), over: 500...900),
          [down(3, 600, 100, at: 510)] + drag(3, from: (600, 100), to: (600, 130), over: 510...900))))
    let later = player.events.dropFirst(count)
    #expect(later.allSatisfy { $0.gesture.hand == hand })
    #expect(Set(later.map(\.handIndex)) == [0, 1, 2])
  }

  @Test func `hands depend neither on the order of touches in a report nor on their ids`() {
    let pipeline = Pipeline {
      TapGestureRecognizer(touches: 1...5)
      PanGestureRecognizer()
    }
    var random = SeededGenerator(seed: 11)
    func said(_ steps: [Step], _ names: [Int32: Int32]) -> [String] {
      let played = play(pipeline.byHand()) { steps }
      return zip(played.events, played.touches).map { event, touches in
        "\(event.name) \(event.state) \(event.milliseconds) \(touches.map { names[$0.slot] ?? $0.slot }.sorted())"
      }.sorted()
    }
    for _ in 0..<200 {
      let count = random.number(2...5)
      let strokes = (0..<count).map { finger in
        let start = Vector(dx: random.number(40...300.0), dy: random.number(40...300.0))
        let end = start + Vector(angle: Angle(degrees: random.number(0...360.0))) * 30
        return stroke(
          Int32(finger), from: (start.dx, start.dy), to: (end.dx, end.dy), at: [0.0, 0, 64, 800][random.number(0...3)])
      }
      let numbers = (Int32(0)..<Int32(count)).shuffled(using: &random)
      let names = Dictionary(uniqueKeysWithValues: zip(numbers, Int32(0)...))
      let renamed = strokes.shuffled(using: &random).map { steps in
        steps.map { step in
          var step = step
          step.finger = numbers[Int(step.finger)]
          return step
        }
      }
      func merged(_ strokes: [[Step]]) -> [Step] {
        strokes.flatMap { $0 }.enumerated()
          .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
      }
      #expect(said(merged(renamed), names) == said(merged(strokes), [:]))
    }
  }

  @Test func `the number of the hand costs an event no room`() throws {
    #expect(MemoryLayout<GestureEvent>.offset(of: \.name) == 16)
  }

  @Test func `raw touches of two hands are delivered as through a pipeline for each`() {
    let pipeline = Pipeline { PanGestureRecognizer().with { $0.delaysTouchesBegan = true } }
    let strokes = [
      stroke(1, from: (100, 100), to: (130, 100), at: 0), stroke(2, from: (300, 100), to: (300, 101), at: 20),
    ]
    func delivered(_ pipeline: some GesturePipeline, _ steps: [Step]) -> [String] {
      var (pipeline, relay, assembler) = (pipeline, TouchRelay(), TouchFrameAssembler())
      var lines: [String] = []
      Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
        pipeline.process(frame)
        relay.relay(frame, after: pipeline)
        lines += relay.deliveries.map { "\($0.timestamp.nanoseconds) \($0.touch.slot) \($0.touch.phase)" }
      }
      return lines
    }
    let both = delivered(pipeline.byHand(), together(strokes[0], strokes[1]))
    for slot in [1, 2] {
      let alone = delivered(pipeline, strokes[slot - 1]).filter { !$0.contains("stationary") }
      #expect(both.filter { $0.contains(" \(slot) ") } == alone)
    }
  }
}
