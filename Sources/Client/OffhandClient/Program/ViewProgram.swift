import Glibc
public import Logging
public import Offhand
package import OffhandLibinput
import OffhandPlatform
public import OffhandPixman
import OffhandRecordings
package import OffhandWayland

/// A program that shows one view: it connects to the compositor, opens the touch source, and runs the loop until the user ends
/// it.
///
/// As an overlay it shows a copy of the view on every output, also on outputs that are added later. It ends with Escape, which an
/// overlay does not get, when its window is closed, on SIGINT and SIGTERM, and, unless configured otherwise, with the compositor.
public final class ViewProgram<View: TouchView> {
  /// The delay of a recording after the first complete frame, so that a viewer sees the initial state.
  private static var recordingLead: Duration { .milliseconds(300) }

  private let title: String
  let display: ViewDisplay
  let logger: Logger
  private let loop: EventLoop
  private let screens: ViewScreens<View>
  private var session: DisplaySession?
  private var touchOrigin = TouchOrigin.elsewhere
  private var touchScreens: (any TouchScreenFeed)?
  /// Infers whether the session is in the foreground, if its virtual terminal is unknown.
  private var seatWatch: SeatWatch?
  private let observer: (any TouchObserver)?
  private let compositor: Connection.Endpoint
  private let lostAfter: Duration
  private let stated: MappingPreferences
  private var recording: RecordedTouches?
  /// Whether a complete frame was on a screen.
  private var hasStarted = false
  /// The glass of the recording, and the recording while it is played and after.
  private var glass: RecordedGlass?
  private var playback: TouchFeed<RecordingTouchSource>?
  private let retry = Alarm()
  /// Those of the views, behind every source of touches (Design/Recognizing.md "Event time and deadlines").
  private var deadlines: [any EventSource] = []
  /// Takes the signals while the program runs; before, they end the process.
  private var signals: SignalSource?
  var schedule = ReconnectSchedule()
  /// The names of sizes of which it was said that they have no effect.
  private var missing: Set<String> = []
  /// Whether the latest compositor passes no cancels on.
  private var losesCancels = false
  /// Where the habit of the hand is kept, if it is; a view that is placed opens it.
  var habitFile: HandHabitFile?
  var hasOpenedHabit = false

  /// Opens `input` and connects to the compositor. `title` is the title of the window; `posture` is that of the panel, if the
  /// user stated it. Without a `renderer` one is made with the fonts of `display`; without a `logger` one is made that says what matters to the user.
  ///
  /// Throws if `input` has no touches, if there is no compositor, or if it lacks an interface that is needed.
  public convenience init(
    _ view: View, title: String, renderer: Renderer? = nil, input: TouchInput = TouchInput(),
    display: ViewDisplay = ViewDisplay(), posture: Posture? = nil, logger: Logger? = nil
  ) throws {
    let logger = logger ?? ViewProgram.logger(title)
    let renderer = try renderer ?? Renderer(fonts: FontBook(family: display.font))
    try self.init(
      view, title: title, renderer: renderer, input: input, display: display, posture: posture, observer: nil,
      logger: logger)
  }

  /// A program as above at `compositor`; `observer` receives the touches that come from there, too, and `opener` opens device nodes.
  package init(
    _ view: View, title: String, renderer: Renderer, input: TouchInput, display: ViewDisplay, posture: Posture?,
    observer: (any TouchObserver)?, at compositor: Connection.Endpoint = .environment,
    opener: any InputDeviceOpener = NodeOpener(), logger: Logger
  ) throws {
    self.title = title
    self.display = display
    self.logger = logger
    loop = try EventLoop()
    screens = ViewScreens(view) {
      ViewHost(
        $0, posture: posture, filters: ChosenFilters(input.filters), accommodations: input.accommodations,
        prediction: display.prediction,
        panelLatency: display.panelLatency, theme: display.theme, renderer: renderer)
    }
    screens.frames.deadAreas = { _ in input.deadAreas }
    self.observer = observer
    self.compositor = compositor
    lostAfter = input.lostAfter
    var stated = input.preferences
    stated.sizes.merge(display.outputSizes) { size, _ in size }
    self.stated = stated
    let notice = try open(input.fitting(display.role), by: opener)
    if touchOrigin == .compositor, display.role == .overlay { throw ViewDisplayError.overlayWithoutTouches }
    let session = try connect(to: compositor)
    try session.checkOutput()
    for missing in session.connection.unavailable { logger.info("\(missing)") }
    if let notice { logger.notice("\(notice)") }
    try begin(session)
  }

