public import Logging
public import Offhand
import OffhandLibinput
import OffhandPlatform
public import OffhandPixman
import OffhandRecordings
import OffhandWayland

/// A program that shows one view: connects to the compositor, opens what touches come from, and runs the loop until somebody
/// ends it.
///
/// As an overlay it shows a view of its own on every output, and follows outputs that come and go. It keeps what it shows
/// when the compositor goes, if that was wished. It ends with Escape, when its window is closed, and on SIGINT and SIGTERM.
public final class ViewProgram<View: TouchView> {
  /// How long a recording waits after the first frame before it begins, so that whoever watches sees what is there.
  private static var recordingLead: Duration { .milliseconds(300) }

  private let title: String
  private let display: ViewDisplay
  private let logger: Logger
  private let loop: EventLoop
  private let screens: ViewScreens<View>
  private var session: DisplaySession?
  private var touchOrigin = TouchOrigin.elsewhere
  private var touchScreens: (any TouchScreenFeed)?
  /// Says where the session is, where its virtual terminal is not known.
  private var seatWatch: SeatWatch?
  private let tap: MappingTap
  private let witness: (any TouchWitness)?
  private var recording: String?
  private var revision: Int?
  private let retry = RetryTimer()
  private var schedule = ReconnectSchedule()

  /// Opens `input` and connects to the compositor; `title` is the name of the window. `posture` is how the panel stands, where
  /// the user says so. Where touches come from the compositor, `witness` sees them too.
  ///
  /// Throws where touches cannot be had from `input`, where there is no compositor, and where it lacks what is needed.
  public init(
    _ view: View, title: String, renderer: Renderer, input: TouchInput, display: ViewDisplay = ViewDisplay(),
    posture: Posture? = nil, witness: (any TouchWitness)? = nil, logger: Logger
  ) throws {
    self.title = title
    self.display = display
    self.logger = logger
    loop = try EventLoop()
    screens = ViewScreens(view, posture: posture, renderer: renderer)
    tap = MappingTap(screens)
    self.witness = witness
    let notice = try open(input)
    if touchOrigin == .compositor, display.role == .overlay { throw ViewDisplayError.overlayWithoutTouches }
    let session = try DisplaySession(title: title, display: display, touches: touchOrigin)
    try session.checkOutput()
    for missing in session.connection.unavailable { logger.info("\(missing)") }
    if let notice { logger.notice("\(notice)") }
    try begin(session)
  }

  /// Shows the view until somebody ends the program. Throws where the touch source is lost, and where the connection is.
  public func run() throws {
    loop.add(retry)
    if let witness { loop.add(witness) }
    loop.add(try SignalSource { [unowned loop] in loop.stop() })
    while true {
      do {
        try loop.run { try turn(at: $0) }
        break
      } catch let error as ConnectionError where display.loss == .reconnects && error.isWorthRetrying {
        logger.notice("\(error.cause); looking for another")
        endSession(at: MonotonicClock.now())
      }
    }
    let frames = screens.all.reduce(0) { $0 + $1.host.frames }
    logger.info("ended", metadata: ["frames": "\(frames)", "wakeups": "\(loop.wakeups)"])
  }

  /// Tells the view something that no finger and no time has told it; shows the difference in this round of the loop.
  public func change(_ body: (inout View) -> Void) { screens.change(body) }

  /// Called with the view whenever a frame of it was shown: for what has to be fetched because of what is seen.
  public var onFrame: (borrowing View, Timestamp) -> Void = { _, _ in }

  /// Called when a view is laid out on a panel that stands otherwise than before, as far as is known.
  public var onPosture: (PanelPosture) -> Void = { _ in }

  /// Calls `body` with every view that is, or was, seen.
  public func forEachView(_ body: (borrowing View) -> Void) { for screen in screens.all { body(screen.host.view) } }

  /// Gives another source of events its turn in the loop, after all others.
  public func add(_ source: some EventSource) { loop.add(source) }

  private func turn(at now: Timestamp) throws {
    if retry.hasRung { try reconnect(at: now) }
    if let session {
      if session.isAskedToEnd || isClosed(session) || witness?.isSatisfied == true { loop.stop() }
      try followOutputs(of: session, at: now)
    }
    placeTouchScreens(at: now)
    try followSession(at: now)
    for screen in screens.all { try screen.host.update(at: now) }
  }

  /// Opens the sources in the order of their turns: the kernel's touches come before the display. Answers what is to be
  /// said once there is a compositor.
  private func open(_ input: TouchInput) throws -> String? {
    switch try TouchInputs.open(input, for: tap, logger: logger) {
    case .screens(let feed):
      touchScreens = feed
      // Who has the touches alone has nobody to compare with.
      if input.capture == .shared { tap.watch = MappingWatch(feed.screens) { [logger] in logger.warning("\($0)") } }
      if let watch = SessionWatch(onChange: { [unowned self] in try move(to: $0, at: $1, because: "the session is") }) {
        loop.add(watch)
      } else {
        seatWatch = SeatWatch()
      }
      loop.add(feed)
    case .wayland(let notice):
      touchOrigin = .compositor
      return notice
    case .recording(let path): recording = path
    }
    return nil
  }

