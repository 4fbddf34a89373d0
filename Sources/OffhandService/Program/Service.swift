package import Logging
package import Offhand
package import OffhandClient
import OffhandLibinput
package import OffhandPixman
package import OffhandPlatform
import OffhandWayland

/// `offhand serve`: owns edges and corners of the outputs, runs actions, and serves clients.
package final class Service {
  /// The settings of the command line.
  package struct Settings: Sendable {
    /// The file of the configuration.
    package var file: ConfigurationFile
    /// The path of the socket.
    package var socket: String
    /// The touch screens for gestures, and for edges where the compositor has no layers.
    package var input: TouchInput
    /// The theme; `nil` for that of the configuration.
    package var theme: Theme?

    package init(file: ConfigurationFile, socket: String, input: TouchInput, theme: Theme? = nil) {
      (self.file, self.socket, self.input, self.theme) = (file, socket, input, theme)
    }
  }

  private let settings: Settings
  private let logger: Logger
  private let loop: EventLoop
  private let connection: Connection
  private let opener: BrokeredOpener
  private let runner: ActionRunner
  /// `nil` unless something needed it when the service started.
  private let bridge: BridgeClient?
  /// Whether the compositor passes on that touches were taken away, as far as that was checked.
  private let takesBack: Bool
  /// Whether it was said that there are more gestures than the bridge takes.
  private var hasCutGestures = false
  /// The nodes of the touch screens of which it was said that they have no pointer.
  private var placeless: Set<String> = []
  /// The touch screens that were read here.
  private var devices: [Panel.ID: TouchDevice] = [:]
  /// The service manager; `nil` if none started this process.
  private let manager: ServiceNotification?
  private var configuration: ServiceConfiguration
  /// The path of the file about the panel; `nil` if there is none.
  package var panelPath: String? { settings.file.panelPath(for: configuration) }
  private let stage: OverlayStage
  private var server: StreamServer?
  private var zones: ZoneSet?
  private var screens: ListenedScreens?
  private var presence = SessionWatch.State.foreground
  /// Tells it by the compositor's seats, if the virtual terminal of the session is unknown.
  private var seatWatch: SeatWatch?
  private var menus: MenuHost?
  private var curtain: CurtainHost?
  private var idle: IdleHost?
  /// What holds while the active program is active.
  private var rules: ServiceConfiguration
  private var programs: OpenPrograms?
  private var programName: String?
  private var keyboard: VirtualKeyboard?
  /// What clients were told last.
  private var told: StreamLine.Facts?
  /// Whether a recording is played instead of touch screens, from the first subscription on.
  private let playsRecording: Bool
  private var isPlaying = false
  private var gestures: UInt64 = 0
  /// The gestures that are active, by their zones.
  private var active: [ObjectIdentifier: UInt64] = [:]

  /// Reads the configuration, connects to the compositor and listens on the socket. `renderer` makes what draws menus and curtain when
  /// the first of them is shown.
  ///
  /// Throws if the configuration has faults, there is no compositor, or the socket is in use.
  package init(_ settings: Settings, logger: Logger, renderer: @escaping () throws -> Renderer) throws {
    self.logger = logger
    configuration = try settings.file.read(logger)
    var settings = settings
    try configuration.panel?.apply(to: &settings.input)
    self.settings = settings
    rules = configuration.applied(to: nil)
    playsRecording = if case .recording = settings.input.origin { true } else { false }
    // Before anything is opened that the other processes would share.
    opener = try BrokeredOpener()
    runner = try ActionRunner(settings.file, configuration, logger: logger)
    bridge = configuration.needsBridge && !playsRecording ? try BridgeClient(logger: logger) : nil
    let remover = try FileRemover(UnixListener.files(at: settings.socket))
    do throws(KernelError) { manager = try ServiceNotification() } catch {
      manager = nil
      logger.warning("the service manager is not told when the service is ready: \(error)")
    }
    loop = try EventLoop()
    // Before any thread starts, so that signals come here.
    let signals = try ServiceSignals()
    connection = try Connection()
    connection.lostAfter = configuration.lostAfter
    takesBack = BridgeAnswer(of: connection.program)?.takesBack ?? false
    loop.add(ConnectionSource(connection))
    loop.add(opener)
    loop.add(runner)
    stage = OverlayStage(
      connection: connection, loop: loop, posture: configuration.posture,
      theme: settings.theme ?? configuration.theme.theme,
      renderer: renderer, logger: logger)
    menus = MenuHost(stage)
    curtain = CurtainHost(stage)
    zones = ZoneSet(connection, loop: loop, owner: self)
    signals.receive = { [unowned self] in receive($0) }
    loop.add(signals)
    do throws(KernelError) {
      server = try StreamServer(
        at: settings.socket, remove: remover.remove, in: loop, handler: self, logger: logger)
    } catch {
      throw ServiceError.socket(settings.socket, error)
    }
    if let watch = SessionWatch(onChange: { [unowned self] in try move(to: $0, at: $1) }) {
      loop.add(watch)
    } else {
      seatWatch = SeatWatch()
    }
    openScreens()
    announceAccess()
    watchIdleness()
    reachPrograms()
    if let bridge {
      bridge.receiver = self
      loop.add(bridge)
      askBridge()
    }
  }

  /// Serves until SIGINT or SIGTERM. Throws if the compositor is lost.
  package func run() throws {
    defer {
      server?.close("the service ends")
      notify("STOPPING=1")
    }
    if let interval = ServiceNotification.watchdogInterval {
      loop.add(Heartbeat(every: interval / 2) { [unowned self] in notify("WATCHDOG=1") })
    }
    var isReady = false
    try loop.run { now in
      try turn(at: now)
      if !isReady, connection.outputs.isEmpty || zones?.isShown != false {
        isReady = true
        notify("READY=1")
        logger.notice(
          "ready: \(settings.file.path) has \(configuration.summary); the socket is \(settings.socket); the touches of edges are \(access.words)"
        )
      }
    }
  }

  private func turn(at now: Timestamp) throws {
    if connection.takeChange() { followOutputs(at: now) }
    if let state = seatWatch?.change(offersTouch: connection.seats.contains { $0.hasTouch }) {
      try move(to: state, at: now)
    }
    try idle?.update(at: now)
    if programs?.active != programName { followProgram(at: now) }
    try zones?.update(at: now)
    try menus?.update(at: now)
    try curtain?.update(at: now)
  }

  private func move(to state: SessionWatch.State, at now: Timestamp) throws {
    presence = state
    try screens?.move(to: state, at: now)
    // In the background its gestures are those of another session.
    askBridge()
  }

  private var access: EdgeAccess {
    ownsEdges ? .exclusive : screens == nil && !playsRecording ? EdgeAccess.none : .shared
  }

  /// Whether strips above the programs take the touches of edges and corners.
  private var ownsEdges: Bool { connection.offersLayers && !playsRecording }

  private var facts: StreamLine.Facts {
    let panels = ownsEdges || screens == nil ? Panel.all(of: connection.outputs) : screens?.panels ?? []
    var facts = StreamLine.Facts(access)
    (facts.panels, facts.events) = (panels.map(\.line), configuration.events.sorted())
    facts.menus = configuration.menus.keys.sorted()
    return facts
  }

  /// Tells all clients what has changed.
  private func tell() {
    let facts = facts
    guard facts != told else { return }
    told = facts
    server?.broadcast(StreamLine.facts(facts))
  }

  private func followOutputs(at now: Timestamp) {
    let outputs = connection.outputs
    screens?.place(on: outputs.compactMap(\.state?.description), at: now)
    if ownsEdges { zones?.follow(Panel.all(of: outputs), rules, at: now) }
    curtain?.follow(outputs)
    menus?.follow(at: now)
    askBridge()
    tell()
  }

  /// Whether touches must be listened for, whatever the bridge holds: its twins have those that programs receive, and edges and `[[idle]]`
  /// count these.
  private var wantsTouches: Bool { !ownsEdges || !configuration.stages.isEmpty }

  /// Whether twins are read here as touch screens of the seat are.
  private var readsTwins: Bool {
    switch settings.input.origin {
    case .libinput(.nodes), .evdev(.nodes): false
    default: screens != nil
    }
  }

  private func closeScreens() {
    screens?.close(at: MonotonicClock.now())
    screens = nil
  }

  /// Opens the touch screens if something must be listened for.
  private func openScreens() {
    closeScreens()
    guard !playsRecording || isPlaying, wantsTouches || !configuration.gestures.isEmpty else { return }
    let hasBridge = bridge?.screens?.isEmpty == false && !wantsTouches
    do {
      screens = try ListenedScreens(
        settings.input, opener: opener, presence: presence, loop: loop, receiver: self, logger: logger)
      screens?.place(on: connection.outputs.compactMap(\.state?.description), at: MonotonicClock.now())
      // There may be touch screens that the bridge could make no twin of.
      if hasBridge, screens?.panels.allSatisfy(isBridged) == true { closeScreens() }
    } catch {
      guard !hasBridge else { return }
      if ownsEdges, configuration.gestures.isEmpty {
        logger.warning("[[idle]] goes by the compositor alone, which does not notice a finger that rests: \(error)")
      } else {
        logger.error(
          "\(ownsEdges ? "[[gesture]] is" : "edges, corners and gestures are") not recognized: \(error)")
      }
    }
  }

  private func announceAccess() {
    guard !connection.offersLayers else { return }
    let edges = "the compositor has no layers (zwlr_layer_shell_v1)"
    switch access {
    case .exclusive: break
    case .shared:
      logger.notice("\(edges): programs below receive the touches of edges and corners too; no menus, no curtain")
    case .none: logger.notice("\(edges), and no touch screen can be read: no edges, no menus, no curtain")
    }
  }

  /// Follows whether the machine is in use, if the configuration has stages for an idle one.
  private func watchIdleness() {
    if let idle {
      idle.close(at: MonotonicClock.now())
      loop.remove(idle)
    }
    idle = nil
    guard let menus, !configuration.stages.isEmpty, !playsRecording || isPlaying else { return }
    idle = IdleHost(configuration.stages, hearsTouches: screens != nil, on: stage, menus: menus) {
      [unowned self] in follow($0, of: $1)
    }
    if let idle { return loop.add(idle) }
    logger.error(
      "[[idle]] and after_idle have no effect: the compositor does not report idleness (ext_idle_notifier_v1), and no touch screen can be read; let swayidle run 'offhand curtain until-tap'"
    )
  }

  private func follow(_ change: IdleSchedule.Change, of stage: ServiceConfiguration.Idle) {
    let isBeginning = if case .begin = change { true } else { false }
    if case .emit(let name)? = stage.action {
      server?.publish(name, StreamLine.event(name, isBeginning ? .began : .ended))
    } else if isBeginning, let action = stage.action {
      // A curtain for cleaning stays.
      if case .curtain = action, curtain?.isUp == true { return }
      react(to: nil, by: action)
    }
    if isBeginning {
      if stage.swallowsFirst { curtain?.swallowNext() }
    } else {
      // If a key or a pointer ends it, there is no touch to swallow.
      curtain?.resume()
      if let action = stage.resume { react(to: nil, by: action) }
    }
  }

  /// Follows which program is active, and makes a keyboard, if the configuration needs that.
  private func reachPrograms() {
    if !configuration.namesPrograms {
      programs = nil
    } else if programs == nil {
      programs = OpenPrograms(connection)
      if programs == nil {
        logger.error(
          "rules with program have no effect: the compositor does not tell which is active (zwlr_foreign_toplevel_manager_v1)"
        )
      }
    }
    guard keyboard == nil, configuration.actions.contains(where: { if case .keys = $0 { true } else { false } })
    else { return }
    keyboard = VirtualKeyboard(connection)
    if keyboard == nil {
      logger.error("keys have no effect: the compositor takes none from programs (zwp_virtual_keyboard_manager_v1)")
    }
  }

  private func followProgram(at now: Timestamp) {
    programName = programs?.active
    rules = configuration.applied(to: programName)
    followZones(at: now)
    askBridge()
  }

  // MARK: The bridge

  /// Tells the bridge what to recognize: all gestures, of which those are exclusive that the active program may have.
  private func askBridge() {
    guard let bridge else { return }
    guard presence == .foreground, configuration.needsBridge else { return bridge.ask(nil) }
    let places = places
    let gestures = configuration.gestures.flatMap { gesture in
      places.turned(gesture).map { turned in
        var turned = turned
        turned.exclusive = gesture.exclusive && rules.gestures.contains(gesture)
        (turned.action, turned.program) = (nil, nil)
        return turned
      }
    }
    if gestures.count > BridgeRequest.mostGestures, !hasCutGestures {
      hasCutGestures = true
      logger.warning(
        "the bridge recognizes \(BridgeRequest.mostGestures) gestures of \(gestures.count): some count for each output")
    }
    bridge.ask(
      .gestures(
        Array(gestures.prefix(BridgeRequest.mostGestures)), takesBack: takesBack, swipe: configuration.swipe,
        isReading: readsTwins, pointer: pointer(at: places.pointerPlaces)))
  }

  /// The pointer for the active program.
  private func pointer(at places: [BridgedPointer.Place]) -> BridgedPointer? {
    guard !configuration.pointers.isEmpty else { return nil }
    // Not while an output has yet to say what it is.
    let isKnown = !connection.outputs.isEmpty && connection.outputs.allSatisfy { $0.state != nil }
    for screen in bridge?.screens ?? []
    where isKnown && !places.contains(where: { $0.screen == screen.id }) && placeless.insert(screen.path).inserted {
      logger.warning("[[pointer]] has no effect on \(screen.name): no output is known below it; say which with --map")
    }
    let zooms = configuration.pointers.contains { $0.uses.contains(.zoom) }
    return BridgedPointer(uses: rules.pointers.first?.uses ?? [], zooms: zooms, places: places)
  }

  /// Whether the gestures on a panel come from the bridge, which has a twin of it.
  private func isBridged(_ panel: Panel) -> Bool {
    guard let device = devices[panel.id] else { return false }
    return bridge?.screens?.contains { $0.isRead(at: device.path) } ?? false
  }

  private var places: BridgePlaces {
    BridgePlaces(
      screens: bridge?.screens ?? [], outputs: connection.outputs.compactMap(\.state?.description),
      boxes: Dictionary(
        Panel.all(of: connection.outputs).map { panel in
          let size = Size(width: panel.geometry.pixelWidth, height: panel.geometry.pixelHeight)
          return (panel.output, Rect(origin: panel.position, size: size))
        }, uniquingKeysWith: { first, _ in first }),
      preferences: settings.input.preferences)
  }

  // MARK: Signals

  private func receive(_ signal: SignalQueue.Signal) {
    switch signal {
    case .interrupt, .terminate: loop.stop()
    case .hangUp: reload(at: MonotonicClock.now())
    case .childEnded: break  // the launcher, which the runner notices
    }
  }

  /// Reads the configuration again; one with faults changes nothing. Active gestures keep what they began with.
  private func reload(at now: Timestamp) {
    notify("RELOADING=1\nMONOTONIC_USEC=\(now.nanoseconds / 1000)")
    defer { notify("READY=1") }
    do throws(ConfigurationFile.Failure) {
      let before = configuration
      let next = try settings.file.read(logger, again: true)
      try next.panel?.check((try? PanelIdentity.all(of: settings.input)) ?? [])
      configuration = next
      stage.posture = configuration.posture
      connection.lostAfter = configuration.lostAfter
      stage.theme = settings.theme ?? configuration.theme.theme
      if before.gestures != configuration.gestures || before.stages != configuration.stages {
        openScreens()
        watchIdleness()
      }
      reachPrograms()
      followProgram(at: now)
      tell()
      if bridge == nil, configuration.needsBridge {
        logger.warning(
          "[[gesture]] or [[pointer]] needs the bridge now: start the service again, so that it reaches it")
      }
      let (old, new) = (before.panel, configuration.panel)
      if (old?.size, old?.calibration, old?.filters) != (new?.size, new?.calibration, new?.filters) {
        logger.warning("size, calibration or filters of the panel changed: they count from the next start")
      }
      logger.notice("the configuration was read again")
    } catch {
      for line in error.lines { logger.error("\(line)") }
      logger.error("the previous configuration stays in effect")
    }
  }

  private func followZones(at now: Timestamp) {
    let panels = ownsEdges ? Panel.all(of: connection.outputs) : screens?.panels ?? []
    zones?.follow(panels, rules, at: now)
  }

  private func notify(_ state: String) {
    do throws(KernelError) { try manager?.send(state) } catch {
      logger.warning("the service manager was not told \(state): \(error)")
    }
  }

  // MARK: Actions

  /// Performs an action, for `event` if a gesture caused it.
  private func react(to event: GestureReport?, by action: ServiceAction, on zone: Zone? = nil) {
    switch action {
    case .run(let words): runner.run(words)
    case .keys(let chord): keyboard?.press(chord, at: MonotonicClock.now())
    case .emit(let name): server?.publish(name, event.map { StreamLine.event(name, $0) } ?? StreamLine.event(name))
    case .curtain(let command):
      func report(_ reason: String?) { if let reason { logger.error("the curtain is not shown: \(reason)") } }
      report(raise(command, report))
    case .menu(let name):
      guard let menu = configuration.menus[name] else { return }
      let actions = Dictionary(menu.rows.map { ($0.id, $0.action) }, uniquingKeysWith: { first, _ in first })
      func report(_ reason: String) { logger.error("the menu \(name) is not shown: \(reason)") }
      let reason = menus?.show(MenuRequest(menu), heldBy: zone) { [unowned self] outcome in
        switch outcome {
        case .chosen(let id): if let action = actions[id] ?? nil { react(to: nil, by: action) }
        case .failed(let reason): report(reason)
        case .dismissed: break
        }
      }
      if let reason { report(reason) }
    }
  }

  /// Changes the curtain. Returns the reason if that is impossible.
  private func raise(_ command: CurtainCommand, _ completion: @escaping (String?) -> Void) -> String? {
    if command != .down { menus?.dismiss(.replaced) }
    return curtain?.perform(command, configuration.curtain, completion)
  }
}