  /// Shows `view` until the user ends the program, and ends the process: a whole `main.swift`. A fault is logged in one line, with exit
  /// code 1.
  public static func main(
    _ view: View, title: String, input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(),
    posture: Posture? = nil
  ) -> Never {
    let logger = logger(title)
    do {
      let program = try ViewProgram(
        view, title: title, input: input, display: display, posture: posture, logger: logger)
      program.logPosture(logger) { $0.description(remedy: "the program can state it as `posture`") }
      try program.run()
    } catch {
      logger.critical("\(error)")
      exit(1)
    }
    exit(0)
  }

  private static func logger(_ title: String) -> Logger {
    var logger = Logger(label: title)
    logger.logLevel = .notice
    return logger
  }

  /// Logs every posture that is assumed, once.
  func logPosture(_ logger: Logger, _ line: @escaping (PanelPosture) -> String) {
    var logged: Set<PanelPosture> = []
    onPosture = { posture in
      if posture.provenance != .stated, logged.insert(posture).inserted { logger.notice("\(line(posture))") }
    }
  }

  /// Shows the view until the user ends the program. Throws if the touch source or the connection is lost.
  public func run() throws {
    loop.add(retry)
    if let observer { loop.add(observer) }
    let signals = try SignalSource { [unowned loop] in loop.stop() }
    self.signals = signals
    loop.add(signals)
    while true {
      do {
        try loop.run { try turn(at: $0) }
        break
      } catch let error as ConnectionError where display.loss == .reconnects && error.isWorthRetrying {
        // A signal of the same round came first.
        if loop.isStopping { break }
        // The last attempt has failed.
        guard let session else { throw error }
        logger.notice("\(error.cause); looking for another")
        end(session, at: MonotonicClock.now())
      }
    }
    let frames = screens.all.reduce(0) { $0 + $1.host.frames }
    logger.info("ended", metadata: ["frames": "\(frames)", "wakeups": "\(loop.wakeups)"])
  }

  /// Changes the view for a reason other than touches and time; the change is shown in this round of the loop.
  ///
  /// Call it from `onFrame`, from results of background work, or before `run`; not from a method of the view, nor from another change:
  /// both would change the view at once, which ends the process.
  public func change(_ body: (inout View) -> Void) { screens.change(body) }

  /// Called with the view after each of its frames, and the time of the frame: for resources that depend on what is shown.
  public var onFrame: (borrowing View, Timestamp) -> Void = { _, _ in }

  /// Called with a view when a frame of it was seen, with the moment for which it was drawn and that of its presentation; `nil` if nothing
  /// asks for it.
  package var onPresented: ((inout View, FrameTime, Timestamp) -> Void)? {
    didSet { for screen in screens.all { screen.host.onPresented = onPresented } }
  }

  /// Ends the program, in this round of the loop.
  package func stop() { loop.stop() }

  /// Called when a view is laid out on a panel of another posture than before.
  package var onPosture: (PanelPosture) -> Void = { _ in }

  /// Calls `body` with every view that is, or was, shown.
  package func forEachView(_ body: (borrowing View) -> Void) { for screen in screens.all { body(screen.host.view) } }

  /// Calls `body` with every result of `work`, on the thread of the program, in the order of delivery; results from before this call
  /// come first. What it throws ends the program.
  public func receive<Value>(_ work: BackgroundWork<Value>, _ body: @escaping (Value) throws -> Void) {
    work.receive = body
    loop.add(work)
  }

  /// Adds a source of events to the loop, behind the others.
  package func add(_ source: some EventSource) { loop.add(source) }

  /// Ends a round of the loop: follows what has changed, and lets every screen show a frame.
  private func turn(at now: Timestamp) throws {
    if retry.hasRung { try reconnect(at: now) }
    if let session {
      if session.isEscapePressed || isClosed(session) || observer?.isSatisfied == true { loop.stop() }
      try followOutputs(of: session, at: now)
    }
    placeTouchScreens(at: now)
    screens.followWindows()
    try followSession(at: now)
    for screen in screens.all { try screen.host.update(at: now) }
    try followPlayback(at: now)
  }

