import DesignCases
import OffhandTesting
import Testing
@testable import Offhand

/// A pipeline for each of the targets on a surface.
@Suite struct TargetPipelineTests {
  typealias Described = Pipeline<DescribedRecognizers>

  private static let size = Rect(x: 0, y: 0, width: 60, height: 60)

  /// Recognizers of one photo.
  private static func photo() throws -> Described {
    try Pipeline([
      RecognizerDescription(.pan), RecognizerDescription(.longPress), RecognizerDescription(.tap),
    ])
  }

  /// Photos in rows of six, 60 mm apart, numbered from 0.
  private static func table(_ count: Int) throws -> TargetPipeline<Described> {
    var table = TargetPipeline<Described>()
    for id in 0..<count { try table.add(id, region: size, placement: Self.placement(id), photo()) }
    return table
  }

  private static func placement(_ id: Int) -> Similarity {
    Similarity(translation: Vector(dx: Double(id % 6) * 60, dy: Double(id / 6) * 60))
  }

  /// The events with their targets: `pan began 8`.
  private func lines(_ events: some Sequence<GestureEvent>) -> [String] {
    events.map { "\($0.name) \($0.state) \($0.target ?? -1)" }
  }

  @Test(.recognition("N15"))
  func `a target comes, moves and goes while a finger is down elsewhere, which notices nothing`() throws {
    func drag(_ change: (inout Player<TargetPipeline<Described>>, Int) throws -> Void) throws -> [String] {
      var player = Player(try Self.table(2))
      player.play(Script { down(1, 30, 30, at: 0) })
      for step in 0..<20 {
        player.play(Script { move(1, to: 30 + Double(step) * 2, 30, at: 8 + Double(step) * 8) })
        try change(&player, step)
      }
      player.play(Script { up(1, at: 200) })
      return player.events.filter { $0.target == 0 }.map { "\($0.state) \($0.timestamp) \($0.gesture)" }
    }
    let undisturbed = try drag { _, _ in }
    #expect(undisturbed.count == 20)
    var others: [String] = []
    let disturbed = try drag { player, step in
      let now = Timestamp.zero + .milliseconds(8 + step * 8)
      switch step {
      case 2: try player.pipeline.add(9, region: Self.size, placement: Self.placement(7), Self.photo())
      case 4: player.play(Script { down(2, 90, 90, at: 41) })
      case 5: player.play(Script { move(2, to: 100, 90, at: 49) })
      case 7: try player.pipeline.place(9, placement: Similarity(scale: 2, rotation: Angle(degrees: 30)))
      case 8: player.pipeline.bringToFront(9)
      case 12:
        player.change { $0.remove(9, at: now) }
        others = lines(player.events.filter { $0.target != 0 })
        #expect(player.touches.last?.map(\.position) == [Point(x: 100, y: 90)])
      case 14: player.play(Script { move(2, to: 110, 90, at: 121) })
      case 16: try player.pipeline.add(9, region: Self.size, placement: Self.placement(7), Self.photo())
      case 17: player.play(Script { move(2, to: 120, 90, at: 145) })
      case 18:
        #expect(lines(player.events.filter { $0.target != 0 }) == others, "its finger belongs to no target")
        player.play(Script { up(2, at: 153) })
      default: break
      }
    }
    #expect(disturbed == undisturbed)
    #expect(others == ["pan began 9", "pan cancelled 9"])
  }

  @Test func `events of a target that takes the place of a removed one have its own touches`() throws {
    var player = Player(try Self.table(2))
    player.change { $0.remove(0, at: .zero) }
    try player.pipeline.add(7, region: Self.size, placement: Self.placement(0), Self.photo())
    player.play(Script(steps: [down(1, 30, 30, at: 8), move(1, to: 40, 30, at: 16)]))
    #expect(lines(player.events) == ["pan began 7"])
    #expect(player.touches.last?.map(\.position) == [Point(x: 40, y: 30)])
  }

  @Test func `what was due on all targets before a cancel comes before it`() throws {
    var player = Player(try Self.table(2))
    player.play(Script(steps: [down(1, 30, 30, at: 0), down(2, 90, 30, at: 100)]))
    player.change { $0.cancel(at: .zero + .milliseconds(1000)) }
    let presses = ["long-press began 0", "long-press began 1", "long-press cancelled 0", "long-press cancelled 1"]
    #expect(lines(player.events) == presses)
  }

  @Test(.recognition("N16")) func `thirty targets with three recognizers each work`() throws {
    var player = Player(try Self.table(30))
    #expect(player.pipeline.names.count == 90)
    player.play(
      Script {
        down(1, 30, 30, at: 0)
        down(2, 330, 270, at: 0)
        move(1, to: 40, 30, at: 8)
        move(2, to: 330, 280, at: 8)
      })
    #expect(lines(player.events) == ["pan began 0", "pan began 29"])
  }

