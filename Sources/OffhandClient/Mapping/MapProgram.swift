public import Logging
public import Offhand
import OffhandLibinput
import OffhandPixman
import OffhandPlatform
import OffhandWayland

/// `offhand map`: shows on one output after the other, and finds out which touch screen lies on it by who is touched.
public final class MapProgram {
  /// What was found out about one output.
  public struct Answer: Sendable, Hashable {
    /// The output's name.
    public var output: String
    /// The touch screen that was touched; `nil` where nobody touched one in time.
    public var screen: TouchDevice?
    /// The name that stays for the touch screen: its place on the bus.
    public var place: String

    /// An answer.
    public init(output: String, screen: TouchDevice?, place: String) {
      (self.output, self.screen, self.place) = (output, screen, place)
    }
  }

  private let loop: EventLoop
  private let connection: Connection
  private let host: ViewHost<MapView>
  private let listener: MapListener
  private let feed: any TouchScreenFeed
  private let patience: Duration
  private let retry = RetryTimer()

  /// Connects, and opens the touch screens that `input` names; waits for a touch of each output as long as `patience` says.
  ///
  /// Throws where there is no compositor, and where no touch screen can be read.
  public convenience init(input: TouchInput, patience: Duration, logger: Logger) throws {
    let listener = MapListener()
    guard case .screens(let feed) = try TouchInputs.open(input, for: listener, logger: logger) else {
      throw MapProgramError.noTouchScreen
    }
    try self.init(feed, heardBy: listener, on: try Connection(), patience: patience)
  }

  /// Asks on `connection` for the touch screens of `feed`, whose receiver `listener` is.
  init(_ feed: any TouchScreenFeed, heardBy listener: MapListener, on connection: Connection, patience: Duration) throws
  {
    self.feed = feed
    self.listener = listener
    self.connection = connection
    self.patience = patience
    loop = try EventLoop()
    host = ViewHost(MapView(title: "", detail: ""), renderer: Renderer(fonts: try FontBook()))
  }

  /// Asks for all outputs. Throws where the connection or a touch screen is lost.
  public func run() throws -> [Answer] {
    loop.add(feed)
    let source = ConnectionSource(connection)
    loop.add(source)
    loop.add(retry)
    var isEnding = false
    loop.add(
      try SignalSource { [unowned loop] in
        isEnding = true
        loop.stop()
      })
    var answers: [Answer] = []
    let outputs = connection.outputs
    for (number, output) in outputs.enumerated() where !isEnding {
      answers.append(try ask(output, number: number + 1, of: outputs.count) { isEnding = true })
    }
    host.move(to: nil)
    return answers
  }

  /// Gives another source of events its turn in the loop.
  func add(_ source: some EventSource) { loop.add(source) }

  private func ask(_ output: Output, number: Int, of count: Int, onEnd: () -> Void) throws -> Answer {
    let surface = ToplevelSurface(
      connection, title: "offhand map", applicationID: "offhand", extent: .fullscreen(on: output))
    host.move(to: SurfaceWindow(surface))
    host.change { view in
      view = MapView(
        title: "Touch this screen", detail: "\(output.name), \(number) of \(count). Escape ends.")
    }
    listener.clear()
    retry.set(MonotonicClock.now() + patience)
    try loop.run { now in
      feed.place(on: connection.outputs.compactMap(\.state?.description), at: now)
      let keys = connection.seats.flatMap { $0.takeKeyPresses() }
      if keys.contains(where: { $0.symbol == KeyPress.escape }) || surface.isClosed {
        onEnd()
        loop.stop()
      }
      if listener.touched != nil || retry.hasRung { loop.stop() }
      try host.update(at: now)
    }
    retry.clear()
    let screen = listener.touched.flatMap { id in feed.screens.devices.first { $0.id == id } }
    return Answer(
      output: output.name, screen: screen, place: screen.flatMap { feed.screens.names(of: $0.id).first } ?? "")
  }
}

/// Why outputs cannot be asked for.
public enum MapProgramError: Error, Sendable, CustomStringConvertible {
  /// The touches that were chosen are of no touch screen that is read here.
  case noTouchScreen

  /// One plain line.
  public var description: String {
    "only touch screens that are read here can be mapped: take --source libinput or evdev"
  }
}

/// Waits for a finger, on whichever touch screen.
final class MapListener: TouchReceiver {
  /// The touch screen on which a finger landed first.
  private(set) var touched: DeviceID?

  /// Waits for the next one.
  func clear() { touched = nil }

  func receive(added device: TouchDevice) {}

  func receive(changed device: TouchDevice) {}

  func receive(removed device: DeviceID) {}

  func receive(_ frame: borrowing TouchFrame) {
    for index in frame.indices where touched == nil && frame[index].phase == .began { touched = frame[index].device }
  }
}

/// Asks to touch the output that it is shown on.
struct MapView: TouchView {
  /// What the screen says.
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

  func draw(at time: Timestamp, into list: inout DisplayList) {
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
