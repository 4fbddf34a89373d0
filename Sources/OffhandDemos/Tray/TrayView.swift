public import Logging
public import Offhand
public import OffhandClient
import OffhandPixman

/// `offhand tray`: a tray and a drawer that follow the finger.
public enum TrayProgram {
  /// Shows them until somebody ends the program. Throws where something cannot be had or is lost.
  public static func run(
    input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(), logger: Logger
  ) throws {
    let view = TrayView(names: .standard) { TrayGestures.pipeline(in: $0) }
    let program = try ViewProgram(
      view, title: "offhand tray", renderer: Renderer(fonts: try FontBook()), input: input, display: display,
      logger: logger)
    try program.run()
  }
}

/// A tray that fingers pull up from the lower edge, and a drawer that they pull out of the left one.
///
/// Both follow the finger, resist past their ends, and open or shut by the sign of the velocity at release. A finger that lands
/// on what slides catches it.
public struct TrayView<Gestures: GesturePipeline>: TouchView {
  /// What the running pan moves.
  private enum Held { case nothing, tray, drawer }

  private let names: TrayGestures
  private let makeGestures: (Rect) -> Gestures
  private var gestures: Gestures
  private var layout = TrayLayout(bounds: Rect(origin: .origin, size: .zero))
  private var environment: ViewEnvironment?
  private(set) var tray = Drawer(extent: 10)
  private(set) var drawer = Drawer(extent: 10)
  private var held = Held.nothing
  private var caught: (finger: Touch.ID, held: Held)?
  private var latest = Vector.zero

  /// A view whose recognizers answer as `names` says; `gestures` makes them for a surface.
  public init(names: TrayGestures, gestures: @escaping (Rect) -> Gestures) {
    self.names = names
    makeGestures = gestures
    self.gestures = gestures(layout.bounds)
  }

  /// Takes the size of the surface over; what is open stays open.
  public mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    if environment.bounds != layout.bounds { gestures = makeGestures(environment.bounds) }
    layout = TrayLayout(bounds: environment.bounds)
    tray.resize(extent: layout.trayExtent)
    drawer.resize(extent: layout.drawerExtent)
    held = .nothing
  }

  /// Takes a frame of touches in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    let time = frame.timestamp
    for index in frame.indices where frame[index].phase == .began { grab(frame[index], at: time) }
    gestures.process(frame)
    for event in gestures.events { follow(event) }
    for index in frame.indices where !frame[index].isDown {
      if frame[index].id == caught?.finger { letGo(at: time) }
    }
  }

  /// Serves what is due.
  public mutating func advance(to time: Timestamp) {
    guard let due = gestures.deadline, due <= time else { return }
    gestures.advance(to: time)
    for event in gestures.events { follow(event) }
  }

  /// When a recognizer decides.
  public var deadline: Timestamp? { gestures.deadline }

  /// Whether tray or drawer slide.
  public func isAnimating(at time: Timestamp) -> Bool { tray.isAnimating(at: time) || drawer.isAnimating(at: time) }

  /// Draws wall, tray and drawer.
  public func draw(at time: Timestamp, into list: inout DisplayList) {
    guard environment != nil else { return }
    TrayScenery.draw(layout, tray: tray, drawer: drawer, at: time, into: &list)
  }

  /// What lies at `point` and can be moved.
  private func target(at point: Point, at time: Timestamp) -> Held {
    if layout.drawer(drawer.position(at: time)).contains(point) { return .drawer }
    if layout.tray(tray.position(at: time)).contains(point) { return .tray }
    return .nothing
  }

  /// A finger lands on what slides: it stops under it.
  private mutating func grab(_ touch: Touch, at time: Timestamp) {
    guard caught == nil, held == .nothing else { return }
    let target = target(at: touch.position, at: time)
    if target == .tray, tray.isAnimating(at: time) {
      tray.grab(at: time)
      caught = (touch.id, .tray)
    } else if target == .drawer, drawer.isAnimating(at: time) {
      drawer.grab(at: time)
      caught = (touch.id, .drawer)
    }
  }

  /// The finger that caught something leaves without having dragged it: it goes to the nearer end.
  private mutating func letGo(at time: Timestamp) {
    if held == .nothing, caught?.held == .tray, !tray.isAnimating(at: time) { tray.release(velocity: 0, at: time) }
    if held == .nothing, caught?.held == .drawer, !drawer.isAnimating(at: time) {
      drawer.release(velocity: 0, at: time)
    }
    caught = nil
  }

  mutating func follow(_ event: GestureEvent) {
    switch event.recognizer {
    case names.pan:
      drag(event, beginning: target(at: event.gesture.location - event.gesture.translation, at: event.timestamp))
    case names.edgePan: drag(event, beginning: .drawer)
    case names.tap where event.state == .recognized: tap(event)
    default: break
    }
  }

  private mutating func drag(_ event: GestureEvent, beginning target: Held) {
    let time = event.timestamp
    let gesture = event.gesture
    switch event.state {
    case .began, .changed:
      if event.state == .began {
        held = caught?.held ?? target
        latest = .zero
      }
      let step = gesture.translation - latest
      latest = gesture.translation
      if held == .tray { tray.drag(by: -step.dy, at: time) }
      if held == .drawer { drawer.drag(by: step.dx, at: time) }
    case .ended, .cancelled:
      // A gesture that was taken away throws nothing.
      let velocity = event.state == .ended ? gesture.velocity : .zero
      if held == .tray { tray.release(velocity: -velocity.dy, at: time) }
      if held == .drawer { drawer.release(velocity: velocity.dx, at: time) }
      held = .nothing
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  /// A tap on the tray's grip opens or shuts it; one beside the open drawer shuts that.
  private mutating func tap(_ event: GestureEvent) {
    let time = event.timestamp
    let place = event.gesture.location
    let top = layout.tray(tray.position(at: time))
    if drawer.isOpen, target(at: place, at: time) != .drawer { return drawer.shut(at: time) }
    if place.y >= top.minY, place.y <= top.minY + TrayLayout.grip, top.contains(place) { tray.toggle(at: time) }
  }
}

/// The gestures of a tray view, and which recognizer of its pipeline is which, in the order in which they stand there.
public struct TrayGestures: Sendable, Hashable {
  /// The one that pulls the drawer out of the left edge.
  public var edgePan: Int
  /// The one that drags.
  public var pan: Int
  /// The one that opens and shuts without dragging.
  public var tap: Int

  /// The positions of the recognizers.
  public init(edgePan: Int, pan: Int, tap: Int) {
    self.edgePan = edgePan
    self.pan = pan
    self.tap = tap
  }

  /// The positions in `pipeline`.
  static let standard = TrayGestures(edgePan: 0, pan: 1, tap: 2)

  /// What comes from the left edge of `bounds` pulls the drawer, what moves otherwise drags, what does not move taps.
  static func pipeline(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(from: .left, of: [bounds])
      PanGestureRecognizer(contestedSlop: 3.4)
      TapGestureRecognizer()
    }
  }
}