  @Test func `ids that are taken or unknown, and places that cannot be, are errors`() throws {
    var table = try Self.table(2)
    #expect(throws: TargetError.duplicate(1)) { try table.add(1, region: Self.size, Self.photo()) }
    #expect(throws: TargetError.unknown(7)) { try table.place(7, placement: .identity) }
    for placement in [
      Similarity(scale: 0), Similarity(scale: .nan), Similarity(translation: Vector(dx: .infinity, dy: 0)),
    ] {
      #expect(throws: TargetError.impossiblePlacement(1)) { try table.place(1, placement: placement) }
    }
    table.remove(7, at: .zero)
    table.bringToFront(7)
    #expect(table.change(7) { $0.isIdle } == nil)
    #expect(table.targets == [0, 1])
  }

  @Test func `the topmost target gets the touch, wherever it was moved`() throws {
    var player = Player(try Self.table(2))
    try player.pipeline.place(0, placement: Similarity(scale: 0.5, translation: Vector(dx: 80, dy: 20)))
    player.pipeline.bringToFront(0)
    func tap(_ x: Double, _ y: Double, at time: Double) {
      player.play(Script(steps: [down(1, x, y, at: time), up(1, at: time + 60)]))
    }
    tap(82, 22, at: 0)
    tap(112, 52, at: 1000)
    tap(20, 20, at: 2000)
    player.pipeline.bringToFront(1)
    tap(82, 22, at: 3000)
    #expect(lines(player.events) == ["tap recognized 0", "tap recognized 1", "tap recognized 1"])
  }

  @Test func `the caller's own hit test decides`() throws {
    var table = TargetPipeline<Described> { $0.position.x < 100 ? 5 : $0.position.x < 200 ? 77 : nil }
    try table.add(5, region: Rect(x: 0, y: 0, width: 1, height: 1), Self.photo())
    let played = play(table) {
      down(1, 50, 50, at: 0)
      down(2, 150, 50, at: 0)
      down(3, 250, 50, at: 0)
      up(1, at: 60)
      up(2, at: 60)
      up(3, at: 60)
    }
    #expect(lines(played.events) == ["tap recognized 5"])
    #expect(played.touches.map { $0.map(\.landingPosition.x) } == [[50]])
  }

  @Test(.recognition("N17")) func `one target is disabled and enabled, then all`() throws {
    var player = Player(try Self.table(3))
    func drag(at time: Double) -> [String] {
      let before = player.events.count
      player.play(
        Script {
          for id in Int32(0)..<3 { down(id, 30 + Double(id) * 60, 30, at: time) }
          for id in Int32(0)..<3 { move(id, to: 40 + Double(id) * 60, 30, at: time + 8) }
          for id in Int32(0)..<3 { up(id, at: time + 16) }
        })
      return lines(player.events.dropFirst(before).filter { $0.state == .began })
    }
    player.pipeline.change(1) { $0.disable(.pan) }
    #expect(drag(at: 0) == ["pan began 0", "pan began 2"])
    player.pipeline.changeAll { $0.disable(.pan) }
    #expect(drag(at: 1000) == [])
    player.pipeline.change(2) { $0.enable(.pan) }
    #expect(drag(at: 2000) == ["pan began 2"])
    player.pipeline.changeAll { $0.enable(.pan) }
    player.play(Script(steps: [down(1, 30, 30, at: 3000), move(1, to: 40, 30, at: 3008)]))
    #expect(player.pipeline[0]?.state(of: .pan) == .active)
    #expect(player.pipeline[1]?.state(of: .pan) == .possible)
    player.change { $0.change(0) { $0.disable(.pan) } }
    #expect(lines(player.events.suffix(1)) == ["pan cancelled 0"])
    #expect(player.pipeline[9] == nil)
  }

