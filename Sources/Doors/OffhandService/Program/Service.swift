package import Logging
package import Offhand
package import OffhandClient
import OffhandLibinput
package import OffhandPixman
import OffhandPlatform
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
    /// Where touches are sent; `nil` for where the configuration says.
    package var tuio: TUIOSetting?

    package init(file: ConfigurationFile, socket: String, input: TouchInput, theme: Theme? = nil) {
      (self.file, self.socket, self.input, self.theme) = (file, socket, input, theme)
    }
  }

  private let settings: Settings
  private let logger: Logger
  private let loop: EventLoop
  private let connection: Connection
  private let rules: ActiveRules
  private let runner: ActionRunner
  /// The service manager; `nil` if none started this process.
  private let manager: ServiceNotification?
  /// `nil` unless something needed it when the service started.
  private let bridge: ServiceBridge?
  private let touches: TouchAccess
  private let stage: OverlayStage
  private let menus: MenuHost
  private let curtain: CurtainHost
  private let rings: RingHost
  private lazy var zones = ZoneSet(connection, loop: loop, owner: self)
  private let tuio: TUIOOutput?
  private var idle: IdleHost?
  /// Waits for a subscriber that shows its first page itself.
  private var homing: Heartbeat?
  /// The time that it has for that.
  private static let homingTime = Duration.seconds(1)
  /// Whether it was said that nothing tells `idle` of use.
  private var hasWarnedOfMissingTouches = false
  /// The names of sizes of which it was said that they have no effect.
  private var missing: Set<String> = []
  private var server: StreamServer?
  /// Whether a visitor has asked for accommodations, until the machine is idle.
  private var isAccommodating = false
  /// Whether a visitor reaches no higher than the lowest third, until then.
  private var isReaching = false

  private var configuration: ServiceConfiguration { rules.configuration }
  /// The path of the file about the panel; `nil` if there is none.
  package var panelPath: String? { settings.file.panelPath(for: configuration) }

  /// Reads the configuration, connects to the compositor and listens on the socket. `renderer` makes what draws menus and curtain when
  /// the first of them is shown.
  ///
  /// Throws if the configuration has faults, there is no compositor, or the socket is in use.
  package init(_ settings: Settings, logger: Logger, renderer: @escaping () throws -> Renderer) throws {
    var configuration = try settings.file.read(logger)
    configuration.add(settings.input.accommodations)
    configuration.tuio = settings.tuio ?? configuration.tuio
    var settings = settings
    try configuration.panel?.apply(to: &settings.input)
    try settings.input.checkRecording()
    configuration.stateSizes(in: &settings.input.preferences)
    (self.settings, self.logger) = (settings, logger)
    rules = ActiveRules(configuration, logger: logger)
    // Before anything is opened that the other processes would share.
    let opener = try BrokeredOpener()
    runner = try ActionRunner(settings.file, configuration, logger: logger)
    let client = configuration.needsBridge && settings.input.readsScreens ? try BridgeClient(logger: logger) : nil
    let remover = try FileRemover(UnixListener.files(at: settings.socket))
    do throws(KernelError) { manager = try ServiceNotification() } catch {
      manager = nil
      logger.warning("the service manager is not told when the service is ready: \(error)")
    }
    loop = try EventLoop()
    // Before any thread starts, so that signals come here.
    let signals = try SignalSource([.interrupt, .terminate, .hangUp])
    let connection = try Connection(waiting: Connection.Wait(interruption: signals.descriptor))
    self.connection = connection
    connection.lostAfter = configuration.lostAfter ?? settings.input.lostAfter
    connection.stated = settings.input.preferences
    bridge = client.map { ServiceBridge($0, connection, preferences: settings.input.preferences, logger: logger) }
    loop.add(ConnectionSource(connection))
    loop.add(opener)
    loop.add(runner)
    let posture = configuration.posture
    tuio = try configuration.tuio.map { (setting) throws(KernelError) in try TUIOOutput(setting, posture) }
    if let tuio, let setting = configuration.tuio {
      loop.add(tuio)
      logger.notice("touches are sent as \(setting.words)")
    }
    touches = TouchAccess(
      settings.input, opener: opener, connection: connection, loop: loop, isHeard: tuio != nil, logger: logger)
    stage = OverlayStage(
      connection: connection, loop: loop, posture: configuration.posture,
      theme: settings.theme ?? configuration.theme.theme,
      renderer: renderer, logger: logger)
    stage.words = configuration.words
    (menus, curtain, rings) = (MenuHost(stage), CurtainHost(stage), RingHost(stage))
    stage.deadAreas = { [unowned self] in deadAreas(on: $0) }
    stage.onDeadTouch = { [unowned self] in receiveDeadTouch() }
    signals.onSignal = { [unowned self] in receive($0) }
    loop.add(signals)
    do throws(KernelError) {
      server = try StreamServer(
        at: settings.socket, remove: remover.remove, in: loop, handler: self, logger: logger)
    } catch {
      throw ServiceError.socket(settings.socket, error)
    }
    touches.watchSession { [unowned self] in followSession() }
    openScreens()
    touches.announce()
    watchIdleness()
    rules.reach(connection)
    if let client {
      client.receiver = self
      loop.add(client)
    }
  }

  /// The socket of the service manager; `nil` without one.
  package var managerSocket: Int32? { manager?.descriptor() }

  /// Serves until SIGINT or SIGTERM. Throws if the compositor is lost.
  package func run() throws {
    defer {
      idle?.close(at: MonotonicClock.now())
      // Keys that an action pressed.
      try? connection.prepareToWait()
      server?.close("the service ends")
      notify("STOPPING=1")
    }
    if let interval = ServiceNotification.watchdogInterval {
      loop.add(Heartbeat(every: interval / 2) { [unowned self] in notify("WATCHDOG=1") })
    }
    var isReady = false
    try loop.run { now in
      try turn(at: now)
      if !isReady, connection.outputs.isEmpty || zones.isShown {
        isReady = true
        notify("READY=1")
        logger.notice(
          "ready: \(settings.file.path) has \(configuration.summary); the socket is \(settings.socket); the touches of edges are \(touches.edges.words)"
        )
      }
    }
  }

  private func turn(at now: Timestamp) throws {
    if connection.takeChange() { followOutputs(at: now) }
    touches.update(at: now)
    idle?.hear(touches.hears, at: now)
    try idle?.update(at: now)
    if idle?.hasBegun == true { serveVisitor(accommodating: false, reaching: false) }
    if rules.isOutdated { followProgram(at: now) }
    try zones.update(at: now)
    try menus.update(at: now)
    try curtain.update(at: now)
    try rings.update(at: now)
    if stage.touches.takeChange() { askBridge() }
  }

  private var facts: StreamLine.Facts {
    var facts = StreamLine.Facts(touches.edges)
    (facts.panels, facts.events) = (touches.panels, configuration.events.sorted())
    facts.menus = configuration.menus.keys.sorted()
    return facts
  }

  private func followOutputs(at now: Timestamp) {
    touches.place(at: now)
    if touches.ownsEdges { followZones(at: now) }
    curtain.follow(connection.outputs)
    menus.follow(at: now)
    askBridge()
    warnOfMissingNames()
    if idle?.isOutdated == true { watchIdleness() }
    server?.tell(facts)
  }

  private func openScreens() {
    touches.open(for: configuration, beside: bridge, receiver: self)
    tuio?.keep(touches.heard, at: MonotonicClock.now())
  }

  /// Opens the touch screens that could not be opened before, and tells the bridge whether the session is in the foreground.
  private func followSession() {
    if touches.lacksScreens { openScreens() }
    warnOfMissingTouches()
    warnOfMissingNames()
    askBridge()
  }

  private func followZones(at now: Timestamp) { zones.follow(touches.edged, rules.current, at: now) }

  private func followProgram(at now: Timestamp) {
    rules.follow()
    followZones(at: now)
    askBridge()
  }

  /// Tells the bridge what to recognize. In the background its gestures are those of another session.
  private func askBridge() {
    let isOn = isAccommodating || !configuration.accommodatesVisitors
    let accommodations = isOn ? configuration.accommodations : Accommodations()
    bridge?.ask(
      for: touches.isInFront ? rules : nil, accommodations, reaches: isReaching, readsTwins: touches.readsTwins,
      below: stage.touches.cover)
    // What comes of twins is accommodated already.
    touches.accommodations = bridge?.hasScreens == true ? Accommodations() : accommodations
  }

  /// Serves a visitor who asked for it until the machine is idle, which takes ten times as long then (EN 301 549 and WCAG 2.2.1), or no
  /// longer.
  private func serveVisitor(accommodating: Bool, reaching: Bool) {
    guard (isAccommodating, isReaching) != (accommodating, reaching) else { return }
    (isAccommodating, isReaching) = (accommodating, reaching)
    rings.removeAll()
    idle?.setPatience(patience)
    logger.notice("touches are \(accommodating ? "accommodated until the machine is idle" : "as they are")")
    if reaching { logger.notice("the lowest third is a touch pad for the rest until the machine is idle") }
    askBridge()
  }

  private var patience: Int { isAccommodating || isReaching ? 10 : 1 }

  /// Follows whether the machine is in use, if the configuration has stages for an idle one.
  private func watchIdleness() {
    if let idle {
      idle.close(at: MonotonicClock.now())
      loop.remove(idle)
    }
    (idle, hasWarnedOfMissingTouches) = (nil, false)
    guard touches.isReady else { return }
    idle = IdleHost(configuration.stages, on: stage, menus: menus, curtain: curtain) { [unowned self] in
      perform($0, state: $1)
    }
    idle?.setPatience(patience)
    if let idle { loop.add(idle) }
    warnOfMissingTouches()
  }

  /// Says once that nothing tells of use, or of touches in dead areas. In the background it is not known what can be read.
  private func warnOfMissingTouches() {
    guard let idle, touches.lacksScreens, !hasWarnedOfMissingTouches else { return }
    if idle.needsTouches {
      hasWarnedOfMissingTouches = true
      logger.error(
        "[[idle]] and after_idle have no effect until a touch screen can be read: the compositor does not report idleness (ext_idle_notifier_v1); let swayidle run 'offhand curtain until-tap'"
      )
    } else if !configuration.allDead.isEmpty {
      hasWarnedOfMissingTouches = true
      logger.warning("[[idle]] counts touches in [[dead]] areas as use until a touch screen can be read")
    }
  }

  /// Says once of each stated size that nothing has its name. In the background no touch screen is known.
  private func warnOfMissingNames() {
    let outputs = connection.outputs.compactMap(\.state?.description.name)
    guard touches.isInFront, outputs.count == connection.outputs.count else { return }
    for (name, text) in settings.input.preferences.missingSizes(outputs: outputs, screens: touches.names)
    where missing.insert(name).inserted { logger.warning("\(text)") }
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
      var next = try settings.file.read(logger, again: true)
      next.add(settings.input.accommodations)
      next.tuio = settings.tuio ?? next.tuio
      try next.panel?.check((try? PanelIdentity.all(of: settings.input)) ?? [])
      rules.configuration = next
      runner.readAgain()
      (stage.posture, stage.words) = (configuration.posture, configuration.words)
      connection.lostAfter = configuration.lostAfter ?? settings.input.lostAfter
      stage.theme = settings.theme ?? configuration.theme.theme
      if (before.gestures, before.stages, before.posture)
        != (configuration.gestures, configuration.stages, configuration.posture)
      {
        openScreens()
        watchIdleness()
      }
      rules.reach(connection)
      followProgram(at: now)
      server?.tell(facts)
      if bridge == nil, configuration.needsBridge {
        logger.warning(
          "[[gesture]] or [[pointer]] needs the bridge now: start the service again, so that it reaches it")
      }
      if before.tuio != configuration.tuio {
        logger.warning("[tuio] changed: it counts from the next start")
      }
      let (old, new) = (before.panel, configuration.panel)
      if before.glasses != configuration.glasses
        || (old?.size, old?.calibration, old?.filters) != (new?.size, new?.calibration, new?.filters)
      {
        logger.warning("sizes, calibration or filters of a panel changed: they count from the next start")
      }
      logger.notice("the configuration was read again")
    } catch {
      for line in error.lines { logger.error("\(line)") }
      logger.error("the previous configuration stays in effect")
    }
  }

  private func notify(_ state: String) {
    do throws(KernelError) { try manager?.send(state) } catch {
      logger.warning("the service manager was not told \(state): \(error)")
    }
  }

  // MARK: Actions

  /// Performs an action, for `report` if a gesture caused it, for a row of the menu at `place`, or as a stage of `[[idle]]` has begun or
  /// ended.
  private func perform(
    _ action: ServiceAction, for report: GestureReport? = nil, state: GestureState? = nil, heldBy zone: Zone? = nil,
    at place: MenuHost.Place? = nil
  ) {
    switch action {
    case .run(let words): runner.run(words)
    case .keys(let chord): rules.press(chord)
    case .accommodate(let command): serveVisitor(accommodating: command == .on, reaching: isReaching)
    case .reach: serveVisitor(accommodating: isAccommodating, reaching: true)
    case .emit(let name):
      server?.publish(name, report.map { StreamLine.event(name, $0) } ?? StreamLine.event(name, state))
    case .home: goHome()
    case .curtain(let command):
      func log(_ reason: String?) { if let reason { logger.error("the curtain is not shown: \(reason)") } }
      log(raise(command, log))
    case .menu(let name):
      guard let menu = configuration.menus[name] else { return }
      let place = place ?? report.map { ($0.output, $0.event.gesture.location) }
      menus.show(menu, named: name, at: place, heldBy: zone) { [unowned self] in perform($0, at: place) }
    }
  }

  /// Has the program begin anew, unless a subscriber says within a moment that it shows its first page itself.
  private func goHome() {
    guard homing == nil else { return }
    let name = ServiceAction.homeEvent
    guard server?.publish(name, StreamLine.event(name)) == true else { return runner.run(ServiceAction.restart) }
    let wait = Heartbeat(every: Service.homingTime, first: MonotonicClock.now() + Service.homingTime) {
      [unowned self] in
      endHoming()
      runner.run(ServiceAction.restart)
    }
    homing = wait
    loop.add(wait)
  }

  private func endHoming() {
    if let homing { loop.remove(homing) }
    homing = nil
  }

  /// Changes the curtain. Returns the reason if that is impossible.
  private func raise(_ command: CurtainCommand, _ completion: @escaping (String?) -> Void) -> String? {
    if command != .down { menus.dismiss(.replaced) }
    return curtain.perform(command, configuration.curtain, completion)
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
    case .subscribe, .unsubscribe, .status, .place, .home: break
    }
    switch request.kind {
    case .subscribe(let names):
      let events = configuration.events
      // A pull whose event has gone still ends.
      if let unknown = names?.subtracting(events).filter({ !client.named($0) }).min() {
        return refuse("there is no event '\(unknown)'; there are \(events.sorted().joined(separator: ", "))")
      }
      client.subscribe(to: names)
      client.send(StreamLine.done(id))
      if touches.play() {
        openScreens()
        watchIdleness()
      }
    case .unsubscribe(let names):
      client.unsubscribe(from: names, of: configuration.events)
      client.send(StreamLine.done(id))
    case .status:
      client.send(
        StreamLine.status(
          id, clients: server?.clientCount ?? 0, curtain: curtain.command, hasMenu: menus.isOpen,
          isUnused: idle?.hasBegun ?? false, program: rules.program))
    case .place(let scene):
      client.send(StreamLine.placement(id, client.place(scene, as: request.overlay), of: scene.name))
    case .menu(let menu):
      let reason =
        curtain.command != .down
        ? "the curtain is up" : menus.show(menu, requestedBy: client) { client.send(StreamLine.menu(id, $0)) }
      if let reason { refuse(reason) }
    case .home(let isWanted):
      if isWanted { goHome() } else { endHoming() }
      client.send(StreamLine.done(id))
    case .curtain(let command):
      // The reply comes when every output is covered: what follows may switch them off.
      func answer(_ reason: String?) {
        if let reason { refuse(reason) } else { client.send(StreamLine.done(id)) }
      }
      if let reason = raise(command, answer) { refuse(reason) }
    }
  }

  package func lost(_ client: StreamClient) { menus.lost(client) }
}

