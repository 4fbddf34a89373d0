import CompositorRig
import Foundation
import Offhand
import OffhandPlatform
import OffhandWayland

/// A compositor with a touch screen, a program that fills its screen, and `offhand serve` beside it.
class ServiceSession {
  let compositor: any HeadlessCompositor
  let below: ProgramBelow
  let service: CompositorRig.Program
  /// Plays on the touch screen.
  let touch: ([TouchCommand]) throws -> Void
  private let configuration: TemporaryFolder

  /// Starts the program and the service with the configuration `toml`, and waits until the service is ready.
  init(
    _ toml: String, on compositor: any HeadlessCompositor, environment: [String: String] = [:],
    arguments: [String] = [], touch: @escaping ([TouchCommand]) throws -> Void
  ) throws {
    (self.compositor, self.touch) = (compositor, touch)
    below = try ProgramBelow(compositor)
    configuration = try TemporaryFolder()
    let file = try configuration.write(toml, to: "serve.toml")
    service = try compositor.run(
      [Program.built("offhand"), "serve", "--config", file, "--log", "info"] + arguments, environment: environment)
    try service.waitForOutput("ready")
    // A strip takes touches from the moment at which the compositor has shown it.
    try below.settle()
  }

  /// The path of the socket.
  var socketPath: String { compositor.directory.file("offhand.sock") }

  /// A client that has read the hello.
  func client() throws -> TestClient { try TestClient(socketPath) }

  /// A client that receives all events.
  func subscriber() throws -> TestClient {
    let client = try client()
    try client.send(#"{"subscribe":"all"}"#)
    _ = try client.next()
    return client
  }

  /// Replaces the configuration.
  func write(_ toml: String) throws { _ = try configuration.write(toml, to: "serve.toml") }

  /// Replaces the configuration and has the service read it.
  func reload(_ toml: String) throws {
    try write(toml)
    let count = service.standardError.components(separatedBy: "was read again").count
    service.signal(SIGHUP)
    try Waiting.until("the new configuration") {
      service.standardError.components(separatedBy: "was read again").count > count
    }
  }

  /// Runs `offhand` as a user of this session would.
  func offhand(_ words: [String]) throws -> CompositorRig.Program {
    try compositor.run([Program.built("offhand")] + words)
  }

  /// A stroke of one finger in `steps` steps of 8 ms: the landing, the motions, and the lift.
  func stroke(
    id: Int = 0, from: (x: Double, y: Double), to: (x: Double, y: Double), steps: Int = 20, lifts: Bool = true
  ) throws {
    try touch([.down(id: id, x: from.x, y: from.y), .frame])
    for step in 1...steps {
      usleep(8000)
      let share = Double(step) / Double(steps)
      try touch([.motion(id: id, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share), .frame])
    }
    if lifts { try touch([.up(id: id), .frame]) }
  }

  /// Touches outside of every zone until the program below has received one of them: what was sent before has arrived by then.
  func fence(id: Int = 9, x: Double = 400, y: Double = 300) throws {
    try below.waitForTouches("a touch in the middle", in: id) {
      try touch([.down(id: id, x: x, y: y), .frame, .up(id: id), .frame])
    }
  }

  /// Waits until a strip lies at `place`, which no event says: a touch there does not reach the program below.
  func waitForStrip(at place: (x: Double, y: Double)) throws {
    try Waiting.until("a strip at \(place)") {
      below.clear()
      try touch([.down(id: 0, x: place.x, y: place.y), .frame, .up(id: 0), .frame])
      try fence()
      return below.events.allSatisfy { $0.slot == 9 }
    }
  }
}

/// The session on sway.
final class ServiceRig: ServiceSession {
  let weston: Weston
  let sway: Sway

  /// Starts all of it with the configuration `toml`, and waits until the service is ready.
  init(
    _ toml: String, width: Int = 640, height: Int = 480, sway configuration: String = "",
    environment: [String: String] = [:], arguments: [String] = []
  ) throws {
    let weston = try Weston(shell: .kiosk, width: width, height: height, touchScreen: .later)
    sway = try Sway(inside: weston, configuration: configuration)
    self.weston = weston
    try super.init(toml, on: sway, environment: environment, arguments: arguments) { try weston.touch($0) }
  }
}

/// A program that fills the screen and counts the touch events that reach it.
final class ProgramBelow {
  private let connection: Connection
  private let window: ToplevelSurface
  private let source: WaylandTouchSource
  /// The touch events that it received.
  private(set) var events: [TouchEvent] = []

