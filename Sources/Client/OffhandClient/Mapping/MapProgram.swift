package import Logging
package import Offhand
import OffhandLibinput
import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// `offhand map`: prompts for a touch on each output in turn, and so finds the touch screen on it.
package final class MapProgram {
  /// An output and the touch screen that was touched.
  package struct MappedOutput: Sendable, Hashable {
    /// The output's name.
    package var output: String
    /// The touch screen that was touched; `nil` if none was in time.
    package var screen: TouchDevice?
    /// The stable name of the touch screen: its path on the bus.
    package var busPath: String

    package init(output: String, screen: TouchDevice?, busPath: String) {
      (self.output, self.screen, self.busPath) = (output, screen, busPath)
    }
  }

  private let loop: EventLoop
  private let connection: Connection
  private let host: ViewHost<MapView>
  /// The window on the output that is asked, or was asked last: the next one covers it before it goes.
  private var window: ToplevelSurface?
  private let listener: MapListener
  private let feed: any TouchScreenFeed
  private let patience: Duration
  private let limit = Alarm()
  private let logger: Logger
  /// Infers from the compositor whether the session is in the foreground, where its virtual terminal is unknown.
  private var seatWatch: SeatWatch?
  /// Whether the user has ended it.
  private var isEnding = false

  /// Connects, and opens the touch screens of `input`; waits for `patience` for a touch of each output.
  ///
  /// Throws if there is no compositor, or no touch screen that can be read.
  package convenience init(input: TouchInput, patience: Duration, logger: Logger) throws {
    let listener = MapListener()
    guard case .screens(let feed) = try input.open(for: listener, logger: logger) else {
      throw MapProgramError.noTouchScreen
    }
    let wait = Connection.Wait { logger.notice("waiting for the compositor at \($0), which does not reply") }
    try self.init(feed, listener: listener, on: try Connection(waiting: wait), patience: patience, logger: logger)
  }

  /// A program on `connection` for the touch screens of `feed`, whose receiver is `listener`.
  init(
    _ feed: any TouchScreenFeed, listener: MapListener, on connection: Connection, patience: Duration, logger: Logger
  ) throws {
    self.logger = logger
    self.feed = feed
    self.listener = listener
    self.connection = connection
    self.patience = patience
    loop = try EventLoop()
    host = ViewHost(MapView(title: "", detail: ""), renderer: Renderer(fonts: try FontBook()))
    if let watch = SessionWatch(onChange: { [unowned self] in try move(to: $0, at: $1) }) {
      loop.add(watch)
    } else {
      seatWatch = SeatWatch()
    }
  }

  /// Maps all outputs. Throws if the connection or a touch screen is lost.
  package func run() throws -> [MappedOutput] {
    loop.add(feed)
    let source = ConnectionSource(connection)
    loop.add(source)
    loop.add(limit)
    loop.add(try SignalSource { [unowned self] in isEnding = true })
    var mapped: [MappedOutput] = []
    let outputs = connection.outputs
    for (number, output) in outputs.enumerated() where !isEnding && output.state != nil {
      mapped.append(try ask(output, number: number + 1, of: outputs.count))
    }
    return mapped
  }

  /// Closes the touch screens while the session is in the background.
  func move(to state: SessionWatch.State, at now: Timestamp) throws { try feed.move(to: state, at: now, logger) }

  /// Adds a source of events to the loop.
  func add(_ source: some EventSource) { loop.add(source) }

  private func ask(_ output: Output, number: Int, of count: Int) throws -> MappedOutput {
    // It may go meanwhile, and has no name then.
    let name = output.name
    var isGone = false
    let surface = ToplevelSurface(
      connection, title: "offhand map", applicationID: "offhand", extent: .fullscreen(on: output))
    host.move(to: surface.surface)
    window = surface
    host.change { view in
      view = MapView(
        title: "Touch this screen", detail: "\(name), \(number) of \(count). Escape ends the program.")
    }
    listener.clear()
    limit.set(MonotonicClock.now() + patience)
    try loop.run { now in
      feed.place(on: connection.outputs.compactMap(\.state?.description), at: now)
      if let state = seatWatch?.change(offersTouch: connection.seats.contains { $0.hasTouch }) {
        try move(to: state, at: now)
      }
      let keys = connection.seats.flatMap { $0.takeKeyPresses() }
      if keys.containsEscape || surface.isClosed { isEnding = true }
      isGone = output.state == nil
      if isGone || isEnding || listener.touched != nil || limit.hasRung { loop.stop() }
      try host.update(at: now)
    }
    // The window is shown on another output then, and a touch there is no answer.
    if isGone { listener.forget() }
    let screen = listener.touched.flatMap { id in feed.screens.devices.first { $0.id == id } }
    return MappedOutput(
      output: name, screen: screen, busPath: screen.flatMap { feed.screens.names(of: $0.id).first } ?? "")
  }
}

/// Why outputs cannot be mapped.
package enum MapProgramError: Error, Sendable, CustomStringConvertible {
  /// The touch source reads no touch screens here.
  case noTouchScreen

  package var description: String {
    "only touch screens that are read here can be mapped: use --source libinput or evdev"
  }
}

/// Waits for a touch on any touch screen that was not found yet: a second finger on the last one is not that of the next output.
final class MapListener: TouchReceiver {
  /// The touch screen that was touched first; `nil` if none was.
  private(set) var touched: DeviceID?
  private var found: Set<DeviceID> = []

  /// Waits for the next touch screen.
  func clear() {
    if let touched { found.insert(touched) }
    touched = nil
  }

  /// Forgets the touch: its touch screen may be that of another output.
  func forget() { touched = nil }

  func receive(_ frame: borrowing TouchFrame) {
    for index in frame.indices where touched == nil && frame[index].phase == .began {
      if !found.contains(frame[index].device) { touched = frame[index].device }
    }
  }
}

/// The request to touch an output.
private struct MapView: TouchView {
  let title: String
  let detail: String
  private var bounds = Rect(origin: .origin, size: .zero)

  init(title: String, detail: String) {
    self.title = title
    self.detail = detail
  }

  var deadline: Timestamp? { nil }

  mutating func layout(in environment: ViewEnvironment) { bounds = environment.bounds }

  mutating func process(_ frame: borrowing TouchFrame) {}

  mutating func advance(to time: Timestamp) {}

  func isAnimating(at time: Timestamp) -> Bool { false }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    list.fill(bounds, Color(rgb: 0x1D2B3A))
    list.circle(center: bounds.center, radius: 12, Color(rgb: 0xF6B72B))
    let line = Rect(x: bounds.minX, y: bounds.center.y + 18, width: bounds.width, height: 12)
    list.text(
      title, in: line, style: TextStyle(size: 8, weight: .bold, color: Color(white: 1, alpha: 1), alignment: .center))
    list.text(
      detail, in: line.moved(by: Vector(dx: 0, dy: 13)),
      style: TextStyle(size: 4, color: Color(white: 1, alpha: 0.7), alignment: .center))
  }
}
