import CompositorRig
import Glibc
import Logging
import Offhand
import OffhandLibinput
import OffhandPixman
import OffhandPlatform
import OffhandWayland
import Testing

@testable import OffhandClient

/// A program of one view whose touches come from touch screens that it reads itself, on a compositor.
@Suite(
  .serialized, .ownThreads,
  .enabled(if: Sway.isAvailable && Weston.isAvailable, "needs sway and weston: scripts/setup compositors"))
struct ViewProgramTests {
  private let seat = "seat-\(UInt64.random(in: 0 ... .max))"
  private let opener = FakeOpener()
  private let lines = LogLines()

  /// A program on `sway`, or on whatever is behind `path` by then, that reads the touch screens of the seat; it ends
  /// when all `steps` have held, one after the other.
  private func run(
    on sway: Sway, behind path: String? = nil, preferences: MappingPreferences = MappingPreferences(),
    output: String? = nil, _ steps: ((ViewProgram<LoggingView>) throws -> Bool)...
  ) throws {
    let user = User()
    let program = try ViewProgram(
      LoggingView(), title: "Test", renderer: Renderer(fonts: try FontBook()),
      input: TouchInput(.evdev(.seat(seat)), preferences: preferences, filters: []),
      display: ViewDisplay(output: output, loss: path == nil ? .ends : .reconnects), posture: nil, observer: user,
      at: .named(path ?? sway.socketPath), opener: opener, logger: Logger(label: "test") { _ in lines })
    user.steps = steps.map { step in { [unowned program] in try step(program) } }
    try program.run()
  }

  @Test func `a view is touched on the touch screen of its output, and an output that is not there is told once`()
    throws
  {
    let sway = try Sway(width: 640, height: 480)
    try sway.message(["create_output"])
    let screens = ["HEADLESS-1", "HEADLESS-2"].map { FakeTouchScreen(seat: seat, properties: ["WL_OUTPUT": $0]) }
    for screen in screens { screen.plug() }
    var log: [String] = []
    var taps = 0
    var frames = 0
    try run(
      on: sway, preferences: MappingPreferences(outputs: ["nothing": "DP-9"]), output: "HEADLESS-2",
      { program in
        program.onFrame = { _, _ in frames += 1 }
        return lines.texts.contains("first frame")
      },
      { _ in
        for screen in screens { screen.tap() }
        return true
      },
      // One landing more than those after which a touch screen is said to lie elsewhere.
      { _ in
        screens[1].tap()
        taps += 1
        return taps == 5
      },
      { _ in lines.texts.contains { $0.contains("the compositor reports none of its touches on HEADLESS-2") } },
      { program in
        program.forEachView { log = $0.log }
        return log.count >= 12
      })
    #expect(log == Array(repeating: ["began", "ended"], count: 6).flatMap { $0 })
    #expect(lines.texts.count { $0.hasPrefix("there is no output 'DP-9'") } == 1)
    #expect(frames > 0)
  }