/// Why the service cannot start.
package enum ServiceError: Error, CustomStringConvertible {
  case socket(String, KernelError)
  /// No variable says where sockets go.
  case noRuntimeDirectory
  /// The process that starts the programs of actions is gone.
  case launcherEnded
  /// The process that opens touch screens is gone.
  case openerEnded

  package var description: String {
    switch self {
    case .socket(let path, let error):
      error.isAddressInUse
        ? "another 'offhand serve' listens at \(path); end it, or name another socket with --socket"
        : "\(path): \(error.reason)"
    case .launcherEnded: "the process that starts the programs of actions has ended"
    case .openerEnded: "the process that opens touch screens has ended"
    case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set; run it in a login session, or name a socket with --socket"
    }
  }
}

extension Service: StreamServer.Handler {
  package var hello: [UInt8] { StreamLine.hello(facts) }

  package func handle(_ request: StreamRequest, of client: StreamClient) {
    let id = request.id
    func refuse(_ reason: String) { client.send(StreamLine.failure(StreamFault(id: id, reason: reason))) }
    switch request.kind {
    case .menu, .curtain:
      guard client.admitsOverlay(at: MonotonicClock.now()) else {
        return refuse("more than \(StreamClient.mostOverlays) menus and curtains in a second")
      }
    case .subscribe, .unsubscribe, .status, .place: break
    }
    switch request.kind {
    case .subscribe(let names):
      let events = configuration.events
      if let unknown = names?.subtracting(events).min() {
        return refuse("there is no event '\(unknown)'; there are \(events.sorted().joined(separator: ", "))")
      }
      client.subscribe(to: names)
      client.send(StreamLine.done(id))
      if playsRecording, !isPlaying {
        isPlaying = true
        openScreens()
        watchIdleness()
      }
    case .unsubscribe(let names):
      client.unsubscribe(from: names, of: configuration.events)
      client.send(StreamLine.done(id))
    case .status: client.send(StreamLine.status(id, status))
    case .place(let scene):
      var strategy =
        request.overlay.flatMap(client.strategy) ?? PlacementPreset.best.strategy(in: scene.environment)
      strategy.environment = scene.environment
      client.send(StreamLine.placement(id, scene.place(by: &strategy), of: scene.name))
      if let overlay = request.overlay { client.keep(strategy, of: overlay) }
    case .menu(let menu):
      let reason =
        curtain?.isUp == true
        ? "the curtain is up" : menus?.show(menu, requestedBy: client) { client.send(StreamLine.menu(id, $0)) }
      if let reason { refuse(reason) }
    case .curtain(let command):
      // The reply comes when every output is covered: what follows may switch them off.
      func answer(_ reason: String?) {
        if let reason { refuse(reason) } else { client.send(StreamLine.done(id)) }
      }
      if let reason = raise(command, answer) { refuse(reason) }
    }
  }

