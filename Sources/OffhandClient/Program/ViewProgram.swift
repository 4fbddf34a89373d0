public import Logging
import Offhand
import OffhandLibinput
public import OffhandPixman
import OffhandRecordings
import OffhandWayland

/// A program that shows one view on the whole screen: connects to the compositor, opens what touches come from, and runs
/// the loop until somebody ends it.
///
/// It ends with Escape, when the compositor closes the window, and on SIGINT and SIGTERM.
public final class ViewProgram<View: TouchView> {
  /// How long a recording waits after the first frame before it begins, so that whoever watches sees what is there.
  private static var recordingLead: Duration { .milliseconds(300) }

  private let title: String
  private let host: ViewHost<View>
  private let logger: Logger
  private let loop: EventLoop
  private let connection: Connection
  private let role: any SurfaceRole
  private var libinput: TouchFeed<LibinputTouchSource>?
  private var revision: Int?

  /// Connects to the compositor and opens `input`; `title` is the name of the window.
  ///
  /// Throws where there is no compositor, where it lacks what is needed, and where touches cannot be had from `input`.
  public init(
    _ view: View, title: String, renderer: Renderer, input: TouchInput, place: ViewPlace = .fullscreen, logger: Logger
  ) throws {
    self.title = title
    self.logger = logger
    loop = try EventLoop()
    let connection = try Connection()
    self.connection = connection
    role =
      switch place {
      case .fullscreen:
        ToplevelSurface(
          connection, title: title, applicationID: "offhand", extent: .fullscreen(on: nil), policy: .frameCallback)
      case .overlay: try LayerSurface(connection, namespace: "offhand")
      }
    host = ViewHost(view, on: SurfaceWindow(role), renderer: renderer)
    for missing in connection.unavailable { logger.info("\(missing)") }
    try open(input)
  }

  /// Shows the view until somebody ends the program. Throws where the connection or the touch source is lost.
  public func run() throws {
    loop.add(ViewDeadline(host))
    loop.add(try SignalSource { [loop] in loop.stop() })
    try loop.run { now in
      if isAskedToEnd { loop.stop() }
      placeTouchScreens(at: now)
      try host.update(at: now)
    }
    logger.info("ended", metadata: ["frames": "\(host.frames)", "wakeups": "\(loop.wakeups)"])
  }

  /// Tells the view something that no finger and no time has told it; shows the difference in this round of the loop.
  public func change(_ body: (inout View) -> Void) { host.change(body) }

  /// Gives another source of events its turn in the loop, after all others.
  public func add(_ source: some EventSource) { loop.add(source) }

  /// Adds the sources in the order of their turns: the kernel's touches, the display, and then what the display brought.
  private func open(_ input: TouchInput) throws {
    let inputs = try TouchInputs.open(input, for: host)
    logger.notice("\(inputs.notice)")
    if case .libinput(let feed) = inputs.opened {
      libinput = feed
      loop.add(feed)
    }
    loop.add(ConnectionSource(connection))
    host.onFirstFrame = { [logger] now in logger.info("first frame", metadata: ["nanoseconds": "\(now.nanoseconds)"]) }
    host.onCompleteFrame = { [logger] now in logger.info("complete", metadata: ["nanoseconds": "\(now.nanoseconds)"]) }
    switch inputs.opened {
    case .libinput: break
    case .wayland:
      loop.add(TouchFeed(WaylandTouchSource(surface: role.surface), habits: .wayland, receiver: host))
    case .recording(let path):
      host.onCompleteFrame = { [loop, host, logger] now in
        logger.info("complete", metadata: ["nanoseconds": "\(now.nanoseconds)"])
        let source = try RecordingTouchSource(path: path, start: now + ViewProgram.recordingLead)
        loop.add(TouchFeed(source, receiver: host))
      }
    }
  }

  private var isAskedToEnd: Bool {
    role.isClosed || connection.seats.contains { $0.takeKeyPresses().contains { $0.symbol == KeyPress.escape } }
  }

  /// Tells libinput where the outputs are, so that it knows where on the plane its touch screens lie.
  private func placeTouchScreens(at now: Timestamp) {
    guard let libinput, revision != connection.revision else { return }
    revision = connection.revision
    libinput.place(on: connection.outputs.compactMap(\.state?.description), at: now)
  }
}