  init(_ compositor: any HeadlessCompositor, applicationID: String = "below") throws {
    connection = try Connection(to: .named(compositor.socketPath))
    window = ToplevelSurface(connection, title: "Below", applicationID: applicationID, extent: .fullscreen(on: nil))
    source = WaylandTouchSource(surface: window.surface)
    try pump("the window on the screen, and a touch screen") {
      window.surface.commitCount >= 5 && connection.seats.contains(where: \.hasTouch)
    }
  }

  /// Forgets what it received.
  func clear() { events = [] }

  /// Takes the keys that it received since the last call.
  func takeKeys() -> [KeyPress] { connection.seats.flatMap { $0.takeKeyPresses() } }

  /// Lets a few frames pass.
  func settle() throws {
    let count = window.surface.commitCount
    try pump("a few frames") { window.surface.commitCount >= count + 4 }
  }

  /// Waits until the lift of the touch in `slot` that `body` causes has arrived. Lifts of others may arrive on the way.
  func waitForTouches(_ what: String, in slot: Int, after body: () throws -> Void) throws {
    let count = events.count
    try body()
    // The first ones may still reach what lay above the program: on a busy machine a menu closes late.
    var again = ContinuousClock.now + .seconds(5)
    try pump(what) {
      if ContinuousClock.now > again {
        again += .seconds(5)
        try body()
      }
      return events[count...].contains { if case .up = $0.kind { $0.slot == Int32(slot) } else { false } }
    }
  }

  /// Drives the connection until `condition` holds.
  func pump(_ what: String, until condition: () throws -> Bool) throws {
    var patience = Patience()
    while try !condition() {
      if patience.isOver { throw RigError("waited \(patience.elapsed) in vain for \(what)") }
      if window.surface.opportunity(at: MonotonicClock.now()) == .now {
        _ = try window.surface.draw { buffer in
          for y in 0..<Int(buffer.height) {
            (buffer.memory + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
              .update(repeating: 0xff14_3c78, count: Int(buffer.width))
          }
          return Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
        }
      }
      try connection.prepareToWait()
      if let descriptor = connection.descriptor {
        Descriptor.wait(for: descriptor, .reading, atMost: .milliseconds(10))
      }
      try connection.dispatch()
      try source.dispatch(at: MonotonicClock.now()) { if case .touch(let event) = $0 { events.append(event) } }
    }
  }
}

/// A client of the service: sends lines and reads objects.
final class TestClient {
  private let socket: StreamSocket
  private var buffer: [UInt8] = []
  /// The first line.
  private(set) var hello: [String: Any] = [:]

  init(_ path: String) throws {
    socket = try StreamSocket.connection(to: path)
    hello = try next("the hello")
  }

  func send(_ line: String) throws { try send(Array((line + "\n").utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try socket.send(rest))
      if !rest.isEmpty { Descriptor.wait(for: socket.descriptor, .writing, atMost: .seconds(5)) }
    }
  }

  /// The next line; throws when none comes, or the connection ends.
  func next(_ what: String = "a line", within patience: Duration = Waiting.patience) throws -> [String: Any] {
    var line: [String: Any]?
    try Waiting.until(what, within: patience) {
      line = try poll()
      return line != nil
    }
    return line ?? [:]
  }

  /// The next line if it has arrived.
  func poll() throws -> [String: Any]? {
    if let line = try buffered() { return line }
    guard try socket.read(into: &buffer) else { throw RigError("the service closed the connection") }
    return try buffered()
  }

  /// The lines up to and including the first for which `condition` holds.
  func lines(_ what: String, until condition: ([String: Any]) -> Bool) throws -> [[String: Any]] {
    var lines: [[String: Any]] = []
    repeat { lines.append(try next(what)) } while !condition(lines[lines.count - 1])
    return lines
  }

  private func buffered() throws -> [String: Any]? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = Array(buffer[..<end])
    buffer.removeFirst(end + 1)
    guard let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
      throw RigError("no object: \(String(decoding: line, as: UTF8.self))")
    }
    return object
  }
}

extension [String: Any] {
  /// The text of a field; empty if there is none.
  func text(_ key: String) -> String { self[key] as? String ?? "" }
}