  private var status: StreamLine.Status {
    StreamLine.Status(
      clients: server?.clientCount ?? 0, curtain: curtain?.command ?? .down, hasMenu: menus?.isOpen ?? false,
      program: programName, isUnused: idle?.hasBegun ?? false)
  }

  package func lost(_ client: StreamClient) { menus?.lost(client) }
}

extension Service: ZoneOwner {
  func accepts(_ frame: borrowing TouchFrame, on zone: Zone) -> Bool {
    idle?.note(frame, of: .zone(ObjectIdentifier(zone)))
    if curtain?.swallow(frame) == true { return false }
    return menus?.note(frame, on: zone) ?? true
  }

  func zone(_ zone: Zone, reports event: GestureEvent, touches: [Touch], ahead: Vector) {
    var report = GestureReport(event, touches: touches, on: zone.output)
    switch zone.site.setting {
    case .edge(let edge):
      let key = ObjectIdentifier(zone)
      if event.state == .began {
        gestures += 1
        active[key] = gestures
      }
      report.pull = zone.pull?.report(of: event, ahead: ahead)
      if let name = edge.emit {
        server?.publish(
          name, StreamLine.event(name, report), changing: event.state == .changed ? active[key] : nil)
      }
      if event.state == .ended || event.state == .cancelled { active[key] = nil }
      if event.state == .ended, report.pull?.opens == true, let action = edge.open {
        react(to: report, by: action, on: zone)
      }
    case .corner(let corner):
      guard event.state == .recognized || event.state == .began, let action = corner.action else { return }
      react(to: report, by: action, on: zone)
    }
  }
}