  @Test func `touch screens are closed while the compositor has none, and opened again with its own`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    let sway = try Sway(inside: weston)
    let screen = FakeTouchScreen(seat: seat).plug()
    var log: [String] = []
    func hasLog(_ count: Int, _ program: ViewProgram<LoggingView>) -> Bool {
      program.forEachView { log = $0.log }
      return log.count >= count
    }
    try run(
      on: sway,
      { _ in lines.texts.contains("first frame") },
      { _ in
        try weston.touch(.touchRemove)
        return true
      },
      { _ in opener.openDescriptors.isEmpty && lines.texts.contains { $0.contains("in the background") } },
      { _ in
        try weston.touch(.touchAdd)
        return true
      },
      { _ in !opener.openDescriptors.isEmpty && lines.texts.contains { $0.contains("in the foreground") } },
      { _ in
        screen.tap()
        return true
      },
      { hasLog(2, $0) })
    #expect(log == ["began", "ended"])
  }

  @Test func `touch screens stay open on another compositor, which has none, where the one before had one`() throws {
    let weston = try Weston(shell: .kiosk, width: 640, height: 480, touchScreen: .later)
    let (old, new) = (try Sway(inside: weston), try Sway(width: 640, height: 480))
    let folder = try TemporaryFolder()
    let path = folder.file("wl")
    symlink(old.socketPath, path)
    let screen = FakeTouchScreen(seat: seat).plug()
    var log: [String] = []
    try run(
      on: old, behind: path,
      { _ in lines.texts.contains("first frame") },
      { _ in
        unlink(path)
        symlink(new.socketPath, path)
        kill(-old.program.processID, SIGKILL)
        _ = try? old.program.wait()
        return true
      },
      { _ in lines.texts.contains("connected again") },
      { _ in
        screen.tap()
        return true
      },
      { program in
        program.forEachView { log = $0.log }
        return log.count >= 2
      })
    #expect(log == ["began", "ended"])
    #expect(!lines.texts.contains { $0.contains("in the background") })
    withExtendedLifetime(new) {}
  }

  @Test func `what the compositor reports of a surface is compared with what is read here`() throws {
    let sway = try Sway(width: 640, height: 480)
    let connection = try Connection(to: .named(sway.socketPath))
    let window = ToplevelSurface(connection, title: "Test", applicationID: "test", extent: .fullscreen(on: nil))
    try Waiting.until("a size") {
      try connection.roundTrip()
      return window.surface.layout != nil
    }
    let shown = try #require(window.surface.layout).geometry.size
    FakeTouchScreen(seat: seat).plug()
    let source = try EvdevTouchSource(.seat(seat), opener: opener)
    let device = try #require(source.devices.first)
    func landing(_ x: Double, _ y: Double, of size: Size, number: Int) -> TouchFrame {
      var frame = TouchFrame(timestamp: Timestamp(seconds: Double(number)))
      let place = Point(x: x * size.width, y: y * size.height)
      frame.append(
        Offhand.Touch(id: .init(rawValue: UInt64(number)), device: device.id, phase: .began, position: place))
      return frame
    }
    var warnings: [String] = []
    let watch = MappingWatch(source) { warnings.append($0) }
    let comparison = SurfaceComparison(watch, on: window.surface)
    // The compositor turns them.
    for (number, place) in [(0.1, 0.2), (0.8, 0.25), (0.45, 0.9), (0.3, 0.6), (0.9, 0.95), (0.5, 0.1)].enumerated() {
      watch.note(own: landing(place.0, place.1, of: device.surface.size, number: number))
      comparison.receive(landing(1 - place.1, place.0, of: shown, number: number))
    }
    #expect(warnings.first?.contains("LIBINPUT_CALIBRATION_MATRIX") == true, "\(warnings)")
    withExtendedLifetime(sway) {}
  }
}

/// Does one thing after the other, each until it has held; the program ends when all have.
private final class User: TouchObserver {
  var steps: [() throws -> Bool] = []
  private(set) var deadline: Timestamp? = .zero
  private var patience = Patience()
  let descriptor: Int32? = nil

  var isSatisfied: Bool { steps.isEmpty }
  func receive(_ event: TouchSourceEvent) {}
  func endBatch() {}

  func dispatch(at now: Timestamp) throws {
    deadline = now + .milliseconds(50)
    if patience.isOver { throw RigError("waited in vain; \(steps.count) steps are left") }
    if try steps.first?() == true { steps.removeFirst() }
  }
}

/// Remembers the phases of its touches.
private struct LoggingView: TouchView {
  private(set) var log: [String] = []

  mutating func layout(in environment: ViewEnvironment) {}
  mutating func process(_ frame: borrowing TouchFrame) {
    for index in frame.indices where frame[index].phase != .stationary { log.append("\(frame[index].phase)") }
  }
  mutating func advance(to time: Timestamp) {}
  var deadline: Timestamp? { nil }
  func isAnimating(at time: Timestamp) -> Bool { false }
  func draw(for frame: FrameTime, into list: inout DisplayList) {}
}

/// The messages of a logger.
final class LogLines: LogHandler, @unchecked Sendable {
  private(set) var texts: [String] = []
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { texts.append("\(event.message)") }
}
