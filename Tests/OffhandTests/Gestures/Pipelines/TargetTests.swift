import DesignCases
import Offhand
import OffhandTesting
import Testing

/// One pipeline for a tree of things on the glass.
@Suite struct TargetTests {
  /// A desk with two cards on it, which overlap between 90 and 110.
  private static let targets = [
    Target(id: 7, region: Rect(x: 0, y: 0, width: 300, height: 190)) { LongPressGestureRecognizer() },
    Target(id: 8, in: 7, region: Rect(x: 10, y: 10, width: 100, height: 100)) { PanGestureRecognizer() },
    Target(id: 9, in: 7, region: Rect(x: 90, y: 10, width: 100, height: 100)) { PanGestureRecognizer() },
  ]

  /// The answers with their targets: `pan began 8`.
  private func answers(_ player: Player<Pipeline<TargetTree>>) -> [String] {
    player.events.map { "\($0.name) \($0.state) \($0.target ?? -1)" }
  }

  private func player(_ hitTest: TargetTree.HitTest? = nil) throws -> Player<Pipeline<TargetTree>> {
    Player(try Pipeline(targets: Self.targets, hitTest: hitTest))
  }

  @Test func `events that were handed out are read by several threads at once`() async throws {
    var player = try player()
    player.play(Script { down(1, 20, 50, at: 0) })
    player.play(Script(steps: drag(1, from: (20, 50), to: (60, 50), over: 0...80)))
    let (pipeline, events) = (player.pipeline, player.pipeline.events)
    let translations = await withTaskGroup(of: Set<Double>.self) { group in
      for thread in 0..<8 {
        group.addTask {
          // Half of the threads read the events, half those of a copy of the pipeline: all share one core.
          var seen: Set<Double> = []
          for _ in 0..<20_000 {
            for event in thread % 2 == 0 ? events : pipeline.events { seen.insert(event.gesture.translation.dx) }
          }
          return seen
        }
      }
      return await group.reduce(into: Set<Double>()) { $0.formUnion($1) }
    }
    #expect(translations.count == 1)
  }

  @Test(arguments: [false, true])
  func `a finger that lands while all are disabled belongs to what it lands on when one adopts it`(isSecond: Bool)
    throws
  {
    var player = try player()
    let names: [GestureName] = [.longPress, .pan]
    if isSecond { player.play(Script(steps: [down(1, 20, 50, at: 0), up(1, at: 20)])) }
    for name in names { player.change { $0.disable(name) } }
    player.play(Script(steps: [down(2, 150, 50, at: 100), move(2, to: 150.5, 50, at: 108)]))
    player.change { $0.enable(.pan, adopting: .allFingers) }
    player.play(Script(steps: drag(2, from: (150.5, 50), to: (170, 50), over: 108...200)))
    #expect(answers(player).first == "pan began 9")
  }

  @Test func `a finger that rests stays with what it landed on when it is adopted`() throws {
    var player = try player()
    player.change { $0.disable(.pan) }
    player.play(Script(steps: [down(1, 20, 50, at: 0)]))
    player.change {
      try? $0.place(9, region: Rect(x: 10, y: 10, width: 100, height: 100), placement: .identity)
      $0.enable(.pan, adopting: .allFingers)
    }
    player.play(Script(steps: drag(1, from: (20, 50), to: (60, 50), over: 0...100)))
    #expect(answers(player).first == "pan began 8")
  }

  @Test func `A finger belongs to the topmost thing under it, and to all that contain that`() throws {
    var player = try player()
    player.play(Script(steps: [down(1, 100, 50, at: 0)]))
    player.wait(until: 600)
    player.play(Script(steps: [up(1, at: 700), down(1, 100, 50, at: 1000), move(1, to: 110, 50, at: 1008)]))
    #expect(answers(player) == ["long-press began 7", "long-press ended 7", "pan began 9"])
  }

  @Test func `A finger stays with what it landed on`() throws {
    var player = try player()
    player.play(Script { down(1, 20, 50, at: 0) })
    player.play(Script(steps: drag(1, from: (20, 50), to: (280, 50), over: 0...400)))
    #expect(Set(answers(player)) == ["pan began 8", "pan changed 8"])
  }

  @Test func `Two hands on two things are two gestures, each with its own values`() throws {
    var player = try player()
    player.play(
      Script {
        down(1, 20, 50, at: 0)
        down(2, 150, 50, at: 0)
        move(1, to: 30, 50, at: 8)
        move(2, to: 150, 60, at: 8)
      })
    #expect(answers(player) == ["pan began 8", "pan began 9"])
    player.pipeline.set(.translation(Vector(dx: 100, dy: 0)), of: player.events[1])
    player.play(Script(steps: [move(1, to: 31, 50, at: 16), move(2, to: 150, 61, at: 16)]))
    let changes = player.events.suffix(2).map(\.gesture.translation)
    #expect(changes.map(\.dx) == [9.4, 100])
    #expect(changes.map(\.dy) == [0, 1])
  }