extension Service: ListenedScreens.Receiver {
  func pipeline(on device: TouchDevice) -> any GesturePipeline {
    devices[.device(device.id)] = device
    return ZoneGestures.pipeline(
      in: PanelSetup(panel: device.surface.bounds, posture: Posture(of: device.surface.size)),
      swipe: configuration.swipe)
  }

  func screensChanged(at now: Timestamp) {
    guard !ownsEdges else { return }
    followZones(at: now)
    tell()
  }

  func receive(_ frame: borrowing TouchFrame, on panel: Panel) {
    idle?.note(frame, of: .panel(panel.id))
    menus?.remember(frame, on: panel.output, of: panel.geometry.size)
    guard !ownsEdges else { return }
    zones?.distribute(frame, on: panel)
  }

  func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) {
    if !isBridged(panel) { perform(event, touches, on: panel) }
  }

  private func perform(_ event: GestureEvent, _ touches: [Touch], on panel: Panel) {
    // While the curtain is up, no gesture counts.
    guard curtain?.isUp != true else { return }
    let report = GestureReport(event, touches: touches, on: panel.output)
    var first: ServiceConfiguration.ListenedGesture?
    for gesture in rules.gestures
    where gesture.matches(event) && (gesture.output == nil || gesture.output == panel.output) {
      // Those that name the active program come first, and then the others do not count.
      first = first ?? gesture
      guard gesture.program == first?.program else { break }
      if let action = gesture.action { react(to: report, by: action) }
    }
  }
}

