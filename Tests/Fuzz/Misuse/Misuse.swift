import Glibc
import Offhand
import OffhandPlatform
import OffhandTesting

/// Calls the interfaces for Swift and for C in the worst ways that the compiler lets pass: `Misuse [ROUNDS]`.
///
/// Nothing may end the program, read foreign memory or race; a sanitizer sees what does. `scripts/fuzz` builds it with the sanitizers
/// for addresses and for threads, and runs it. What the interfaces forbid in words (a handle of C that is freed twice, or used by two
/// threads at once) is not tried.
@main
enum Misuse {
  private static let programs: [(name: String, run: @Sendable (UInt64) throws -> Void)] = [
    ("events that outlive their pipeline, read by two threads", KeptEvents.run),
    ("events and lanes of other pipelines", ForeignEvents.run),
    ("targets that go in the middle of a frame", LostTargets.run),
    ("numbers that no glass has", StrangeNumbers.run),
    ("thousands of contacts", Crowd.run),
    ("handles of C", CHandles.run),
  ]

  static func main() throws {
    let arguments = CommandLine.arguments
    guard let rounds = arguments.count == 1 ? 20 : UInt64(arguments[1]) else {
      print("usage: Misuse [ROUNDS]")
      exit(64)
    }
    for program in programs {
      for seed in 0..<rounds { try program.run(seed) }
      print("misuse: \(program.name): \(rounds) rounds")
    }
  }

  /// Calls `body` with every frame of random touches.
  static func forEachFrame(seed: UInt64, reports: Int = 120, _ body: (borrowing TouchFrame) -> Void) {
    var touches = RandomTouches(seed: seed, discipline: [.invalid, .valid, .cancelsLost][Int(seed % 3)])
    var assembler = TouchFrameAssembler()
    Script(steps: touches.sequence(reports: reports)).forEachFrame(assembler: &assembler, body)
  }

  static let panel = Rect(x: 0, y: 0, width: 300, height: 190)

  /// One pipeline of each kind.
  static func pipelines() throws -> [any GesturePipeline] {
    let described = try Pipeline(
      RecognizerDescription.Kind.allCases.map { RecognizerDescription($0) }, outputs: [panel])
    var targets = TargetPipeline<StandardPipeline>()
    try targets.add(1, region: Rect(x: 0, y: 0, width: 150, height: 190), StandardPipeline())
    try targets.add(2, region: Rect(x: 100, y: 0, width: 200, height: 190), StandardPipeline())
    return [
      StandardPipeline(), StandardPipeline().byHand(), described, described.byHand(), targets,
      AnyPipeline(StandardPipeline()), StandardPipeline().filtered { NoiseFilter() },
    ]
  }
}

/// Events are values: what happens to their pipeline later, and how many threads read them, makes no difference.
private enum KeptEvents {
  static func run(_ seed: UInt64) throws {
    for pipeline in try Misuse.pipelines() { try keep(pipeline, seed) }
  }

  private static func keep(_ pipeline: some GesturePipeline, _ seed: UInt64) throws {
    var kept: [(events: GestureEvents, copies: [GestureEvent])] = []
    do {
      var pipeline = pipeline
      var count = 0
      Misuse.forEachFrame(seed: seed) { frame in
        pipeline.process(frame)
        count += 1
        let events = pipeline.events
        if !events.isEmpty, count % 3 == 0 { kept.append((events, Array(events))) }
        if let deadline = pipeline.deadline, count % 7 == 0 { pipeline.advance(to: deadline) }
      }
    }
    let all = kept
    let readers = try (0..<2).map { reader in
      Reader(
        try WorkerThread {
          for (events, copies) in reader == 0 ? all : all.reversed() {
            precondition(events.map(\.gesture) == copies.map(\.gesture), "events that were kept have changed")
            for index in events.indices { _ = events.state(at: index) }
          }
        })
    }
    // The pipeline of the kind goes on meanwhile, from the same storage.
    var copy = pipeline
    Misuse.forEachFrame(seed: seed + 1) { frame in copy.process(frame) }
    for reader in readers { reader.join() }
  }

  /// Owns a thread, for an array.
  private final class Reader {
    private var thread: WorkerThread?

    init(_ thread: consuming WorkerThread) { self.thread = consume thread }

    func join() {
      if let thread = thread.take() { thread.join() }
    }
  }
}

/// An event is asked of, and changed in, pipelines that never made it.
private enum ForeignEvents {
  static func run(_ seed: UInt64) throws {
    let pipelines = try Misuse.pipelines()
    var events: [GestureEvent] = []
    for pipeline in pipelines {
      var pipeline = pipeline
      Misuse.forEachFrame(seed: seed, reports: 60) { frame in
        pipeline.process(frame)
        events += pipeline.events
      }
    }
    let some = events.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    for pipeline in pipelines { ask(pipeline, some, seed) }
    var small = Pipeline { TapGestureRecognizer() }
    for event in some {
      for value in values { small.set(value, of: event) }
      _ = small.touches(of: event).count
    }
    Misuse.forEachFrame(seed: seed, reports: 60) { frame in
      small.process(frame)
      guard !small.events.isEmpty, let event = some.randomElement() else { return }
      small.set(.scale(2), of: event)
      try? small.require(event.name, toFail: .tap)
      small.disable(event.name)
      small.enable(event.name, adopting: .allFingers)
    }
  }