extension Service: ZoneOwner {
  func deadAreas(on name: String) -> [Rect] { configuration.deadAreas(on: name) }

  func receiveDeadTouch() { idle?.noteDeadTouch() }

  func receive(_ frame: borrowing TouchFrame, on zone: Zone) {
    let source = TouchStack.Source.zone(ObjectIdentifier(zone))
    stage.touches.note(frame, from: source, on: zone.output) { _ in ObjectIdentifier(zone) }
    idle?.noteUse()
    if !curtain.isUp { menus.remember(frame, on: zone, isRead: touches.isRead(on: zone.output)) }
    pass(frame, from: source, on: zone)
  }

  /// Passes the touches that landed on a zone to the layers that have them, the topmost first: a gesture of the zone may bring another.
  private func pass(_ frame: borrowing TouchFrame, from source: TouchStack.Source, on zone: Zone) {
    let id = ObjectIdentifier(zone)
    if stage.touches.takeLoss(of: id) { zone.cancel(at: frame.timestamp) }
    for layer in TouchStack.Layer.allCases.reversed() {
      let part = stage.touches.part(of: frame, from: source, on: id, of: layer)
      guard part.count > 0 else { continue }
      switch layer {
      case .program: break
      case .zone: zone.process(part)
      case .menu: menus.follow(part, on: zone)
      case .curtain: curtain.receive(part)
      }
    }
  }