extension Service: BridgeClient.Receiver {
  func bridgeChanged(at now: Timestamp) {
    // Before it is told whether twins are read here.
    if !wantsTouches { openScreens() }
    askBridge()
  }

  func receive(_ gesture: BridgedGesture, on screen: BridgedPanel) {
    let (event, touches, panel) = places.seen(gesture, on: screen)
    // Menus open beside this hand, whose lift the bridge does not report.
    for phase in [Touch.Phase.began, .ended] {
      var frame = TouchFrame(timestamp: event.timestamp)
      for var touch in touches {
        touch.phase = phase
        frame.append(touch)
      }
      menus?.remember(frame, on: panel.output, of: panel.geometry.size)
    }
    perform(event, touches, on: panel)
  }
}

/// The signals of a service.
private final class ServiceSignals: EventSource {
  private let queue: SignalQueue
  var receive: (SignalQueue.Signal) -> Void = { _ in }

  init() throws(KernelError) { queue = try SignalQueue([.interrupt, .terminate, .hangUp]) }

  var descriptor: Int32? { queue.descriptor }

  func dispatch(at now: Timestamp) { while let signal = queue.next() { receive(signal) } }
}

/// Calls a function at a regular interval.
package final class Heartbeat: EventSource {
  private let interval: Duration
  private let body: () -> Void
  package private(set) var deadline: Timestamp?

  /// Calls `body` at `first`, or at once, and then every `interval`.
  package init(every interval: Duration, first: Timestamp = .zero, _ body: @escaping () -> Void) {
    self.interval = interval
    self.body = body
    deadline = first
  }

  package var descriptor: Int32? { nil }

  package func dispatch(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    self.deadline = now + interval
    body()
  }
}

extension OutputDescription {
  /// Device pixels per logical pixel.
  fileprivate var scale: Double {
    let picture = transform.logical(Size(width: modeWidth, height: modeHeight))
    return logicalWidth > 0 ? picture.width / logicalWidth : 1
  }
}

extension Panel {
  /// The outputs of a compositor.
  static func all(of outputs: [Output]) -> [Panel] {
    outputs.compactMap { output in
      guard let state = output.state else { return nil }
      let description = state.description
      return Panel(
        id: .output(output.id), output: description.name,
        geometry: state.geometry(width: description.logicalWidth, height: description.logicalHeight),
        scale: description.scale, position: state.position)
    }
  }
}
