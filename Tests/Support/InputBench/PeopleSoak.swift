import CPlatform
import Glibc
import HeadlessCompositors
import Offhand
import OffhandPlatform
import OffhandService
import OffhandTesting

/// People in real time: `InputBench people MINUTES [SEED]`.
///
/// Their touches reach a `StagedBridge`, and with it `offhand serve` on headless sway, which has it recognize exclusive gestures, and a client
/// of the service's stream, which opens a menu every ten seconds. In the end every finger has lifted on the twin, gestures have come, and
/// memory is flat: in the last third of the time the most that a process had of its own (RssAnon) is no more than 256 kB above the most of
/// the third before.
final class PeopleSoak {
  private static let tolerance = 256.0
  private static let configuration = """
    [[gesture]]
    kind = "swipe"
    fingers = 3
    exclusive = true
    emit = "swipe"
    [[gesture]]
    kind = "pinch"
    exclusive = true
    emit = "pinch"
    [[gesture]]
    kind = "press"
    emit = "press"

    """

  private let bridge: StagedBridge
  private let keeper: UnixSocket
  private let sway: Sway
  private let service: Program
  private let stream: StreamSocket
  private var incoming = IncomingLines(limit: 1 << 16)
  private var random: SeededGenerator
  private let processes: [(name: String, id: Int32)]
  /// The kilobytes of each, second by second.
  private var memory: [[Double]] = [[], []]
  private var (reports, events, landed, lifted) = (0, 0, 0, 0)
  private var identity: Int32 = 0
  private var (nextSample, nextMenu) = (MonotonicClock.now(), MonotonicClock.now())

  /// Runs with these words of the command line. Throws if they are not understood, or what is left of the people.
  static func run(_ words: [String]) throws {
    guard 1...2 ~= words.count, let minutes = Double(words[0]), minutes > 0,
      let seed = UInt64(words.dropFirst().first ?? "1")
    else { throw RigError("usage: InputBench people MINUTES [SEED]") }
    let soak = try PeopleSoak(minutes, seed: seed)
    defer { soak.bridge.removeFiles() }
    try soak.play(until: MonotonicClock.now() + .seconds(minutes * 60))
    try soak.judge()
  }

  private init(_ minutes: Double, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    bridge = try StagedBridge()
    keeper = try bridge.start(false)
    let own = String(decoding: try Files.contents(of: "/proc/thread-self/children"), as: UTF8.self)
    let child = Int32(own.split(separator: " ").first ?? "") ?? 0
    sway = try Sway(width: 640, height: 480, seconds: Int(minutes * 60) + 300)
    let file = try sway.directory.write(PeopleSoak.configuration, to: "serve.toml")
    service = try sway.run(
      [Program.built("offhand"), "serve", "--config", file, "--map", "Bench=HEADLESS-1"],
      environment: ["OFFHAND_BRIDGE": bridge.socket])
    try service.waitForOutput("ready")
    processes = [("bridge", child), ("service", service.processID)]
    stream = try StreamSocket.connection(to: sway.directory.file("offhand.sock"))
    _ = try stream.send(Array("{\"subscribe\":\"all\"}\n".utf8)[...])
    try bridge.makeTwin(keeper)
  }

  /// Plays what one person does in a row, and now and then what several random hands do.
  private func play(until end: Timestamp) throws {
    var people = RandomTouches(seed: random.next(), devices: 1)
    while MonotonicClock.now() < end {
      if random.happens(0.2) {
        try play(people.sequence(reports: 200), scale: 0.5)
      } else {
        try play(Story.all[random.number(0...Story.all.count - 1)].steps, scale: 0.7)
      }
      try attend(until: MonotonicClock.now() + .milliseconds(random.number(1...900)))
    }
    // What was held back is decided by then.
    try attend(until: MonotonicClock.now() + .seconds(3))
  }

  private func play(_ steps: [Step], scale: Double) throws {
    guard let first = steps.first?.time else { return }
    let start = MonotonicClock.now()
    var (rest, down) = (steps[...], Set<Int32>())
    while let time = rest.first?.time {
      try attend(until: start + (time - first))
      let count = rest.prefix { $0.time == time }.count
      bridge.write(rest.prefix(count).flatMap { changes(of: $0, scale, &down) }, at: MonotonicClock.now())
      (rest, reports) = (rest.dropFirst(count), reports + 1)
    }
  }

  /// What a touch screen of 160 x 90 mm tells of a step, in 96ths of a millimetre.
  private func changes(of step: Step, _ scale: Double, _ down: inout Set<Int32>) -> [(code: UInt16, value: Int32)] {
    func position(_ place: Point) -> [(code: UInt16, value: Int32)] {
      [(0x35, Int32(min(max(place.x * scale, 1), 159) * 96)), (0x36, Int32(min(max(place.y * scale, 1), 89) * 96))]
    }
    switch step.kind {
    case .down(let place):
      down.insert(step.finger)
      identity = (identity + 1) % 65536
      return [(0x2f, step.finger), (0x39, identity)] + position(place)
    case .motion(let place): return [(0x2f, step.finger)] + position(place)
    case .up, .cancel:
      down.remove(step.finger)
      return [(0x2f, step.finger), (0x39, -1)]
    case .shape: return []
    case nil:
      defer { down = [] }
      return down.sorted().flatMap { slot -> [(code: UInt16, value: Int32)] in [(0x2f, slot), (0x39, -1)] }
    }
  }

  /// Reads what comes at the twin and the stream until `time`, opens menus and samples memory.
  private func attend(until time: Timestamp) throws {
    repeat {
      _ = Descriptor.wait(
        forReading: bridge.twin.reader, or: stream.descriptor, atMost: max(.zero, time - MonotonicClock.now()))
      for event in bridge.received() where (event.type, event.code) == (3, 0x39) {
        if event.value < 0 { lifted += 1 } else { landed += 1 }
      }
      guard let pieces = try stream.receive(&incoming) else { throw RigError("the service ended: \(service.summary)") }
      for case .line(let line) in pieces where String(decoding: line, as: UTF8.self).contains(#""event":"#) {
        events += 1
      }
      let now = MonotonicClock.now()
      if nextMenu <= now {
        _ = try stream.send(Array("{\"menu\":[\"a\",\"b\"],\"timeout\":1}\n".utf8)[...])
        nextMenu = now + .seconds(10)
      }
      if nextSample <= now {
        for (index, process) in processes.enumerated() {
          guard let figures = ProcessFigures(process.id) else { throw RigError("the \(process.name) has ended") }
          memory[index].append(figures.ownKilobytes)
        }
        nextSample = now + .seconds(1)
      }
    } while MonotonicClock.now() < time
  }

  private func judge() throws {
    print("\(reports) reports, \(events) gestures, \(landed) landings and \(lifted) lifts on the twin")
    guard events > 0, landed > 0, landed == lifted else { throw RigError("a finger stays, or no gesture came") }
    for (process, kilobytes) in zip(processes, memory) {
      let third = max(1, kilobytes.count / 3)
      let most = (0..<3).map { kilobytes.dropFirst($0 * third).prefix($0 == 2 ? .max : third).max() ?? 0 }
      print("\(process.name): \(most.map { "\(Int($0))" }.joined(separator: ", ")) kB at most in each third")
      if most[2] > most[1] + PeopleSoak.tolerance { throw RigError("\(process.name): memory grows") }
    }
  }
}
