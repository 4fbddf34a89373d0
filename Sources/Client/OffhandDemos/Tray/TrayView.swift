public import Logging
public import Offhand
public import OffhandClient

/// `offhand tray`: a tray and a drawer that follow a touch.
public enum TrayProgram {
  /// Shows them until the user ends the program. Throws if something it needs is missing or lost.
  public static func run(
    input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(), separation: HandSeparation = .automatic,
    logger: Logger
  ) throws {
    let program = try ViewProgram(
      view(separation: separation), title: "offhand tray", input: input, display: display,
      logger: logger)
    program.confine()
    try program.run()
  }

  /// The view alone, for another program.
  public static func view(separation: HandSeparation = .automatic) -> some TouchView {
    TrayView(indices: .standard) { TrayGestures.pipeline(in: $0, separation) }
  }
}

/// A tray that touches pull up from the lower edge, and a drawer that they pull out of the left one.
///
/// Both follow the touch, resist past their ends, and open or close by the velocity at release. A touch that lands
/// on one that slides stops it. Two hands may pull both at once.
struct TrayView<Gestures: GesturePipeline>: TouchView {
  /// A part that moves.
  private enum Part: CaseIterable { case tray, drawer }

  /// The pull of a hand at a part.
  private struct Pull {
    var hand: UInt8
    /// The translation of the pan that has been applied.
    var latest = Vector.zero
    /// The touches that pull.
    var touches = HeldPicture.Touches()
    /// The rest of what was drawn before these touches pulled, along the way of the part.
    var settling: PredictionSettling?
  }

  private let indices: TrayGestures
  private let makeGestures: (Rect) -> Gestures
  private var gestures: Gestures
  private var layout = TrayLayout(bounds: Rect(origin: .origin, size: .zero))
  private var environment: ViewEnvironment?
  private var hint: Paragraph?
  private(set) var tray: ScrollMotion
  private(set) var drawer: ScrollMotion
  private var pulls: [Part: Pull] = [:]
  /// The touches that stopped a sliding part.
  private var caught: [Part: Touch.ID] = [:]
  private var prediction = ViewPrediction()
  /// The positions at which tray and drawer were drawn before the frame of touches that is processed.
  private var drawn: [Part: Double] = [:]

  /// A view whose recognizers `gestures` makes for the bounds of a surface; they stand in the pipeline as `indices` says.
  init(indices: TrayGestures, gestures: @escaping (Rect) -> Gestures) {
    self.indices = indices
    tray = .drawer(extent: 10)
    drawer = tray
    makeGestures = gestures
    self.gestures = gestures(layout.bounds)
  }

  /// Adopts the size of the surface; open parts stay open, and parts that are held go to the nearer end if the size changes.
  mutating func layout(in environment: ViewEnvironment) {
    self.environment = environment
    hint = TrayScenery.hint(in: environment)
    if environment.bounds != layout.bounds {
      gestures = makeGestures(environment.bounds)
      // Long ago, so that it is there at once: a resize leaves what keeps its extent.
      for part in Part.allCases where pulls[part] != nil || caught[part] != nil {
        self[part].release(velocity: 0, at: .zero)
      }
      pulls = [:]
      caught = [:]
    }
    layout = TrayLayout(bounds: environment.bounds, scale: environment.theme.scale)
    let (tray, drawer) = (layout.trayExtent, layout.drawerExtent)
    self.tray.resize(extent: tray, give: tray, page: tray)
    self.drawer.resize(extent: drawer, give: drawer, page: drawer)
    prediction = ViewPrediction(in: environment)
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    let time = prediction.shownFrame(at: frame.timestamp).presentation
    for index in frame.indices where frame[index].phase == .began { grab(frame[index], at: time) }
    noteDrawnPositions(at: frame.timestamp)
    prediction.record(frame)
    gestures.process(frame)
    for event in gestures.events { follow(event) }
    for index in frame.indices where !frame[index].isDown {
      for part in Part.allCases where caught[part] == frame[index].id { letGo(part, at: time) }
    }
  }

  mutating func advance(to time: Timestamp) {
    guard let due = gestures.deadline, due <= time else { return }
    noteDrawnPositions(at: time)
    gestures.advance(to: time)
    for event in gestures.events { follow(event) }
  }

  var deadline: Timestamp? { gestures.deadline }

  func isAnimating(at time: Timestamp) -> Bool {
    tray.isAnimating(at: time) || drawer.isAnimating(at: time)
      || pulls.values.contains { $0.settling.map { time < $0.end } ?? false }
      || !pulls.isEmpty && prediction.isPending(at: time)
  }

  mutating func didShow(_ frame: FrameTime) { prediction.didShow(frame) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment, let hint else { return }
    TrayScenery.draw(
      layout, tray: (tray, position(of: .tray, for: frame)), drawer: (drawer, position(of: .drawer, for: frame)),
      hint, environment.theme, into: &list)
  }