  /// Opens the touch source, so that the kernel's touches are dispatched before the display. Returns what to log once there is a
  /// compositor.
  private func open(_ input: TouchInput, by opener: any InputDeviceOpener) throws -> String? {
    switch try input.open(for: screens, in: screens.frames, opener: opener, logger: logger) {
    case .screens(let feed):
      touchScreens = feed
      // With exclusive capture the compositor sees no touches to compare with.
      if input.capture == .shared {
        screens.mappingWatch = MappingWatch(feed.screens) { [logger] in logger.warning("\($0)") }
      }
      if let watch = SessionWatch(onChange: { [unowned self] in try move(to: $0, at: $1, because: "the session is") }) {
        loop.add(watch)
      } else {
        seatWatch = SeatWatch()
      }
      loop.add(feed)
    case .wayland(let notice):
      touchOrigin = .compositor
      return notice
    case .recording(let recorded):
      recording = recorded
      let glass = RecordedGlass(screens)
      // Before there is a window, so that the view is laid out once.
      if let surface = recorded.surface { glass.adopt(surface) }
      self.glass = glass
    case .custom(let feed): loop.add(feed)
    }
    return nil
  }

  /// Closes the touch screens while the session is in the background; `reason` begins the log message.
  private func move(to state: SessionWatch.State, at now: Timestamp, because reason: String) throws {
    try touchScreens?.move(to: state, at: now, because: reason, logger)
  }

  /// Finds out from the compositor whether the session is in the foreground.
  private func followSession(at now: Timestamp) throws {
    guard let seats = session?.connection.seats else { return }
    guard let state = seatWatch?.change(offersTouch: seats.contains { $0.hasTouch }) else { return }
    let reason =
      "the compositor \(state == .background ? "lost its touch screens" : "has touch screens again"), as it does"
    try move(to: state, at: now, because: reason)
  }

  /// Shows the view on a connection; overlays are opened in the next turn.
  private func begin(_ session: DisplaySession) throws {
    self.session = session
    add([session.source])
    if session.role != .overlay {
      let screen = screens.all.first ?? addScreen(outputName: nil)
      screen.becomeWindow()
      try show(screen, on: session.outputs.first.flatMap { display.output == nil ? nil : $0 }, of: session)
    }
  }

  private func addScreen(outputName: String?) -> ViewScreen<View> {
    let screen = screens.add(outputName: outputName)
    announce(screen.host)
    screen.host.onFrame = { [unowned self] host, now, duration in
      logger.trace(
        "frame", metadata: ["microseconds": "\(duration.inSeconds * 1e6)", "nanoseconds": "\(now.nanoseconds)"])
      // A copy: `onFrame` may change the view.
      let view = host.view
      onFrame(view, now)
    }
    screen.host.onPosture = { [unowned self] in onPosture($0) }
    screen.host.onPresented = onPresented
    deadlines.append(ViewDeadline(screen.host))
    add([])
    return screen
  }

  /// Logs the first frame of each screen; with the first complete one, on whatever screen, the program has started, and the recording begins.
  private func announce(_ host: ViewHost<View>) {
    host.onFirstFrame = { [logger] now in
      logger.info("first frame", metadata: ["nanoseconds": "\(now.nanoseconds)"])
    }
    host.onCompleteFrame = { [unowned self] now in
      guard !hasStarted else { return }
      hasStarted = true
      logger.info("complete", metadata: ["nanoseconds": "\(now.nanoseconds)"])
      ProgramCode.unmap()
      try play(from: now + ViewProgram.recordingLead)
    }
  }

  /// Plays the recording, if there is one.
  private func play(from start: Timestamp) throws {
    guard let recording, let glass else { return }
    let source = try RecordingTouchSource(path: recording.path, start: start)
    let feed = TouchFeed(source, in: screens.frames, receiver: glass)
    playback = feed
    add([feed])
  }

  /// Adds sources of touches, ahead of the deadlines: of a batch that comes late, touches count before what time alone decides.
  private func add(_ sources: [any EventSource]) {
    for deadline in deadlines { loop.remove(deadline) }
    for source in sources + deadlines { loop.add(source) }
  }