  func zone(_ zone: Zone, reports event: GestureEvent, touches: [Touch], ahead: Vector) {
    var report = GestureReport(event, touches: touches, on: zone.output)
    switch zone.site.setting {
    case .edge:
      for (edge, pull) in zone.rules(for: event) {
        report.pull = pull.report(of: event, ahead: ahead)
        (report.event.gesture.edge, report.event.gesture.direction) = (edge.edge, edge.along?.direction)
        if let name = edge.emit {
          server?.publish(
            name, StreamLine.event(name, report), changing: event.state == .changed ? zone.gesture : nil)
        }
        if event.state == .ended, report.pull?.opens == true, let action = edge.open {
          perform(action, for: report, heldBy: zone)
        }
      }
    case .corner(let corner):
      guard event.state == .recognized || event.state == .began, let action = corner.action else { return }
      perform(action, for: report, heldBy: zone)
    }
  }
}

extension Service: ListenedScreens.Receiver {
  func pipeline(on device: TouchDevice) -> any GesturePipeline {
    ZoneGestures.pipeline(
      of: ZoneGestures.recognizers(for: configuration.gestures),
      in: PanelSetup(
        panel: device.surface.bounds, posture: configuration.posture ?? Posture(of: device.surface.size)))
  }

  func screensChanged(at now: Timestamp) {
    tuio?.keep(touches.heard, at: now)
    guard !touches.ownsEdges else { return }
    followZones(at: now)
    server?.tell(facts)
  }

