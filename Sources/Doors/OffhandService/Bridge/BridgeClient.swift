import Logging
import Offhand
import OffhandClient
import OffhandPlatform
import OffhandRecordings

/// The pauses until the bridge is asked again: one that is not installed costs the service a wake-up a minute. Each is twice the one
/// before, unless the connection has lasted meanwhile: two services of one user would take the bridge from each other every second.
struct BridgePauses {
  static let longest = Duration.seconds(60)
  private var upcoming = Duration.seconds(1)

  /// The next pause, after a connection that has lasted so long, or none.
  mutating func next(after connection: Duration?) -> Duration {
    if let connection, connection > BridgePauses.longest * 2 { upcoming = .seconds(1) }
    defer { upcoming = min(upcoming * 2, BridgePauses.longest) }
    return upcoming
  }
}

/// The service's connection to the bridge, made again whenever the bridge is there again.
final class BridgeClient: EventSource {
  /// The time in which a bridge accepts, and in which it says what it holds.
  private static let patience = Duration.seconds(2)

  private let path: String
  private let broker: FileBroker
  private let logger: Logger
  private var socket: StreamSocket?
  /// Whether the other process connects at the moment.
  private var isConnecting = false
  private var lines = IncomingLines(limit: BridgeLine.lengthLimit)
  private var queue = OutgoingQueue()
  private var pauses = BridgePauses()
  /// Since when the bridge has been there.
  private var start: Timestamp?
  /// Whether it was said that there is no bridge.
  private var hasWarned = false
  /// The version of a bridge that cannot be used.
  private var otherVersion: Int?
  private var request: BridgeRequest?
  weak var receiver: Service?
  /// The touch screens that the bridge holds; `nil` while there is no bridge.
  private(set) var screens: [BridgedPanel]?
  private(set) var deadline: Timestamp?

  /// Starts the process that connects. Call it before there are threads. Throws if the system has no process left.
  init(logger: Logger) throws(KernelError) {
    let path = Environment["OFFHAND_BRIDGE"] ?? BridgeLine.socket
    // With the right to connect the service could also reach the user's bus, which starts any program.
    broker = try FileBroker(named: "offhand-connect", confinement: Confinement(readable: [], connects: true)) {
      (_) throws(KernelError) in try UnixSocket.stream(to: path)
    }
    (self.path, self.logger) = (path, logger)
  }

  var descriptor: Int32? { isConnecting ? broker.descriptor : socket?.descriptor }
  var isBlockedOnWriting: Bool { !queue.isEmpty }

  /// Asks for `request` from now on; `nil` ends the connection.
  func ask(_ request: BridgeRequest?) {
    guard request != self.request else { return }
    let wasNeeded = self.request != nil
    self.request = request
    if let request {
      if screens != nil { send(request) }
      if !wasNeeded { (pauses, deadline) = (BridgePauses(), .zero) }
    } else {
      stopConnecting()
      socket = nil
      let wasConnected = screens != nil
      (screens, deadline) = (nil, nil)
      if wasConnected { receiver?.bridgeChanged(at: MonotonicClock.now()) }
    }
  }

  /// Throws if the process that connects has ended: there would be no bridge any more.
  func dispatch(at now: Timestamp) throws {
    if let deadline, deadline <= now {
      // In time neither a connection came nor what it holds.
      if isConnecting || socket != nil { retry(because: "it does not answer", at: now) } else { try connect(at: now) }
    }
    if isConnecting { try finishConnecting(at: now) }
    flush(at: now)
    read(at: now)
  }

  private func connect(at now: Timestamp) throws {
    do throws(KernelError) { try broker.ask(for: path) } catch { throw ServiceError.connectorEnded }
    (isConnecting, deadline) = (true, now + BridgeClient.patience)
  }

  private func finishConnecting(at now: Timestamp) throws {
    do throws(KernelError) {
      guard let connected = try broker.reply(for: path) else { return }
      isConnecting = false
      socket = StreamSocket(connected)
      (lines, queue) = (IncomingLines(limit: BridgeLine.lengthLimit), OutgoingQueue())
      deadline = now + BridgeClient.patience
    } catch {
      isConnecting = false
      if broker.hasEnded { throw ServiceError.connectorEnded }
      retry(because: error.reason, at: now)
    }
  }

  private func stopConnecting() {
    if isConnecting { broker.giveUp() }
    isConnecting = false
  }

  private func retry(because reason: String, at now: Timestamp) {
    stopConnecting()
    socket = nil
    if screens != nil || !hasWarned {
      logger.warning("no bridge at \(path) (\(reason)): programs receive the touches of exclusive gestures too")
      hasWarned = true
    }
    let pause = pauses.next(after: start.map { now - $0 })
    (deadline, start) = (now + pause, nil)
    if reason == BridgeLine.replaced {
      logger.warning(
        "two services of one user take the bridge from each other: end one; this one asks again in \(pause.components.seconds) s"
      )
    }
    guard screens != nil else { return }
    screens = nil
    receiver?.bridgeChanged(at: now)
  }

  private func read(at now: Timestamp) {
    guard socket != nil else { return }
    var found: [IncomingLines.Piece]?
    var ending = "it ended"
    do throws(KernelError) { found = try socket?.receive(&lines) } catch { ending = error.reason }
    for piece in found ?? [] where socket != nil {
      if case .line(let line) = piece { take(line, at: now) } else { retry(because: "a line is too long", at: now) }
    }
    if found == nil { retry(because: ending, at: now) }
  }

  private func take(_ line: [UInt8], at now: Timestamp) {
    let read: BridgeLine
    do throws(JSONFault) { read = try BridgeLine(line) } catch {
      return retry(because: "it sent what is no line of a bridge: \(error.reason)", at: now)
    }
    switch read {
    case .hello(let version, let screens):
      guard version == BridgeLine.version else {
        // Once of each, also if it was said before that there is none.
        if version != otherVersion { (otherVersion, hasWarned) = (version, false) }
        return retry(because: BridgeLine.mismatch(with: version), at: now)
      }
      (start, deadline) = (now, nil)
      self.screens = screens
      if let request { send(request) }
      logger.notice("the bridge at \(path) keeps the touches of exclusive gestures from programs")
      receiver?.bridgeChanged(at: now)
    case .screens(let screens):
      // The same ones as before tell of one that the bridge leaves as it is.
      guard self.screens != nil else { return }
      self.screens = screens
      receiver?.bridgeChanged(at: now)
    case .gesture(let gesture):
      guard let screen = screens?.first(where: { $0.id == gesture.screen }) else { return }
      receiver?.receive(gesture, on: screen)
    case .mark(let mark):
      if let screen = screens?.first(where: { $0.id == mark.screen }) { receiver?.receive(mark, on: screen) }
    case .letGo(let screen):
      logger.notice("four fingers in a corner of \(screen) have ended the bridge, until it is started again")
    case .error(let reason): retry(because: reason, at: now)
    }
  }

  private func send(_ request: BridgeRequest) {
    // It reads every line at once, so one that does not fit is a bridge that hangs, which its own watchdog ends.
    _ = queue.append(request.bytes)
    flush(at: MonotonicClock.now())
  }

  private func flush(at now: Timestamp) {
    do throws(KernelError) {
      try queue.flush { bytes throws(KernelError) in try socket?.send(bytes) ?? bytes.count }
    } catch {
      retry(because: error.reason, at: now)
    }
  }
}