  /// Ends the program or plays again when the recording is over and nothing moves any more.
  private func followPlayback(at now: Timestamp) throws {
    // A screen without a surface owes a frame for as long as it has none.
    guard session != nil, let playback, playback.source.isOver, let recording, recording.end != .stays,
      !screens.all.contains(where: { $0.surface != nil && $0.host.isBusy(at: now) })
    else { return }
    if recording.end == .exits { return loop.stop() }
    loop.remove(playback)
    try play(from: now + RecordingTouchSource.pause)
  }

  private func show(_ screen: ViewScreen<View>, on output: Output?, of session: DisplaySession) throws {
    // Only a surface that covers its output gives the position of a touch on the output.
    let watch = session.role == .fullscreen ? screens.mappingWatch : nil
    screen.show(
      on: try session.makeSurface(on: output), of: output, touches: touchOrigin, observer: observer, comparedBy: watch,
      beside: screens)
    add(screen.feeds)
  }

  /// Opens an overlay on every output that has none, and closes those whose output is gone.
  private func followOutputs(of session: DisplaySession, at now: Timestamp) throws {
    guard session.role == .overlay else { return }
    let outputs = session.outputs
    for screen in screens.all {
      guard let surface = screen.surface else { continue }
      guard surface.isClosed || !outputs.contains(where: { screen.belongs(to: $0) }) else { continue }
      leave(screen, at: now)
      logger.info("an overlay was closed", metadata: ["output": "\(screen.outputName ?? "")"])
    }
    for output in outputs {
      let screen =
        screens.overlay(of: output.id, named: output.name, among: outputs.map(\.id))
        ?? addScreen(outputName: output.name)
      // An overlay that was closed on the same output stays closed.
      guard !screen.belongs(to: output) else { continue }
      try show(screen, on: output, of: session)
      logger.info("an overlay was opened", metadata: ["output": "\(output.name)"])
    }
  }

  private func isClosed(_ session: DisplaySession) -> Bool {
    session.role != .overlay && screens.all.contains { $0.surface?.isClosed ?? false }
  }

  private func leave(_ screen: ViewScreen<View>, at now: Timestamp) {
    for feed in screen.feeds { loop.remove(feed) }
    screen.leave(at: now)
  }

  /// Drops a lost connection with everything that was made on it.
  private func end(_ session: DisplaySession, at now: Timestamp) {
    for screen in screens.all {
      leave(screen, at: now)
      screen.forgetOutput()
    }
    loop.remove(session.source)
    self.session = nil
    seatWatch?.forgetCompositor()
    schedule.reset()
    if let delay = schedule.nextDelay() { retry.set(now + delay) }
  }

  /// Connects to the compositor at `endpoint`; a signal that the program takes ends the wait for a silent one.
  private func connect(to endpoint: Connection.Endpoint) throws -> DisplaySession {
    let wait = Connection.Wait(interruption: signals?.descriptor) { [logger] address in
      logger.notice("waiting for the compositor at \(address), which does not reply")
    }
    let session = DisplaySession(
      try Connection(to: endpoint, waiting: wait, lostCancels: losesCancels), title: title, display: display,
      touches: touchOrigin)
    session.connection.lostAfter = lostAfter
    session.connection.stated = stated
    losesCancels = session.connection.losesCancels
    return session
  }

  private func reconnect(at now: Timestamp) throws {
    do {
      try begin(try connect(to: try display.broker?.connection() ?? compositor))
      retry.clear()
      logger.notice("connected again")
    } catch let error as ConnectionError where error.isWorthRetrying {
      guard let delay = schedule.nextDelay() else { throw error }
      retry.set(now + delay)
    }
  }

  /// Passes the outputs to the source, which maps its touch screens to them.
  private func placeTouchScreens(at now: Timestamp) {
    guard let connection = session?.connection, connection.takeChange() else { return }
    let outputs = connection.outputs.compactMap(\.state?.description)
    for name in Set(stated.outputs.values).subtracting(outputs.map(\.name)).sorted() {
      logger.warning("there is no output '\(name)'; there are \(outputs.map(\.name).joined(separator: ", "))")
    }
    let screens = touchScreens?.screens
    let names = screens?.devices.compactMap { screens?.names(of: $0.id) } ?? []
    for (name, text) in stated.missingSizes(outputs: outputs.map(\.name), screens: names)
    where missing.insert(name).inserted { logger.warning("\(text)") }
    touchScreens?.place(on: outputs, at: now)
  }
}
