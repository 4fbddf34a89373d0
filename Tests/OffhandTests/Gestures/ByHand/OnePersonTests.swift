import DesignCases
import Offhand
import OffhandTesting
import Testing

/// One person at any moment (Design/Recognizing.md "Several hands"): what somebody does in a row is what it is without the layer.
@Suite struct OnePersonTests {
  /// A phone, a tablet, a laptop, a table, and glass whose size is not known.
  static let glasses: [[Rect]] = [
    [Rect(x: 40, y: 0, width: 68, height: 150)], [Rect(x: 0, y: 0, width: 215, height: 135)],
    [Rect(x: 0, y: 0, width: 345, height: 195)], [Rect(x: 0, y: 0, width: 1000, height: 560)], [],
  ]

  private func beginnings(_ player: Player<some GesturePipeline>) -> [GestureEvent] {
    player.events.filter { ($0.state == .began || $0.state == .recognized) && $0.name != .swipe }
  }

  @Test func `pan, then add a finger and zoom`() {
    let played = play(StandardPipeline(outputs: [Rect(x: 0, y: 0, width: 345, height: 195)]).byHand()) {
      down(1, 100, 100, at: 0)
      drag(1, from: (100, 100), to: (130, 100), over: 0...300)
      down(2, 170, 100, at: 600)
      together(
        drag(1, from: (130, 100), to: (110, 100), over: 700...1100),
        drag(2, from: (170, 100), to: (200, 100), over: 700...1100))
      up(1, at: 1108)
      up(2, at: 1116)
    }
    #expect(beginnings(played).map(\.name) == [.pan, .pinch])
    #expect(played.events.allSatisfy { $0.handIndex == 0 })
    #expect(abs((played.last(.pinch, .ended)?.gesture.scale ?? 0) - 90.0 / 40) < 0.3)
  }