  @Test func `An answer sets the value of its own gesture, where others have the same name`() throws {
    var pipeline = try Pipeline(targets: Self.targets)
    var assembler = TouchFrameAssembler()
    var last: [Int: Vector] = [:]
    let script = Script {
      down(1, 20, 50, at: 0)
      down(2, 150, 50, at: 0)
      move(1, to: 30, 50, at: 8)
      move(2, to: 150, 60, at: 8)
      move(1, to: 31, 50, at: 16)
      move(2, to: 150, 61, at: 16)
    }
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      for event in Array(pipeline.events) {
        last[event.target ?? -1] = event.gesture.translation
        if event.gesture.translation.dy > 0 { pipeline.set(.translation(.zero), of: event) }
      }
    }
    #expect(last == [8: Vector(dx: 9.4, dy: 0), 9: Vector(dx: 0, dy: 1)])
  }

  @Test func `The caller's own hit test decides, at each landing`() throws {
    var player = try player { $0.position.x < 150 ? 8 : nil }
    player.play(
      Script {
        down(1, 140, 150, at: 0)
        down(2, 200, 50, at: 0)
        move(1, to: 150, 150, at: 8)
        move(2, to: 210, 50, at: 8)
      })
    #expect(answers(player) == ["pan began 8"])
    #expect(player.touches.map { $0.map(\.position.x) } == [[150]])
  }

  @Test func `a target has no part in touches that land elsewhere after its own have lifted`() throws {
    var player = Player(
      try Pipeline(
        targets: [8, 9].map { id in
          Target(id: id, region: Rect(x: Double(id - 8) * 100, y: 0, width: 100, height: 100)) {
            TapGestureRecognizer()
          }
        }))
    for (index, x) in [50.0, 150, 150, 150].enumerated() {
      let start = Double(index) * 1000
      player.play(Script(steps: [down(1, x, 50, at: start), up(1, at: start + 80)]))
    }
    #expect(answers(player) == ["tap recognized 8", "tap recognized 9", "tap recognized 9", "tap recognized 9"])
  }

  @Test func `A touch for which the hit test returns an unknown target is delivered to none`() throws {
    var player = try player { _ in 77 }
    player.play(Script(steps: ArbitrationTests.drag))
    #expect(player.events.isEmpty)
    #expect(player.pipeline.isIdle)
  }

  @Test func `A recognizer waits for the one of that name on its own target`() throws {
    let cards = [8, 9].map { id in
      Target(id: id, region: Rect(x: Double(id - 8) * 100, y: 0, width: 100, height: 100)) {
        TapGestureRecognizer().requires(toFail: "double-tap")
        TapGestureRecognizer(taps: 2).named("double-tap")
      }
    }
    var player = Player(try Pipeline(targets: cards))
    for (x, target) in [(50.0, 8), (150, 9)] {
      let start = Double(target) * 10_000
      player.play(Script(steps: [down(1, x, 50, at: start), up(1, at: start + 80)]))
      player.wait(until: start + 2_000)
    }
    #expect(answers(player) == ["tap recognized 8", "tap recognized 9"])
    #expect(
      player.lines == ["tap recognized 80380", "tap recognized 90380"], "not before a second tap is out of the question"
    )
  }

  @Test func `each hand on one tree has recognizers of its own`() throws {
    let area = Rect(x: 0, y: 0, width: 600, height: 300)
    let target = Target(id: 1, region: area) {
      PanGestureRecognizer()
      TapGestureRecognizer(touches: 2...2)
    }
    var player = Player(try Pipeline(targets: [target]).byHand())
    player.play(Script(steps: [down(1, 50, 100, at: 0)] + drag(1, from: (50, 100), to: (50, 150), over: 0...200)))
    player.play(
      Script(steps: [down(2, 500, 100, at: 300)] + drag(2, from: (500, 100), to: (560, 100), over: 300...500)))
    player.play(Script(steps: [up(1, at: 600), up(2, at: 610)]))
    player.play(
      Script {
        down(3, 100, 100, at: 2000)
        down(4, 125, 100, at: 2010)
        up(3, at: 2080)
        up(4, at: 2090)
      })
    player.wait(until: 4000)
    let ends = player.events.filter { $0.state == .began || $0.state == .ended || $0.state == .recognized }
    #expect(
      ends.map { "\($0.name) \($0.state)" } == ["pan began", "pan began", "pan ended", "pan ended", "tap recognized"])
    #expect(player.pipeline.isIdle)
  }

  @Test func `a copy of the pipeline goes its own way`() throws {
    var player = try player()
    player.play(Script(steps: [down(1, 20, 50, at: 0), move(1, to: 30, 50, at: 8)]))
    var copy = player
    copy.pipeline.remove(9)
    copy.pipeline.set(.translation(Vector(dx: 100, dy: 0)), of: .pan)
    copy.play(Script(steps: [move(1, to: 31, 50, at: 16)]))
    player.play(Script(steps: [move(1, to: 31, 50, at: 16)]))
    #expect(copy.events.last?.gesture.translation.dx == 101)
    #expect(player.events.last?.gesture.translation.dx == 9.4)
    #expect(player.pipeline.contains(9))
  }

  @Test(.recognition("J18")) func `what was held begins from zero on its target`() throws {
    var player = try player()
    player.pipeline.hold()
    player.play(Script(steps: [down(1, 20, 50, at: 0), move(1, to: 40, 50, at: 8)]))
    player.change { $0.release() }
    #expect(player.events.map(\.gesture.translation) == [.zero])
  }
}