  /// The position at which a part is drawn.
  private func position(of part: Part, for frame: FrameTime) -> Double {
    let time = frame.presentation
    guard let pull = pulls[part] else { return self[part].position(at: time) }
    let motion = prediction.motion(of: pull.touches, for: frame, allowing: .translation)
    let settling = pull.settling?.displacement(at: time).dx ?? 0
    return self[part].position(
      at: time, draggedBy: distance(motion.similarity.translation, of: part) + settling)
  }

  private mutating func noteDrawnPositions(at time: Timestamp) {
    let frame = prediction.shownFrame(at: time)
    for part in Part.allCases { drawn[part] = position(of: part, for: frame) }
  }

  /// The movable part at `point`.
  private func part(at point: Point, at time: Timestamp) -> Part? {
    if layout.drawer(drawer.position(at: time)).contains(point) { return .drawer }
    return layout.tray(tray.position(at: time)).contains(point) ? .tray : nil
  }

  private subscript(part: Part) -> ScrollMotion {
    get { part == .tray ? tray : drawer }
    set { if part == .tray { tray = newValue } else { drawer = newValue } }
  }

  /// Stops the sliding part on which a touch lands.
  private mutating func grab(_ touch: Touch, at time: Timestamp) {
    guard let part = part(at: touch.position, at: time), self[part].isAnimating(at: time) else { return }
    guard caught[part] == nil, pulls[part] == nil else { return }
    self[part].grab(at: time)
    caught[part] = touch.id
  }

  /// Holds `part` with the touches of the event; the difference to what was drawn settles if they are others than before.
  private mutating func hold(_ part: Part, _ event: GestureEvent) {
    let touches = HeldPicture.Touches(of: event, in: gestures)
    guard let pull = pulls[part], !touches.isSame(as: pull.touches) else { return }
    let frame = prediction.shownFrame(at: event.timestamp)
    pulls[part]?.touches = touches
    pulls[part]?.settling = nil
    let position = position(of: part, for: frame)
    let rest = self[part].drag(from: position, to: drawn[part] ?? position)
    pulls[part]?.settling = PredictionSettling(from: Vector(dx: rest, dy: 0), at: frame.presentation)
  }

  /// Releases the part that a touch stopped and did not drag: it slides to the nearer end.
  private mutating func letGo(_ part: Part, at time: Timestamp) {
    if pulls[part] == nil, !self[part].isAnimating(at: time) { self[part].release(velocity: 0, at: time) }
    caught[part] = nil
  }

  /// Acts on the event of a recognizer.
  mutating func follow(_ event: GestureEvent) {
    switch event.recognizer {
    case indices.pan:
      let origin = event.gesture.location - event.gesture.translation
      drag(event, beginning: caughtPart(of: event) ?? part(at: origin, at: event.timestamp))
    case indices.edgePan: drag(event, beginning: caughtPart(of: event) ?? .drawer)
    case indices.tap where event.state == .recognized: tap(event)
    default: break
    }
  }

  /// The part that a touch of the event stopped.
  private func caughtPart(of event: GestureEvent) -> Part? {
    guard event.state == .began, !caught.isEmpty else { return nil }
    var found: Part?
    gestures.forEachTouch(of: event) { touch in
      for part in Part.allCases where caught[part] == touch.id { found = part }
    }
    return found
  }

  /// The part drawn out along its way by `step`.
  private func distance(_ step: Vector, of part: Part) -> Double { part == .tray ? -step.dy : step.dx }

  private mutating func drag(_ event: GestureEvent, beginning target: Part?) {
    let time = event.timestamp
    let gesture = event.gesture
    if event.state == .began, let target, pulls[target] == nil { pulls[target] = Pull(hand: event.handIndex) }
    guard let part = Part.allCases.first(where: { pulls[$0]?.hand == event.handIndex }) else { return }
    switch event.state {
    case .began, .changed:
      let step = gesture.translation - (pulls[part]?.latest ?? .zero)
      pulls[part]?.latest = gesture.translation
      self[part].drag(by: distance(step, of: part), at: time)
      hold(part, event)
    case .ended, .cancelled:
      // A cancelled gesture is not a throw.
      let velocity = event.state == .ended ? gesture.velocity : .zero
      self[part].release(
        velocity: distance(velocity, of: part), drawn: drawn[part],
        at: prediction.shownFrame(at: time).presentation)
      pulls[part] = nil
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  /// Opens or closes the tray at a tap on its grip, and closes the open drawer at a tap beside it.
  private mutating func tap(_ event: GestureEvent) {
    let time = prediction.shownFrame(at: event.timestamp).presentation
    let location = event.gesture.location
    let top = layout.tray(tray.position(at: time))
    if drawer.isOpen, part(at: location, at: time) != .drawer { return drawer.scroll(to: 0, at: time) }
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
  static func pipeline(in bounds: Rect, _ separation: HandSeparation = .automatic) -> some GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(from: .left, of: [bounds])
      PanGestureRecognizer(contestedSlop: 3.4)
      TapGestureRecognizer()
    }.byHand(separation)
  }
}