  @Test(.recognition("N21")) func `values are those of the target's own coordinates, exact to a billionth`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      func similarity() -> Similarity {
        Similarity(
          scale: random.number(0.2...5), rotation: Angle(radians: random.number(-7...7)),
          translation: Vector(dx: random.number(-200...200), dy: random.number(-200...200)))
      }
      let placement = similarity()
      var table = TargetPipeline<AnyPipeline>()
      let plane = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
      try table.add(2, region: plane, placement: placement, AnyPipeline(Pipeline { TransformGestureRecognizer() }))
      let played = play(table) {
        down(1, 50, 50, at: 0)
        down(2, 90, 60, at: 0)
        together(
          drag(1, from: (50, 50), to: (20, 80), over: 8...200), drag(2, from: (90, 60), to: (140, 70), over: 8...200))
      }
      let event = try #require(played.events.last { $0.target == 2 })
      #expect(played.pipeline.placement(of: 2) == placement)
      let gesture = event.gesture
      let own = gesture.converted(to: placement)
      func glass(_ point: Point) -> Point { placement.apply(point) }
      #expect(glass(own.location).distance(to: gesture.location) < 1e-9 * 1e3)
      #expect(placement.inverse.apply(gesture.location).distance(to: own.location) < 1e-9 * 1e3)
      let start = own.location - own.translation
      #expect((glass(start) - (gesture.location - gesture.translation)).length < 1e-9 * 1e3)
      #expect((glass(own.location + own.velocity) - (gesture.location + gesture.velocity)).length < 1e-9 * 1e4)
      #expect(own.scale == gesture.scale && own.rotation == gesture.rotation)
      let corner = Point(x: 3, y: 4)
      #expect(glass(own.similarity.apply(corner)).distance(to: gesture.similarity.apply(glass(corner))) < 1e-9 * 1e4)
    }
  }

  @Test func `every target gives the events that its recognizers give alone`() throws {
    var count = 0
    for seed in UInt64(1)...25 {
      var touches = RandomTouches(seed: seed, maximumFingers: 8, devices: 1)
      let steps = touches.sequence(reports: 200)
      var alone: [[Step]] = [[], [], []]
      var owners: [Int32: Int] = [:]
      for step in steps {
        guard case .some(let kind) = step.kind else {
          for index in alone.indices { alone[index].append(step) }
          continue
        }
        if case .down(let place) = kind { owners[step.finger] = min(max(Int(place.x / 100), 0), 2) }
        if let owner = owners[step.finger] { alone[owner].append(step) }
      }
      var table = TargetPipeline<StandardPipeline> { min(max(Int($0.position.x / 100), 0), 2) }
      for id in 0..<3 { try table.add(id, region: Self.size, StandardPipeline()) }
      var together = Player(table)
      together.play(Script(steps: steps))
      together.wait(until: 1e6)
      #expect(together.events.map(\.timestamp) == together.events.map(\.timestamp).sorted())
      for id in 0..<3 {
        var single = Player(StandardPipeline())
        single.play(Script(steps: alone[id]))
        single.wait(until: 1e6)
        func text(_ event: GestureEvent) -> String {
          "\(event.recognizer) \(event.name) \(event.state) \(event.timestamp) \(event.fingers) \(event.gesture)"
        }
        let (one, other) = (together.events.filter { $0.target == id }.map(text), single.events.map(text))
        let different = zip(one, other).first { $0 != $1 }
        #expect(different == nil && one.count == other.count, "seed \(seed), target \(id)")
      }
      count += together.events.count
    }
    #expect(count > 2_000)
  }

  @Test func `events that are kept stay as they are, and a copy of the table goes its own way`() throws {
    var player = Player(try Self.table(2))
    player.play(
      Script {
        down(1, 30, 30, at: 0)
        down(2, 90, 30, at: 0)
        move(1, to: 40, 30, at: 8)
        move(2, to: 100, 30, at: 8)
        move(1, to: 41, 30, at: 16)
        move(2, to: 101, 30, at: 16)
      })
    let (events, copy) = (player.pipeline.events, player)
    player.play(Script(steps: [move(1, to: 50, 30, at: 24), move(2, to: 120, 30, at: 24)]))
    #expect(lines(events) == ["pan changed 0", "pan changed 1"])
    #expect(events.indices.map(events.state(at:)) == [.changed, .changed])
    #expect(events.map(\.gesture.translation.dx) == [9.4, 9.4])
    #expect(copy.pipeline.events.map(\.gesture.translation.dx) == [9.4, 9.4])
    #expect(player.pipeline.events.map(\.gesture.translation.dx) == [18.4, 28.4])
  }

  @Test(.recognition("N20")) func `touches of all targets are relayed, each by the claims of its own`() throws {
    let deliveries = TouchRelayTests.relay(
      try Self.table(2),
      [
        down(1, 30, 30, at: 0), down(2, 90, 30, at: 0), down(3, 500, 500, at: 0), move(1, to: 40, 30, at: 8),
        move(3, to: 510, 500, at: 8), up(2, at: 900), up(1, at: 900), up(3, at: 900),
      ])
    #expect(deliveries == ["began 0", "began 0", "began 0", "cancelled 8", "moved 8", "cancelled 900", "ended 900"])
  }
}
