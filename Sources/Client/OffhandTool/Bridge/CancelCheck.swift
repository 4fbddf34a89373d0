import Offhand
import OffhandCommandLine
import OffhandPlatform
import OffhandRecordings
import OffhandService
import OffhandWayland

/// Whether the compositor tells a program that its touch was taken away: the bridge makes one on a surface of this process.
final class CancelCheck {
  /// The time in which a cancel comes, or does not come.
  private static let limit = Duration.seconds(1)
  /// The time between attempts: a compositor takes a moment to see a new twin.
  private static let pause = Duration.milliseconds(800)
  private static let mostAttempts = 10
  /// The compositors that a touch which is taken away breaks: weston 14 and phoc 0.46 count it as down for ever, and programs receive no
  /// touches any more.
  private static let fragile: Set = ["phoc", "weston"]

  private let connection: Connection
  private let compositor: CompositorProgram
  private let roles: [any SurfaceRole]
  private let sources: [WaylandTouchSource]
  private let bridge: StreamSocket
  private var lines = IncomingLines(limit: BridgeLine.lengthLimit)
  private var screens: [BridgedPanel] = []
  private var complaint = "no touch arrived"
  private var hasLanded = false
  private var isCancelled = false

  /// Connects to the bridge at `path`, and covers all outputs. Throws if there is no bridge, or no compositor of which anything is known.
  init(at path: String) throws {
    do throws(KernelError) { bridge = try StreamSocket.connection(to: path) } catch {
      throw CancelCheckError("no bridge listens at \(path) (\(error.reason)): systemctl start offhand-bridge")
    }
    let connection = try Connection()
    guard let compositor = connection.program else {
      throw CancelCheckError("the kernel does not say which program the compositor is")
    }
    (self.connection, self.compositor) = (connection, compositor)
    roles = try connection.outputs.map { output -> any SurfaceRole in
      if connection.offersLayers {
        return try LayerSurface(connection, namespace: "offhand-bridge", output: output, input: .everything)
      }
      return ToplevelSurface(
        connection, title: "offhand bridge", applicationID: "offhand", extent: .fullscreen(on: output))
    }
    sources = roles.map { WaylandTouchSource(surface: $0.surface) }
  }

  /// Makes the touch, prints what came of it, and keeps the result. Throws if no touch arrived.
  func run() throws {
    if CancelCheck.fragile.contains(compositor.name) { return try keep() }
    try pump(for: CancelCheck.pause) { false }
    for _ in 0..<CancelCheck.mostAttempts where !hasLanded {
      // One that is unknown makes the bridge take the touch screens, if no service uses it.
      for screen in screens.isEmpty ? [BridgedPanel(id: 0, name: "", size: .zero)] : screens where !hasLanded {
        let middle = Point(x: screen.size.width / 2, y: screen.size.height / 2)
        _ = try bridge.send(BridgeRequest.check(screen: screen.id, at: middle).bytes[...])
        try pump(for: CancelCheck.pause) { hasLanded }
      }
    }
    guard hasLanded else { throw CancelCheckError("\(compositor.name) was not checked: \(complaint)") }
    try pump(for: CancelCheck.limit) { isCancelled }
    try keep()
  }

  /// Prints and keeps the result.
  private func keep() throws {
    if let path = BridgeAnswer.path { try BridgeAnswer(compositor, takesBack: isCancelled).write(to: path) }
    var output = StandardOutput()
    try output.write(
      isCancelled
        ? "\(compositor.name) passes on that a touch was taken away: touches are delivered at once (take-back)\n"
        : "\(compositor.name) passes nothing on of a touch that was taken away: touches are held (hold)\n")
    try output.write("restart 'offhand serve', which reads this when it starts\n")
    try output.flush()
  }

  /// Draws and receives until `condition` holds, at most for `patience`.
  private func pump(for patience: Duration, until condition: () -> Bool) throws {
    let end = MonotonicClock.now() + patience
    var now = MonotonicClock.now()
    while !condition(), now < end {
      for role in roles where role.surface.opportunity(at: now) == .now {
        _ = try role.surface.draw { Damage(PixelRect(x: 0, y: 0, width: $0.width, height: $0.height)) }
      }
      try connection.prepareToWait()
      _ = Descriptor.wait(
        forReading: connection.descriptor ?? -1, or: bridge.descriptor, atMost: .milliseconds(20))
      try connection.dispatch()
      now = MonotonicClock.now()
      for source in sources { try source.dispatch(at: now) { take($0) } }
      try readBridge()
    }
  }

  private func take(_ event: TouchSourceEvent) {
    switch event {
    case .touch(let touch): if case .down = touch.kind { hasLanded = true }
    // What is cancelled before it has landed is a surface that was given another size.
    case .cancelled: isCancelled = hasLanded
    case .deviceAdded, .deviceChanged, .deviceRemoved, .frame: break
    }
  }

  private func readBridge() throws {
    let found = try bridge.receive(&lines)
    for case .line(let line) in found ?? [] {
      switch try BridgeLine(line) {
      case .hello(let version, _) where version != BridgeLine.version:
        throw CancelCheckError("the bridge cannot be used: \(BridgeLine.mismatch(with: version))")
      case .hello(_, let screens), .screens(let screens): self.screens = screens
      case .error(let reason): complaint = reason
      case .gesture, .mark, .letGo: break
      }
    }
    if found == nil { throw CancelCheckError("the bridge closed the connection: \(complaint)") }
  }
}

/// Why the compositor could not be checked.
private struct CancelCheckError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