  func receive(_ frame: borrowing TouchFrame, on panel: Panel) {
    let source = TouchStack.Source.panel(panel.id)
    let zones = touches.ownsEdges ? [] : zones.all(on: panel)
    stage.touches.note(frame, from: source, on: panel.output) { touch in
      touch.phase == .began ? zones.first { $0.contains(touch.landingPosition) }.map(ObjectIdentifier.init) : nil
    }
    if let tuio {
      // What is above the programs is not theirs.
      var part = TouchFrame()
      part.fill(from: frame) { _, touch in (stage.touches.layer(of: touch.id, from: source) ?? .program) <= .zone }
      tuio.send(part, of: panel)
    }
    idle?.noteUse()
    menus.remember(frame, on: panel.output, touches.scale(of: panel))
    for zone in zones { pass(frame, from: source, on: zone) }
  }

  func receive(_ event: GestureEvent, touches: [Touch], on panel: Panel) {
    let isTheirs = touches.contains { (stage.touches.layer(of: $0.id, from: .panel(panel.id)) ?? .program) > .zone }
    if bridge?.holds(panel) != true, !isTheirs { react(to: event, touches, on: panel) }
  }

  private func react(to event: GestureEvent, _ touches: [Touch], on panel: Panel) {
    guard stage.touches.cover.layer(above: panel.output) == nil else { return }
    let report = GestureReport(self.touches.scale(of: panel).apply(event), touches: touches, on: panel.output)
    for action in rules.actions(for: event, on: panel.output) { perform(action, for: report) }
  }
}

// MARK: - What the bridge says

extension Service {
  /// The bridge is there, is gone, or has other touch screens.
  func bridgeChanged(at now: Timestamp) {
    rings.removeAll()
    // Before it is told whether twins are read here.
    if !touches.isWanted(for: configuration) { openScreens() }
    askBridge()
  }

  func receive(_ gesture: BridgedGesture, on screen: BridgedPanel) {
    idle?.noteUse()
    guard let (event, touches, panel) = bridge?.seen(gesture, on: screen) else { return }
    menus.remember(touches, at: event.timestamp, on: panel.output, self.touches.scale(of: panel))
    react(to: event, touches, on: panel)
  }

  /// Shows a visitor what becomes of a touch, or where the pointer is. Programs do not see one that waits, so nothing else tells of use.
  func receive(_ mark: TouchMark, on screen: BridgedPanel) {
    idle?.noteUse()
    guard mark.state == .points ? isReaching : isAccommodating, let (point, panel) = bridge?.seen(mark, on: screen)
    else { return }
    rings.show(
      mark, at: touches.scale(of: panel).apply(point), on: panel.output, hold: configuration.accommodations.hold,
      now: MonotonicClock.now())
  }
}
