package import Logging
import Offhand
package import OffhandClient
import OffhandPixman

/// `offhand tray`: a tray and a drawer that follow a touch.
package enum TrayProgram {
  /// Shows them until the user ends the program. Throws if something it needs is missing or lost.
  package static func run(
    input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(), logger: Logger
  ) throws {
    let view = TrayView(indices: .standard) { TrayGestures.pipeline(in: $0) }
    let program = try ViewProgram(
      view, title: "offhand tray", renderer: Renderer(fonts: try FontBook()), input: input, display: display,
      logger: logger)
    try program.run()
  }
}

/// A tray that touches pull up from the lower edge, and a drawer that they pull out of the left one.
///
/// Both follow the touch, resist past their ends, and open or close by the sign of the velocity at release. A touch that lands
/// on one that slides stops it.
struct TrayView<Gestures: GesturePipeline>: TouchView {
  /// The target of the active pan.
  private enum Held { case nothing, tray, drawer }

  private let indices: TrayGestures
  private let makeGestures: (Rect) -> Gestures
  private var gestures: Gestures
  private var layout = TrayLayout(bounds: Rect(origin: .origin, size: .zero))
  private var environment: ViewEnvironment?
  private(set) var tray = Drawer(extent: 10)
  private(set) var drawer = Drawer(extent: 10)
  private var held = Held.nothing
  private var caught: (finger: Touch.ID, held: Held)?
  private var latest = Vector.zero

  /// A view whose recognizers `gestures` makes for the bounds of a surface; they stand in the pipeline as `indices` says.
  init(indices: TrayGestures, gestures: @escaping (Rect) -> Gestures) {
    self.indices = indices
    makeGestures = gestures
    self.gestures = gestures(layout.bounds)
  }

  /// Adopts the size of the surface; open parts stay open.
  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    if environment.bounds != layout.bounds { gestures = makeGestures(environment.bounds) }
    layout = TrayLayout(bounds: environment.bounds)
    tray.resize(extent: layout.trayExtent)
    drawer.resize(extent: layout.drawerExtent)
    held = .nothing
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    let time = frame.timestamp
    for index in frame.indices where frame[index].phase == .began { grab(frame[index], at: time) }
    gestures.process(frame)
    for event in gestures.events { follow(event) }
    for index in frame.indices where !frame[index].isDown {
      if frame[index].id == caught?.finger { letGo(at: time) }
    }
  }

  mutating func advance(to time: Timestamp) {
    guard let due = gestures.deadline, due <= time else { return }
    gestures.advance(to: time)
    for event in gestures.events { follow(event) }
  }

  var deadline: Timestamp? { gestures.deadline }

  func isAnimating(at time: Timestamp) -> Bool { tray.isAnimating(at: time) || drawer.isAnimating(at: time) }

  func draw(at time: Timestamp, into list: inout DisplayList) {
    guard environment != nil else { return }
    TrayScenery.draw(layout, tray: tray, drawer: drawer, at: time, into: &list)
  }

  /// The movable part at `point`.
  private func target(at point: Point, at time: Timestamp) -> Held {
    if layout.drawer(drawer.position(at: time)).contains(point) { return .drawer }
    if layout.tray(tray.position(at: time)).contains(point) { return .tray }
    return .nothing
  }

  /// Stops the sliding part on which a touch lands.
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

  /// Releases the part that a touch stopped and did not drag: it slides to the nearer end.
  private mutating func letGo(at time: Timestamp) {
    if held == .nothing, caught?.held == .tray, !tray.isAnimating(at: time) { tray.release(velocity: 0, at: time) }
    if held == .nothing, caught?.held == .drawer, !drawer.isAnimating(at: time) {
      drawer.release(velocity: 0, at: time)
    }
    caught = nil
  }

  /// Acts on the event of a recognizer.
  mutating func follow(_ event: GestureEvent) {
    switch event.recognizer {
    case indices.pan:
      drag(event, beginning: target(at: event.gesture.location - event.gesture.translation, at: event.timestamp))
    case indices.edgePan: drag(event, beginning: .drawer)
    case indices.tap where event.state == .recognized: tap(event)
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
      // A cancelled gesture is not a throw.
      let velocity = event.state == .ended ? gesture.velocity : .zero
      if held == .tray { tray.release(velocity: -velocity.dy, at: time) }
      if held == .drawer { drawer.release(velocity: velocity.dx, at: time) }
      held = .nothing
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  /// Opens or closes the tray at a tap on its grip, and closes the open drawer at a tap beside it.
  private mutating func tap(_ event: GestureEvent) {
    let time = event.timestamp
    let location = event.gesture.location
    let top = layout.tray(tray.position(at: time))
    if drawer.isOpen, target(at: location, at: time) != .drawer { return drawer.close(at: time) }
    if location.y >= top.minY, location.y <= top.minY + TrayLayout.grip, top.contains(location) {
      tray.toggle(at: time)
    }
  }
}

/// The gestures of a tray view, and which recognizer of its pipeline is which, in the order in which they stand there.
struct TrayGestures: Sendable, Hashable {
  /// The recognizer that pulls the drawer out of the left edge.
  var edgePan: Int
  /// The recognizer that drags.
  var pan: Int
  /// The recognizer that opens and closes without dragging.
  var tap: Int

  /// The indices in `pipeline`.
  static let standard = TrayGestures(edgePan: 0, pan: 1, tap: 2)

  /// A touch from the left edge of `bounds` pulls the drawer, another that moves drags, one that does not move taps.
  static func pipeline(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(from: .left, of: [bounds])
      PanGestureRecognizer(contestedSlop: 3.4)
      TapGestureRecognizer()
    }
  }
}