  private static let values: [GestureValue] = [
    .translation(Vector(dx: .nan, dy: 1e300)), .scale(0), .scale(-.infinity), .rotation(Angle(radians: .nan)),
    .translation(.zero), .scale(1e-300),
  ]

  private static func ask(_ pipeline: some GesturePipeline, _ events: [GestureEvent], _ seed: UInt64) {
    var pipeline = pipeline
    var next = events.makeIterator()
    Misuse.forEachFrame(seed: seed + 2, reports: 60) { frame in
      pipeline.process(frame)
      for _ in 0..<8 {
        guard let event = next.next() else { break }
        _ = pipeline.touches(of: event).count
        pipeline.forEachTouch(of: event) { _ in }
        for value in values { pipeline.set(value, of: event.name) }
      }
      for touch in [0, UInt64.max] { _ = pipeline.claim(on: Touch.ID(rawValue: touch)) }
    }
    pipeline.setOutputs([])
    pipeline.cancel(at: Timestamp(nanoseconds: .max))
    pipeline.cancel(at: Timestamp(nanoseconds: .min))
  }
}

/// Targets are removed, moved and added while touches are down on them, from their own events.
private enum LostTargets {
  static func run(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var targets = TargetPipeline<StandardPipeline>()
    for id in 0..<6 { try targets.add(id, region: region(id), StandardPipeline()) }
    var kept: [GestureEvents] = []
    Misuse.forEachFrame(seed: seed) { frame in
      targets.process(frame)
      let events = targets.events
      if random.happens(0.1) { kept.append(events) }
      for event in events where random.happens(0.1) {
        let id = event.target ?? -1
        switch random.number(0...4) {
        case 0: targets.remove(id, at: event.timestamp)
        case 1: try? targets.place(id, placement: Similarity(scale: 1e-300, rotation: .zero, translation: .zero))
        case 2: targets.bringToFront(id)
        case 3: _ = targets.change(id) { $0.cancel(at: event.timestamp) }
        default: try? targets.add(id, region: region(id), StandardPipeline())
        }
        _ = targets.touches(of: event).count
      }
    }
    for events in kept { for event in events { _ = targets.touches(of: event).count } }
  }

  private static func region(_ id: Int) -> Rect { Rect(x: Double(id) * 40, y: 0, width: 100, height: 190) }
}

/// Positions, sizes and times that no glass and no clock have.
private enum StrangeNumbers {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, 1e300, -1e300, 1e308, 1e-300, .leastNonzeroMagnitude, 1e7, 1e9, -1e18, 150,
  ]

  static func run(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number() -> Double {
      random.happens(0.4) ? random.number(0...300) : numbers.randomElement(using: &random) ?? 0
    }
    func point() -> Point { Point(x: number(), y: number()) }
    func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
    func time() -> Timestamp {
      Timestamp(
        nanoseconds: random.happens(0.9)
          ? Int64(random.number(0...2_000_000_000)) : [.min, .max, 0][random.number(0...2)])
    }
    for pipeline in try Misuse.pipelines() {
      var pipeline = pipeline
      pipeline.setOutputs([rect(), rect()])
      for _ in 0..<60 {
        var frame = TouchFrame(timestamp: time())
        for id in 0..<random.number(0...6) {
          var touch = Touch(id: Touch.ID(rawValue: UInt64(id)), slot: Int32(id), position: point(), landingTime: time())
          touch.phase = [.began, .moved, .stationary, .ended, .cancelled][random.number(0...4)]
          frame.append(touch)
        }
        pipeline.process(frame)
        _ = pipeline.events.map(\.gesture)
        if random.happens(0.2) { pipeline.advance(to: time()) }
      }
    }
    for preset in PlacementPreset.allCases {
      var strategy = preset.strategy(in: PanelSetup(panel: rect()))
      Misuse.forEachFrame(seed: seed, reports: 20) { frame in strategy.ingest(frame) }
      for id in 0..<6 {
        let request = OverlayRequest(
          id: Overlay.ID(rawValue: UInt64(id)), anchor: random.happens(0.5) ? rect() : nil,
          size: Size(width: number(), height: number()), bounds: rect())
        _ = strategy.place(request).rect
        strategy.environment.panel = rect()
      }
    }
    var predictor = SteadyMotionPredictor()
    Misuse.forEachFrame(seed: seed, reports: 40) { frame in
      predictor.record(frame)
      for index in frame.indices { _ = predictor.position(of: frame[index].id, at: time(), asOf: time()) }
    }
  }
}

/// More contacts than any hand has, on more devices than any machine.
private enum Crowd {
  static func run(_ seed: UInt64) throws {
    guard seed < 2 else { return }
    for pipeline in try Misuse.pipelines() {
      var pipeline = pipeline
      var assembler = TouchFrameAssembler()
      for round in 0..<3 {
        let time = Timestamp(nanoseconds: Int64(round) * 8_000_000)
        for slot in 0..<5000 {
          let position = Point(x: Double(slot % 300), y: Double(slot / 300) + Double(round))
          let kind: TouchEvent.Kind = round == 0 ? .down(position) : round == 1 ? .motion(position) : .up
          let device = DeviceID(rawValue: UInt32(slot % 7))
          assembler.add(.touch(TouchEvent(device: device, slot: Int32(slot), timestamp: time, kind: kind))) { frame in
            pipeline.process(frame)
            _ = pipeline.events.map(\.gesture)
          }
        }
        assembler.endBatch { frame in pipeline.process(frame) }
      }
      pipeline.cancel(at: Timestamp(nanoseconds: 1_000_000_000))
    }
  }
}