  /// Lets go of the touch screens while another session is in front; `reason` is the beginning of the sentence that says so.
  private func move(to place: SessionWatch.Place, at now: Timestamp, because reason: String) throws {
    guard let touchScreens else { return }
    switch place {
    case .background:
      touchScreens.suspend(at: now)
      logger.notice("\(reason) in the background: touch screens are let go")
    case .foreground:
      try touchScreens.resume(at: now)
      logger.notice("\(reason) in the foreground: touch screens are read again")
    }
  }

  /// Finds out from the compositor where the session is.
  private func followSession(at now: Timestamp) throws {
    guard let seats = session?.connection.seats else { return }
    guard let place = seatWatch?.change(offersTouch: seats.contains { $0.hasTouch }) else { return }
    let reason =
      "the compositor \(place == .background ? "lost its touch screens" : "has touch screens again"), as it does"
    try move(to: place, at: now, because: reason)
  }

  /// Shows the view on a connection; what the connection brings has its turn right after it.
  private func begin(_ session: DisplaySession) throws {
    self.session = session
    loop.add(session.source)
    revision = nil
    if session.role != .overlay {
      let screen = screens.all.first ?? addScreen(outputName: nil)
      try show(screen, on: session.outputs.first.flatMap { display.output == nil ? nil : $0 }, of: session)
    }
    try followOutputs(of: session, at: MonotonicClock.now())
  }

  private func addScreen(outputName: String?) -> ViewScreen<View> {
    let isFirst = screens.all.isEmpty
    let screen = screens.add(outputName: outputName)
    if isFirst { announce(screen.host) }
    screen.host.onFrame = { [unowned self] host, now, duration in
      logger.trace(
        "frame", metadata: ["microseconds": "\(duration.inSeconds * 1e6)", "nanoseconds": "\(now.nanoseconds)"])
      onFrame(host.view, now)
    }
    screen.host.onPosture = { [unowned self] in onPosture($0) }
    loop.add(ViewDeadline(screen.host))
    return screen
  }

  /// Says when the first place shows something; a recording begins when it shows everything.
  private func announce(_ host: ViewHost<View>) {
    host.onFirstFrame = { [logger] now in logger.info("first frame", metadata: ["nanoseconds": "\(now.nanoseconds)"]) }
    host.onCompleteFrame = { [loop, screens, recording, logger] now in
      logger.info("complete", metadata: ["nanoseconds": "\(now.nanoseconds)"])
      guard let recording else { return }
      let source = try RecordingTouchSource(path: recording, start: now + ViewProgram.recordingLead)
      loop.add(TouchFeed(source, receiver: screens))
    }
  }

  private func show(_ screen: ViewScreen<View>, on output: Output?, of session: DisplaySession) throws {
    // Only a surface that covers its output can say where on the output a finger is.
    let watch = session.role == .fullscreen ? tap.watch : nil
    screen.show(
      on: try session.makeSurface(on: output), of: output, touches: touchOrigin, seenBy: witness, comparedBy: watch)
    if let touches = screen.touches { loop.add(touches) }
  }

  /// Gives every output its overlay, and lets go of those whose output is gone.
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
      let screen = screens.all.first { $0.outputName == output.name } ?? addScreen(outputName: output.name)
      // One that was closed is not forced upon an output that is still the same.
      guard !screen.belongs(to: output) else { continue }
      leave(screen, at: now)
      try show(screen, on: output, of: session)
      logger.info("an overlay was opened", metadata: ["output": "\(output.name)"])
    }
  }

  private func isClosed(_ session: DisplaySession) -> Bool {
    session.role != .overlay && screens.all.contains { $0.surface?.isClosed ?? false }
  }

  private func leave(_ screen: ViewScreen<View>, at now: Timestamp) {
    if let touches = screen.touches { loop.remove(touches) }
    screen.leave(at: now)
  }

  /// Lets go of a lost connection with all that was made on it.
  private func endSession(at now: Timestamp) {
    guard let session else { return }
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

  private func reconnect(at now: Timestamp) throws {
    do {
      try begin(try DisplaySession(title: title, display: display, touches: touchOrigin))
      retry.clear()
      logger.notice("connected again")
    } catch let error as ConnectionError where error.isWorthRetrying {
      guard let delay = schedule.nextDelay() else { throw error }
      retry.set(now + delay)
    }
  }

  /// Tells the source where the outputs are, so that it knows where on the plane its touch screens lie.
  private func placeTouchScreens(at now: Timestamp) {
    guard let touchScreens, let connection = session?.connection, revision != connection.revision else { return }
    revision = connection.revision
    let outputs = connection.outputs.compactMap(\.state?.description)
    for name in Set(touchScreens.screens.preferences.outputs.values).subtracting(outputs.map(\.name)).sorted() {
      logger.warning("there is no output '\(name)'; there are \(outputs.map(\.name).joined(separator: ", "))")
    }
    touchScreens.place(on: outputs, at: now)
  }
}
