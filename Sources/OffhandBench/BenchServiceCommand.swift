import ArgumentParser
import HeadlessCompositors
import Offhand
import OffhandBenchmarks
import OffhandCommandLine
import OffhandPlatform
import OffhandWayland

/// `offhand bench service`: the time from a touch on an edge of `offhand serve` to its line on the socket.
struct BenchServiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service",
    abstract: "Measure how soon a subscriber of 'offhand serve' receives a pull from an edge.",
    discussion: """
      It starts sway in a window of weston, 'offhand serve' with one edge, and a program that fills the screen. Touches come through \
      weston. Pulls from the edge take turns with drags in the middle: a pull ends with its line 'began' on the socket, a drag \
      with its motion at the program, so that the difference is what the service adds to the compositors.
      """)

  @Option(
    name: .customLong("touch-module"),
    help: ArgumentHelp(
      "A module that gives weston a touch screen (Tests/Rigs/weston-touch/build).", valueName: "file"))
  var touchModule: String

  @Option(help: ArgumentHelp("Pulls, and as many drags.", valueName: "number"))
  var pulls = 500

  @OptionGroup var output: ReportOptions

  func validate() throws {
    guard (10...100_000).contains(pulls) else { throw ValidationError("'--pulls' takes 10 to 100000.") }
  }

  func run() throws {
    try output.check()
    try CompositorKind.nested.check()
    let interruption = try Interruption()
    let stage = try ServiceStage(touchModule: touchModule)
    StandardError.write("offhand: \(pulls) pulls and \(pulls) drags\n")
    var (pulled, dragged): ([Double], [Double]) = ([], [])
    // The first ones warm the caches.
    for turn in -10..<pulls where !interruption.isAsked {
      let (drag, pull) = (try stage.drag(), try stage.pull())
      guard turn >= 0 else { continue }
      dragged.append(drag)
      pulled.append(pull)
    }
    guard let began = Quantiles(pulled), let program = Quantiles(dragged),
      let added = Quantiles(zip(pulled, dragged).map { $0 - $1 })
    else { return try interruption.end() }
    let report = ServiceReport(
      compositor: "sway \(CompositorKind.nested.version) in weston", beganMs: began, programMs: program, addedMs: added,
      eventsBelow: try stage.eventsOfPulls())
    try output.write(report)
    try interruption.end()
  }
}

/// The service with one edge, a subscriber, a program that fills the screen, and a touch screen.
private final class ServiceStage {
  private static let size = (width: 640, height: 480)
  /// Time limit of one step.
  private static let patience = Duration.seconds(10)
  /// The pause between a landing and its motion: whatever the landing caused has ended by then.
  private static let pause = Duration.milliseconds(15)

  private let weston: Weston
  private let sway: Sway
  private let service: Program
  private let folder: TemporaryFolder
  private let socket: StreamSocket
  private var received: [UInt8] = []
  private let connection: Connection
  private let window: ToplevelSurface
  private let touches: WaylandTouchSource
  /// The touch events that reached the program.
  private var events = 0
  private var motions = 0
  /// Those of them that belong to drags.
  private var expected = 0
  private var turn = 0

