package import Logging
package import Offhand
package import OffhandClient
package import OffhandPlatform
package import OffhandService

/// `offhand bridge`: holds the touch screens for the client of the user in front of the seat.
///
/// Without a client nothing is recognized, and the screens are released, unless they are filtered, which needs no client.
package final class BridgeProgram {
  private let loop: EventLoop
  private let owner: SeatOwner
  private let logger: Logger
  private let manager: ServiceNotification?
  /// Whether the screens are held without a client.
  private let isAlwaysHeld: Bool
  private var socket: BridgeSocket?
  private var glass: (any BridgedGlass)?
  private var state = SessionWatch.State.background

  /// Listens at `path` for the client of `owner`; `makeGlass` takes the touch screens. Throws if another bridge runs, or `makeGlass` does.
  package init(
    at path: String, for owner: SeatOwner, alwaysHolding isAlwaysHeld: Bool, logger: Logger,
    makeGlass: (EventLoop, any BridgedGlassReceiver) throws -> any BridgedGlass
  ) throws {
    (self.owner, self.logger, self.isAlwaysHeld) = (owner, logger, isAlwaysHeld)
    do throws(KernelError) { manager = try ServiceNotification() } catch {
      manager = nil
      logger.warning("the service manager is not told when the bridge is ready: \(error)")
    }
    loop = try EventLoop()
    loop.add(try SignalSource { [unowned loop] in loop.stop() })
    // Before the touch screens: a second bridge must not take them from the first.
    socket = try BridgeSocket(at: path, in: loop, handler: self, logger: logger)
    owner.onChange = { [unowned self] in seatChanged(at: $0) }
    loop.add(owner)
    let glass = try makeGlass(loop, self)
    self.glass = glass
    state = .foreground
    try settle(at: MonotonicClock.now())
  }

  /// The socket of the service manager; `nil` without one.
  package var managerSocket: Int32? { manager?.descriptor() }

  /// Runs until SIGINT or SIGTERM, or until four fingers in a corner end it. Throws if the touch screens are lost.
  package func run() throws {
    defer {
      let now = MonotonicClock.now()
      socket?.drop("the bridge ends", at: now)
      glass?.close(at: now)
      notify("STOPPING=1")
    }
    if let interval = ServiceNotification.watchdogInterval {
      loop.add(Heartbeat(every: interval / 2) { [unowned self] in notify("WATCHDOG=1") })
    }
    var isReady = false
    try loop.run { now in
      try settle(at: now)
      guard !isReady else { return }
      isReady = true
      notify("READY=1")
      logger.notice("ready: \(screens.count) touch screens")
    }
  }

  /// Holds the screens while they are wanted.
  func settle(at now: Timestamp) throws {
    let wanted: SessionWatch.State = socket?.isUsed == true || isAlwaysHeld ? .foreground : .background
    guard wanted != state else { return }
    state = wanted
    try glass?.move(to: wanted, at: now)
    logger.notice(wanted == .foreground ? "the touch screens are held" : "the touch screens are released")
  }

  /// What was recognized for the user before is no longer.
  private func seatChanged(at now: Timestamp) {
    logger.notice("another session is in front, of \(owner.user.map { "user \($0)" } ?? "no user")")
    socket?.drop("another session is in front", at: now)
  }

  private var screens: [BridgedPanel] { glass?.panels ?? [] }

  private func notify(_ state: String) {
    do throws(KernelError) { try manager?.send(state) } catch {
      logger.warning("the service manager was not told \(state): \(error)")
    }
  }
}

// MARK: - What clients ask for

extension BridgeProgram {
  /// The user who may connect; `nil` if there is none at the moment.
  var permittedUser: UInt32? { owner.user }

  /// The first line for a client.
  var hello: BridgeLine { .hello(version: BridgeLine.version, screens) }

  /// The client whose gestures were recognized is gone.
  func lostGestures(at now: Timestamp) { glass?.recognize(nil, at: now) }

  /// Throws if it cannot be done, which the client is told.
  func perform(_ request: BridgeRequest, at now: Timestamp) throws {
    switch request {
    case .gestures(let gestures, let takesBack, let isReading, let pointer, let dead, let accommodations, let reach):
      let rules = BridgeRules(
        gestures, takesBack ? .takeBack : .hold, isClientReading: isReading, pointer: pointer, dead: dead,
        accommodations: accommodations, reach: reach)
      glass?.recognize(rules, at: now)
    case .check(let screen, let point):
      try glass?.check(.device(DeviceID(rawValue: UInt32(clamping: screen))), at: point, at: now)
    }
  }
}

extension BridgeProgram: BridgedGlassReceiver {
  package func screensChanged(at now: Timestamp) { socket?.broadcast(.screens(screens), at: now) }

  package func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) throws {
    guard case .device(let device) = panel.id else { return }
    let gesture = BridgedGesture(event, screen: Int(device.rawValue), touches: touches)
    socket?.send(.gesture(gesture), at: MonotonicClock.now())
  }

  package func receive(_ mark: TouchMark) { socket?.send(.mark(mark), at: MonotonicClock.now()) }

  package func letGo(on panel: Panel, at now: Timestamp) {
    logger.notice("four fingers in a corner of \(panel.output) end the bridge")
    socket?.broadcast(.letGo(screen: panel.output), at: now)
    loop.stop()
  }
}

/// Why the bridge cannot start.
package enum BridgeError: Error, CustomStringConvertible {
  case noSeats(String, KernelError)
  /// The kernel makes no touch screens for this process.
  case noTwins(String, KernelError)
  case socket(String, KernelError)

  package var description: String {
    switch self {
    case .noSeats(let folder, let error):
      "\(folder): \(error.reason): without logind name the user who may connect, with --user"
    case .noTwins(let path, let error):
      error.code == KernelError.noSuchFile
        ? "\(path) is missing: modprobe uinput"
        : "\(path): \(error.reason): start it as offhand-bridge.service, whose user may make touch screens"
    case .socket(let path, let error):
      error.isAddressInUse
        ? "another 'offhand bridge' listens at \(path)" : error.isExisting ? "\(error)" : "\(path): \(error.reason)"
    }
  }
}