  @Test(arguments: Story.all) func `what one person does is one hand's on every glass`(story: Story) {
    let bare = play(StandardPipeline()) { story.steps }
    #expect(beginnings(bare).map(\.name) == story.expected)
    for glass in Self.glasses {
      let played = play(StandardPipeline(outputs: glass).byHand()) { story.steps }
      #expect(played.events.allSatisfy { $0.handIndex == 0 })
      // The edges of the phone are where the others have none.
      if glass.first?.width != 68 { #expect(played.lines == bare.lines) }
      #expect(played.events.count { $0.name == .pinch && $0.state == .began } == story.expected.count { $0 == .pinch })
    }
  }

  /// Ten minutes of one person: stories anywhere, turned and mirrored, palms beside them.
  @Test(arguments: glasses.dropFirst()) func `in ten minutes of one person there is no second hand`(glass: [Rect]) {
    var random = SeededGenerator(seed: 65)
    var player = Player(StandardPipeline(outputs: glass).byHand())
    let size = glass.first?.size ?? Size(width: 400, height: 300)
    var (time, pinches, begun) = (0.0, 0, 0)
    while time < 600_000 {
      let story = Story.all[random.number(0...Story.all.count - 1)]
      let turn = Angle(degrees: random.number(0...360.0))
      let middle = Vector(dx: 105, dy: 75)
      let place = Vector(dx: random.number(60...size.width - 60), dy: random.number(60...size.height - 60))
      let mirror = random.happens(0.5) ? -1.0 : 1
      var steps = story.steps.map { step in
        var step = step.mapped { point in
          let offset = Vector(dx: mirror * (point.x - middle.dx), dy: point.y - middle.dy)
          return .origin + place + Vector(angle: offset.angle + turn) * offset.length
        }
        step.time = step.time + .microseconds(Int64(time * 1000))
        return step
      }
      let end = steps.map(\.time.seconds).max() ?? 0
      if random.happens(0.2), let first = steps.first {
        let (x, y) = (place.dx + random.number(-80...80.0), place.dy + random.number(60...90.0))
        let start = first.time.seconds * 1000 + random.number(30...200.0)
        steps = together(
          steps,
          [
            down(90, x, y, at: start), Step(90, .shape(ContactShape(major: 45, minor: 30)), at: start),
            up(90, at: end * 1000 + 60),
          ])
      }
      let before = player.events.count
      player.play(Script(steps: steps))
      time = end * 1000 + 80 + random.number(0...1500.0)
      player.wait(until: time)
      let events = player.events[before...]
      #expect(events.allSatisfy { $0.handIndex == 0 }, "\(story) at \(place), turned by \(turn)")
      if story.expected.contains(.pinch) {
        pinches += 1
        begun += events.contains { $0.name == .pinch && $0.state == .began } ? 1 : 0
      }
    }
    #expect(pinches > 50)
    #expect(Double(begun) >= 0.99 * Double(pinches), "\(begun) of \(pinches)")
  }

  @Test func `a thumb that holds the tablet does not disturb the other hand`() {
    let tablet = StandardPipeline(outputs: [Rect(x: 0, y: 0, width: 215, height: 135)])
    let pinch = Story.all.first { $0.description == "pinch" }?.steps ?? []
    let held = together(
      [down(9, 5, 130, at: 0), up(9, at: 4000)],
      pinch.map { step in
        var step = step.mapped { $0 + Vector(dx: 60, dy: -20) }
        step.time = step.time + .seconds(1)
        return step
      })
    let begun = beginnings(play(tablet.byHand()) { held }).map { "\($0.handIndex) \($0.name)" }
    #expect(begun == ["0 long-press", "1 pinch"])
  }

  @Test func `on a table somebody taps 100 mm from another's drag`() {
    let table = StandardPipeline(outputs: [Rect(x: 0, y: 0, width: 520, height: 390)])
    let script = together(
      [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (180, 100), over: 0...1000) + [up(1, at: 1008)],
      [down(2, 140, 200, at: 500), up(2, at: 580)])
    let played = play(table.byHand()) { script }
    #expect(beginnings(played).map { "\($0.handIndex) \($0.name)" } == ["0 pan", "1 tap"])
    #expect(played.last(.pan, .ended)?.milliseconds == "1008")
    #expect(!play(table) { script }.transitions.contains("tap recognized"))
  }

  @Test func `a drag that goes on beside another person's is not broken off, and begins once`() {
    let played = play(StandardPipeline(outputs: [Rect(x: 0, y: 0, width: 520, height: 390)]).byHand()) {
      together(
        [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (200, 100), over: 0...1500) + [up(1, at: 1508)],
        [down(2, 220, 150, at: 600)] + drag(2, from: (220, 150), to: (250, 190), over: 600...1400) + [up(2, at: 1408)])
    }
    #expect(beginnings(played).map { "\($0.handIndex) \($0.name)" } == ["0 pan", "1 pan"])
    #expect(played.events.allSatisfy { $0.state != .cancelled })
  }

  @Test func `a program may say that two people share small glass, and that nobody shares large glass`() {
    let far = together(
      [down(1, 30, 60, at: 0)] + drag(1, from: (30, 60), to: (60, 60), over: 0...500) + [up(1, at: 508)],
      [down(2, 180, 60, at: 20)] + drag(2, from: (180, 60), to: (180, 90), over: 20...520) + [up(2, at: 528)])
    let (small, large) = (Rect(x: 0, y: 0, width: 215, height: 135), Rect(x: 0, y: 0, width: 520, height: 390))
    func hands(_ glass: Rect, _ separation: HandSeparation) -> Int {
      Set(play(StandardPipeline(outputs: [glass]).byHand(separation)) { far }.events.map(\.handIndex)).count
    }
    #expect(hands(small, .automatic) == 1)
    #expect(hands(small, .byReach) == 2)
    #expect(hands(large, .automatic) == 2)
    #expect(hands(large, .oneHand) == 1)
  }

  @Test func `glass that is said to be smaller later is one person's`() {
    var pipeline = StandardPipeline().byHand()
    pipeline.setOutputs([Rect(x: 0, y: 0, width: 215, height: 135)])
    let played = play(pipeline) {
      together(
        [down(1, 30, 60, at: 0)] + drag(1, from: (30, 60), to: (60, 60), over: 0...500) + [up(1, at: 508)],
        [down(2, 180, 60, at: 20)] + drag(2, from: (180, 60), to: (180, 90), over: 20...520) + [up(2, at: 528)])
    }
    #expect(played.events.allSatisfy { $0.handIndex == 0 })
  }

  /// Two fingers 40 to 110 mm apart that part, the second of them at once or 0.4 s late.
  @Test(arguments: [40.0, 70, 110]) func `a late pinch has the scale and place of one whose fingers land together`(
    apart: Double
  ) throws {
    func pinch(after delay: Double) -> Player<HandPipelines> {
      play(StandardPipeline(outputs: [Rect(x: 0, y: 0, width: 345, height: 195)]).byHand()) {
        together(
          [down(1, 100, 100, at: 500 - delay)] + drag(1, from: (100, 100), to: (85, 100), over: 500...1000)
            + [up(1, at: 1008)],
          [down(2, 100 + apart, 100, at: 500)]
            + drag(2, from: (100 + apart, 100), to: (120 + apart, 100), over: 500...1000) + [up(2, at: 1016)])
      }
    }
    let (prompt, late) = (
      try #require(pinch(after: 8).last(.pinch, .ended)), try #require(pinch(after: 400).last(.pinch, .ended))
    )
    #expect(abs(prompt.gesture.scale - late.gesture.scale) < 0.1)
    #expect(prompt.gesture.location.distance(to: late.gesture.location) < 1)
  }
}
