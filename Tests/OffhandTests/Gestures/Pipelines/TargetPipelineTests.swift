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

  @Test(.recognition("N16")) func `thirty targets with three recognizers each work, and one with too many is an error`()
    throws
  {
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
    var tree = try Pipeline(targets: [])
    func target(_ id: Int, _ count: Int) throws -> Target {
      let recognizers = try DescribedRecognizers(
        (0..<count).map { RecognizerDescription(.tap, name: try? GestureName("tap-\($0)")) }, outputs: [])
      return Target(id: id, region: Self.size) { recognizers }
    }
    try tree.add(target(1, 40))
    let error = #expect(throws: TargetError.self) { try tree.add(target(2, 30)) }
    #expect(
      error?.description
        == "target 2, recognizer 64 'tap-24': a pipeline holds 64 recognizers at most, "
        + "on all its targets together; divide them among several pipelines")
    try tree.add(target(3, 24))
    #expect(throws: TargetError.self) { try tree.add(target(4, 1)) }
    tree.remove(1)
    try tree.add(target(5, 40))
    #expect(!tree.contains(1) && !tree.contains(2) && tree.contains(5))
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
    var trees = TargetPipeline<Pipeline<TargetTree>>()
    #expect(throws: TargetError.unknownParent(3, of: 4)) {
      try trees.add(Target(id: 4, in: 3, region: Self.size) { TapGestureRecognizer() })
    }
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

  @Test func `a hit test may return a target within another`() throws {
    var table = TargetPipeline<Pipeline<TargetTree>> { $0.position.x < 50 ? 8 : 7 }
    let region = Rect(x: 0, y: 0, width: 100, height: 100)
    try table.add(Target(id: 7, region: region) { LongPressGestureRecognizer() })
    try table.add(Target(id: 8, in: 7, region: region) { TapGestureRecognizer() })
    let steps = [down(1, 20, 50, at: 0), up(1, at: 60), down(1, 80, 50, at: 1000), up(1, at: 1060)]
    #expect(lines(play(table) { steps }.events) == ["tap recognized 8"])
    // A tree that was made before is searched as well.
    var other = TargetPipeline<Pipeline<TargetTree>> { _ in 9 }
    let tree = try Pipeline(targets: [Target(id: 9, region: region) { TapGestureRecognizer() }], hitTest: { _ in 9 })
    try other.add(7, tree)
    #expect(lines(play(other) { steps }.events) == ["tap recognized 9", "tap recognized 9"])
    // With a frame: the tree is found by the hit test, what is within it by its region.
    var fresh = TargetPipeline<Pipeline<TargetTree>>()
    try fresh.add(Target(id: 7, region: region) { LongPressGestureRecognizer() })
    try fresh.add(Target(id: 8, in: 7, region: region) { TapGestureRecognizer() })
    fresh.process(TouchFrame([Touch(1, .began, 20)])) { _ in 8 }
    fresh.process(TouchFrame([Touch(1, .ended, 20)], at: 60)) { _ in nil }
    #expect(lines(fresh.events) == ["tap recognized 8"])
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

  @Test(.recognition("N17")) func `targets within one are controlled, and told to the delegate, by their ids`() throws {
    func target(_ id: Int) -> Target {
      Target(id: id, in: 7, region: Rect(x: Double(id - 8) * 100, y: 0, width: 100, height: 100)) {
        PanGestureRecognizer()
        LongPressGestureRecognizer(allowableMovement: 50)
      }
    }
    var table = TargetPipeline<Pipeline<TargetTree>>()
    try table.add(
      Target(id: 7, region: Rect(x: 0, y: 0, width: 300, height: 100)) { TapGestureRecognizer(touches: 2...2) })
    for id in 8...9 { try table.add(target(id)) }
    func drag(_ change: (inout Pipeline<TargetTree>) throws -> Void) throws -> [String] {
      var player = Player(table)
      _ = try player.pipeline.change(7, change)
      player.play(
        Script {
          down(1, 50, 50, at: 0)
          down(2, 150, 50, at: 0)
          move(1, to: 60, 50, at: 8)
          move(2, to: 160, 50, at: 8)
        })
      return lines(player.events)
    }
    #expect(try drag { _ in } == ["pan began 8", "pan began 9"])
    #expect(try drag { $0.disable(.pan, on: 8) } == ["pan began 9"])
    #expect(try drag { $0.disable(.pan) } == [])
    #expect(try drag { $0.delegate = Answers(begins: { id, _ in id == RecognizerID(.pan, on: 8) }) } == ["pan began 8"])
    #expect(
      try drag { try $0.require(RecognizerID(.pan, on: 9), toFail: RecognizerID(.longPress, on: 9)) } == ["pan began 8"]
    )
    #expect(try drag { try $0.require(.pan, toFail: .longPress) } == [], "on each target")
    let unknown = #expect(throws: RelationError.self) {
      try drag { try $0.require(RecognizerID(.pan, on: 7), toFail: RecognizerID(.tap)) }
    }
    #expect(unknown?.description == "target 7 has no recognizer named 'pan'")
    let cycle = #expect(throws: RelationError.self) {
      try drag {
        try $0.require(RecognizerID(.longPress, on: 9), toFail: RecognizerID(.pan, on: 9))
        try $0.require(.pan, toFail: .longPress)
      }
    }
    #expect(cycle == .cycle(.pan, .longPress))
  }

  @Test func `a relation that is refused on one target changes none`() throws {
    func target(_ id: Int) -> Target {
      Target(id: id, region: Rect(x: Double(id) * 100, y: 0, width: 100, height: 100)) {
        PanGestureRecognizer()
        LongPressGestureRecognizer()
      }
    }
    var pipeline = try Pipeline(targets: [target(0), target(1)])
    try pipeline.require(RecognizerID(.longPress, on: 1), toFail: RecognizerID(.pan, on: 1))
    #expect(throws: RelationError.self) { try pipeline.require(.pan, toFail: .longPress) }
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 60, 50, at: 8)
    }
    #expect(lines(played.events) == ["pan began 0"])
  }

  @Test(.recognition("N15")) func `targets within one come, move and go while fingers are down`() throws {
    var table = TargetPipeline<Pipeline<TargetTree>>()
    let region = Rect(x: 0, y: 0, width: 100, height: 100)
    try table.add(Target(id: 7, region: region) { LongPressGestureRecognizer() })
    try table.add(
      Target(id: 20, region: region, placement: Similarity(translation: Vector(dx: 200, dy: 0))) {
        PanGestureRecognizer()
      })
    var player = Player(table)
    player.play(Script(steps: [down(1, 250, 50, at: 0), move(1, to: 260, 50, at: 8)]))
    try player.pipeline.add(
      Target(id: 8, in: 7, region: Rect(x: 0, y: 0, width: 10, height: 10), placement: Similarity(scale: 2)) {
        PanGestureRecognizer()
      })
    player.play(Script(steps: [down(2, 15, 15, at: 16), move(2, to: 30, 15, at: 24)]))
    try player.pipeline.place(8, placement: Similarity(scale: 2, translation: Vector(dx: 50, dy: 0)))
    player.play(Script(steps: [down(3, 65, 15, at: 32), down(4, 15, 45, at: 40), move(3, to: 75, 15, at: 48)]))
    #expect(lines(player.events.filter { $0.state == .began }) == ["pan began 20", "pan began 8"])
    #expect(player.pipeline.touches(of: try #require(player.events.last { $0.target == 8 })).count == 2)
    player.change { $0.remove(8, at: .zero + .milliseconds(56)) }
    #expect(lines(player.events.suffix(1)) == ["pan cancelled 8"])
    player.play(Script(steps: [up(2, at: 64), up(3, at: 64), up(4, at: 64), move(1, to: 270, 50, at: 72)]))
    #expect(lines(player.events.suffix(1)) == ["pan changed 20"])
    player.play(Script(steps: [down(5, 15, 15, at: 80), move(1, to: 280, 50, at: 88)]))
    player.wait(until: 2000)
    #expect(lines(player.events.suffix(2)) == ["pan changed 20", "long-press began 7"])
    #expect(player.pipeline.placement(of: 8) == nil)
  }

  @Test(.recognition("N21")) func `values are those of the target's own coordinates, exact to a billionth`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<200 {
      func similarity() -> Similarity {
        Similarity(
          scale: random.number(0.2...5), rotation: Angle(radians: random.number(-7...7)),
          translation: Vector(dx: random.number(-200...200), dy: random.number(-200...200)))
      }
      let (outer, inner) = (similarity(), similarity())
      var table = TargetPipeline<Pipeline<TargetTree>>()
      let plane = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
      try table.add(Target(id: 1, region: plane, placement: outer) { LongPressGestureRecognizer(touches: 5) })
      try table.add(Target(id: 2, in: 1, region: plane, placement: inner) { TransformGestureRecognizer() })
      let played = play(table) {
        down(1, 50, 50, at: 0)
        down(2, 90, 60, at: 0)
        together(
          drag(1, from: (50, 50), to: (20, 80), over: 8...200), drag(2, from: (90, 60), to: (140, 70), over: 8...200))
      }
      let event = try #require(played.events.last { $0.target == 2 })
      let placement = try #require(played.pipeline.placement(of: 2))
      let gesture = event.gesture
      let own = gesture.converted(to: placement)
      func glass(_ point: Point) -> Point { outer.apply(inner.apply(point)) }
      #expect(glass(own.location).distance(to: gesture.location) < 1e-9 * 1e3)
      #expect(inner.inverse.apply(outer.inverse.apply(gesture.location)).distance(to: own.location) < 1e-9 * 1e3)
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

  @Test(.recognition("A22")) func `what was due on one target before a finger landed on another comes first`() throws {
    var table = TargetPipeline<AnyPipeline>()
    try table.add(1, region: Self.size, AnyPipeline(TapTests.singleAndDouble))
    let press = Pipeline { LongPressGestureRecognizer(minimumPressDuration: .zero) }
    try table.add(2, region: Self.size, placement: Self.placement(1), AnyPipeline(press))
    var (late, timely) = (Player(table), Player(table))
    let (tap, landing) = ([down(1, 30, 30, at: 0), up(1, at: 60)], [down(2, 90, 30, at: 400)])
    late.play(Script(steps: tap + landing))
    timely.play(Script(steps: tap))
    timely.wait(until: 360)
    timely.play(Script(steps: landing))
    #expect(timely.lines == ["tap recognized 360", "long-press began 400"])
    #expect(late.lines == timely.lines)
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