  init(touchModule: String) throws {
    weston = try Weston(
      shell: .kiosk, width: ServiceStage.size.width, height: ServiceStage.size.height,
      touch: Weston.TouchModule(path: touchModule, isLater: true))
    sway = try Sway(in: weston)
    try weston.touch(.touchAdd)
    connection = try Connection(to: .named(sway.socketPath))
    window = ToplevelSurface(
      connection, title: "offhand bench service", applicationID: "offhand", extent: .fullscreen(on: nil))
    touches = WaylandTouchSource(surface: window.surface)
    folder = try TemporaryFolder()
    let file = try folder.write("[[edge]]\nedge = \"left\"\nemit = \"pull\"\n", to: "serve.toml")
    service = try sway.run([BenchEnvironment.beside("offhand"), "serve", "--config", file, "--log", "info"])
    try service.waitForOutput("ready")
    socket = try StreamSocket.connection(to: sway.directory.file("offhand.sock"))
    _ = try socket.send(Array("{\"subscribe\":\"all\"}\n".utf8)[...])
    try awaitLine(with: #""ok":true"#)
    try pump("the program on the screen, and a touch screen") {
      window.surface.commitCount >= 5 && connection.seats.contains(where: \.hasTouch)
    }
  }

  /// A pull: milliseconds from its motion to `began` on the socket.
  func pull() throws -> Double {
    let y = nextY()
    try weston.touch(.down(id: 0, x: 3, y: y), .frame)
    MonotonicClock.sleep(for: ServiceStage.pause)
    let start = BenchmarkClock.now()
    try weston.touch(.motion(id: 0, x: 60, y: y), .frame)
    try awaitLine(with: #""state":"began""#)
    let end = BenchmarkClock.now()
    try weston.touch(.up(id: 0), .frame)
    try awaitLine(with: #""state":"ended""#)
    return Double(end - start) / 1e6
  }

  /// A drag in the middle: milliseconds from its motion to the program's.
  func drag() throws -> Double {
    let (y, before) = (nextY(), motions)
    try weston.touch(.down(id: 0, x: 300, y: y), .frame)
    MonotonicClock.sleep(for: ServiceStage.pause)
    let start = BenchmarkClock.now()
    try weston.touch(.motion(id: 0, x: 357, y: y), .frame)
    try pump("a motion at the program") { motions > before }
    let end = BenchmarkClock.now()
    expected += 3
    try weston.touch(.up(id: 0), .frame)
    try pump("a lift at the program") { events >= expected }
    return Double(end - start) / 1e6
  }

  /// The touch events of pulls that reached the program.
  func eventsOfPulls() throws -> Int {
    // What was sent before a drag has arrived when the drag has.
    _ = try drag()
    return events - expected
  }

  private func nextY() -> Double {
    turn += 1
    return Double(40 + turn * 7 % (ServiceStage.size.height - 80))
  }

  /// Waits for a line on the socket that contains `text`.
  private func awaitLine(with text: String) throws {
    let end = ContinuousClock.now + ServiceStage.patience
    while true {
      while let newline = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<newline], as: UTF8.self)
        received.removeFirst(newline + 1)
        if line.contains(text) { return }
      }
      guard ContinuousClock.now < end else { throw BenchFault("the service did not send \(text)") }
      Descriptor.wait(for: socket.descriptor, .reading, atMost: ServiceStage.patience)
      var piece = [UInt8](repeating: 0, count: 1 << 14)
      // `withUnsafeMutableBytes` does not pass on typed errors.
      let result = piece.withUnsafeMutableBytes { bytes in
        Result { () throws(KernelError) in try socket.receive(into: bytes) }
      }
      switch try result.get() {
      case .bytes(let count): received += piece[..<count]
      case .nothing: continue
      case .end: throw BenchFault("the service ended: \(service.standardError)")
      }
    }
  }

  /// Drives the program's window until `condition` holds.
  private func pump(_ what: String, until condition: () -> Bool) throws {
    let end = ContinuousClock.now + ServiceStage.patience
    while !condition() {
      guard ContinuousClock.now < end else { throw BenchFault("waited in vain for \(what)") }
      if window.surface.commitCount < 5, window.surface.opportunity(at: MonotonicClock.now()) == .now {
        _ = try window.surface.draw { buffer in
          Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
        }
      }
      try connection.prepareToWait()
      if let descriptor = connection.descriptor {
        Descriptor.wait(for: descriptor, .reading, atMost: .milliseconds(100))
      }
      try connection.dispatch()
      try touches.dispatch(at: MonotonicClock.now()) { event in
        guard case .touch(let touch) = event else { return }
        events += 1
        if case .motion = touch.kind { motions += 1 }
      }
    }
  }
}

/// How soon a subscriber hears of a pull, and a program of a drag.
private struct ServiceReport: BenchmarkReport {
  static let name = "service"
  static let version = 1

  var machine = MachineDescription()
  var compositor: String
  /// From the motion that makes a pull to `began` on the socket.
  var beganMs: Quantiles
  /// From the motion of a drag to the program that fills the screen.
  var programMs: Quantiles
  /// The differences, pair by pair.
  var addedMs: Quantiles
  /// Events of pulls that reached the program below.
  var eventsBelow: Int
}
