public import Logging
import Offhand
import OffhandLibinput
import OffhandLinux
public import OffhandPixman
import OffhandRecordings
import OffhandWayland

/// A program that shows one view on the whole screen: connects to the compositor, opens what touches come from, and runs
/// the loop until somebody ends it.
///
/// It keeps what it shows when the compositor goes, if that was wished. It ends with Escape, when the compositor closes the window, and on SIGINT and SIGTERM.
public final class ViewProgram<View: TouchView> {
  /// How long a recording waits after the first frame before it begins, so that whoever watches sees what is there.
  private static var recordingLead: Duration { .milliseconds(300) }

  private let title: String
  private let host: ViewHost<View>
  private let logger: Logger
  private let loop: EventLoop
  private let place: ViewPlace
  private let loss: CompositorLoss
  private var session: DisplaySession?
  private var takesTouchesFromCompositor = false
  private var screens: (any TouchScreenFeed)?
  private var revision: Int?
  private let retry = RetryTimer()
  private var schedule = ReconnectSchedule()

  /// Connects to the compositor and opens `input`; `title` is the name of the window, `loss` what happens when the
  /// compositor goes.
  ///
  /// Throws where there is no compositor, where it lacks what is needed, and where touches cannot be had from `input`.
  public init(
    _ view: View, title: String, renderer: Renderer, input: TouchInput, place: ViewPlace = .fullscreen,
    loss: CompositorLoss = .ends, logger: Logger
  ) throws {
    self.title = title
    self.place = place
    self.loss = loss
    self.logger = logger
    loop = try EventLoop()
    host = ViewHost(view, renderer: renderer)
    let session = try DisplaySession(title: title, place: place)
    for missing in session.connection.unavailable { logger.info("\(missing)") }
    try open(input)
    begin(session)
  }

  /// Shows the view until somebody ends the program. Throws where the touch source is lost, and where the connection is.
  public func run() throws {
    loop.add(ViewDeadline(host))
    loop.add(retry)
    loop.add(try SignalSource { [loop] in loop.stop() })
    while true {
      do {
        try loop.run { try turn(at: $0) }
        break
      } catch let error as ConnectionError where loss == .reconnects && error.isWorthRetrying {
        logger.notice("\(error); looking for another")
        endSession(at: MonotonicClock.now())
      }
    }
    logger.info("ended", metadata: ["frames": "\(host.frames)", "wakeups": "\(loop.wakeups)"])
  }

  /// Tells the view something that no finger and no time has told it; shows the difference in this round of the loop.
  public func change(_ body: (inout View) -> Void) { host.change(body) }

  /// Gives another source of events its turn in the loop, after all others.
  public func add(_ source: some EventSource) { loop.add(source) }

  private func turn(at now: Timestamp) throws {
    if retry.hasRung { try reconnect(at: now) }
    if session?.isAskedToEnd == true { loop.stop() }
    placeTouchScreens(at: now)
    try host.update(at: now)
  }

  /// Opens the sources in the order of their turns: the kernel's touches come before the display.
  private func open(_ input: TouchInput) throws {
    let opened = try TouchInputs.open(input, for: host, logger: logger)
    host.onFirstFrame = { [logger] now in logger.info("first frame", metadata: ["nanoseconds": "\(now.nanoseconds)"]) }
    host.onCompleteFrame = { [logger] now in logger.info("complete", metadata: ["nanoseconds": "\(now.nanoseconds)"]) }
    switch opened {
    case .screens(let feed):
      screens = feed
      loop.add(feed)
    case .wayland: takesTouchesFromCompositor = true
    case .recording(let path):
      host.onCompleteFrame = { [loop, host, logger] now in
        logger.info("complete", metadata: ["nanoseconds": "\(now.nanoseconds)"])
        let source = try RecordingTouchSource(path: path, start: now + ViewProgram.recordingLead)
        loop.add(TouchFeed(source, receiver: host))
      }
    }
  }

  /// Shows the view on a connection; what the connection brings has its turn right after it.
  private func begin(_ session: DisplaySession) {
    self.session = session
    loop.add(session.source)
    if takesTouchesFromCompositor {
      let touches = TouchFeed(WaylandTouchSource(surface: session.role.surface), habits: .wayland, receiver: host)
      session.touches = touches
      loop.add(touches)
    }
    revision = nil
    host.move(to: SurfaceWindow(session.role))
  }

  /// Lets go of a lost connection with all that was made on it.
  private func endSession(at now: Timestamp) {
    guard let session else { return }
    if let touches = session.touches {
      loop.remove(touches)
      touches.abandon(at: now)
    }
    loop.remove(session.source)
    host.move(to: nil)
    self.session = nil
    schedule.reset()
    if let delay = schedule.nextDelay() { retry.set(now + delay) }
  }

  private func reconnect(at now: Timestamp) throws {
    do {
      begin(try DisplaySession(title: title, place: place))
      retry.clear()
      logger.notice("connected again")
    } catch let error as ConnectionError where error.isWorthRetrying {
      guard let delay = schedule.nextDelay() else { throw error }
      retry.set(now + delay)
    }
  }

  /// Tells the source where the outputs are, so that it knows where on the plane its touch screens lie.
  private func placeTouchScreens(at now: Timestamp) {
    guard let screens, let connection = session?.connection, revision != connection.revision else { return }
    revision = connection.revision
    let outputs = connection.outputs.compactMap(\.state?.description)
    for name in Set(screens.screens.preferences.outputs.values).subtracting(outputs.map(\.name)).sorted() {
      logger.warning("there is no output '\(name)'; there are \(outputs.map(\.name).joined(separator: ", "))")
    }
    screens.place(on: outputs, at: now)
  }
}
