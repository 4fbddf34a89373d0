public import Logging
public import Offhand
public import OffhandClient

/// `offhand touches`: every touch, every recognizer, the hand.
public enum TouchMonitorProgram {
  /// Shows them until the user ends the program. Throws if something it needs is missing or lost.
  public static func run(
    input: TouchInput = TouchInput(), display: ViewDisplay = ViewDisplay(role: .overlayWhereOffered),
    placement: PlacementSettings = PlacementSettings(), separation: HandSeparation = .automatic,
    isExplained: Bool = false, logger: Logger
  ) throws {
    func show(_ strategy: some PlacementStrategy) throws {
      let program = try ViewProgram(
        view(strategy, separation: separation, isExplained: isExplained), title: "offhand touches",
        input: input, display: display, posture: placement.posture,
        logger: logger)
      program.confine(placing: placement)
      try program.run(placing: placement, logger: logger)
    }
    try show(placement.strategy())
  }

  /// The view alone, for another program.
  public static func view(
    _ strategy: some PlacementStrategy, separation: HandSeparation = .automatic, isExplained: Bool = false
  ) -> some PlacingView {
    TouchMonitorView(strategy: strategy, isExplained: isExplained) {
      TouchMonitorGestures.pipeline(in: $0).byHand(separation)
    }
  }
}

/// Every touch with its trail, every recognizer with its latest event, and the hand: for developers of gestures.
struct TouchMonitorView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: PlacingView {
  private let makeGestures: (Rect) -> Gestures
  private var gestures: Gestures
  var strategy: Strategy
  private var environment: ViewEnvironment?
  private var touches: [MonitoredTouch] = []
  private var rows: [RecognizerRow]
  private var prediction = ViewPrediction()
  private var commentary: PlacementCommentary
  /// The place of the label that is explained.
  private var label: Rect?
  /// The corner of the panel, 0 to 3: upper left, upper right, lower left, lower right. It avoids hands.
  private var corner = 0
  /// A strategy and the touches for each of two hands, so that both have a silhouette: the one that places the label knows one hand.
  private var hands: [(strategy: Strategy, frame: TouchFrame)]

  /// A monitor of the recognizers that `gestures` makes for the bounds of a surface.
  ///
  /// Explained, it shows where a label would be placed for the touches, and why.
  init(
    strategy: Strategy, isExplained: Bool = false, gestures: @escaping (Rect) -> Gestures
  ) {
    commentary = PlacementCommentary(isShown: isExplained)
    makeGestures = gestures
    self.gestures = gestures(Rect(origin: .origin, size: .zero))
    self.strategy = strategy
    hands = [(strategy, TouchFrame()), (strategy, TouchFrame())]
    rows = self.gestures.names.map { RecognizerRow(name: $0.description) }
  }

  mutating func layout(in environment: ViewEnvironment) {
    if environment.bounds != self.environment?.bounds {
      gestures = makeGestures(environment.bounds)
      // What was active went without an event.
      for row in rows.indices { rows[row].end() }
    }
    self.environment = environment
    prediction = ViewPrediction(in: environment)
    adopt(environment)
    for hand in hands.indices { hands[hand].strategy.adopt(environment) }
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    let time = frame.timestamp
    touches.removeAll { !$0.isShown(at: time) }
    let shown = prediction.shownFrame(at: time)
    for index in frame.indices {
      let touch = frame[index]
      if let known = touches.firstIndex(where: { $0.touch.id == touch.id }) {
        let drawn = touch.isDown ? nil : prediction.position(of: touch.id, for: shown)
        touches[known].update(touch, at: time, drawn: drawn, shown: shown.presentation)
      } else {
        touches.append(MonitoredTouch(touch, at: time))
      }
    }
    for index in frame.indices where frame[index].isDown { clearPanel(of: frame[index], in: frame) }
    prediction.record(frame)
    strategy.ingest(frame)
    commentary.record(frame)
    placeLabel(for: frame)
    gestures.process(frame)
    followHands(frame)
    show(gestures.events)
  }

  /// Passes each hand's touches to the strategy that infers its silhouette.
  private mutating func followHands(_ frame: borrowing TouchFrame) {
    guard let separated = gestures as? HandPipelines else { return }
    for hand in hands.indices {
      for index in hands[hand].frame.indices.reversed() { hands[hand].frame.remove(at: index) }
      hands[hand].frame.timestamp = frame.timestamp
      for index in frame.indices where Int(separated.handIndex(of: frame[index].id) ?? 0) == hand {
        hands[hand].frame.append(frame[index])
      }
      hands[hand].strategy.ingest(hands[hand].frame)
    }
  }

  /// Whether both hands touch.
  private var areTwo: Bool { hands.allSatisfy { $0.frame.downCount > 0 } }

  mutating func advance(to time: Timestamp) {
    touches.removeAll { !$0.isShown(at: time) }
    guard let due = gestures.deadline, due <= time else { return }
    gestures.advance(to: time)
    show(gestures.events)
  }

  var deadline: Timestamp? { gestures.deadline }

  func isAnimating(at time: Timestamp) -> Bool {
    touches.contains { $0.isAnimating(at: time) }
      || rows.contains { !$0.isActive && $0.glow(at: time) > 0 } || prediction.isPending(at: time)
  }

  mutating func didShow(_ frame: FrameTime) { prediction.didShow(frame) }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    let time = frame.presentation
    if environment.backdrop == .nothing { drawGrid(environment.bounds, environment.theme, into: &list) }
    let isTouched = touches.contains { $0.leftAt == nil }
    if !commentary.isShown, isTouched {
      let shade = Color(red: 0.55, green: 0.62, blue: 0.72, alpha: 0.22)
      for hand in areTwo ? hands.map(\.strategy) : [strategy] {
        PlacementCommentary.drawHand(of: hand, shade, into: &list)
      }
    }
    let panel = panelRect(in: environment, corner)
    // Under the touches, whose coordinates it would cover.
    if isTouched { drawCommentary(besides: panel, in: environment, into: &list) }
    drawPanel(panel, in: environment, at: time, into: &list)
    for touch in touches where touch.isShown(at: time) {
      touch.draw(for: frame, by: prediction, in: environment, besides: panel, into: &list)
    }
  }

  /// Draws the label that was placed, and why it is there.
  private func drawCommentary(besides panel: Rect, in environment: ViewEnvironment, into list: inout DisplayList) {
    guard commentary.isShown else { return }
    let theme = environment.theme
    if let label { list.fill(label, theme.panel, cornerRadius: theme.cornerRadius) }
    let coordinates = touches.map { $0.labelRect(in: environment, besides: panel) }
    commentary.draw(strategy, on: environment.bounds, besides: [panel] + coordinates, into: &list)
    // Above the hand, which would leave an empty frame.
    if let label { list.text("a label", in: label, style: theme.controlStyle) }
  }

  /// Asks where a label for the touches would be, if that is explained.
  private mutating func placeLabel(for frame: borrowing TouchFrame) {
    guard commentary.isShown, let environment else { return }
    guard frame.downCount > 0 else {
      strategy.remove(TouchMonitorView.label)
      label = nil
      return commentary.forget(TouchMonitorView.label)
    }
    let placement = strategy.place(
      OverlayRequest(
        id: TouchMonitorView.label,
        size: OverlayContent.hud("100%").size(measuredBy: environment.measure, theme: environment.theme),
        bounds: environment.bounds.inset(by: Insets(all: 2)),
        reserved: [panelRect(in: environment, corner)],
        gesture: GestureHint(frame.downCount > 1 ? .pinch : .drag), time: frame.timestamp))
    label = placement.rect
    commentary.note(placement, of: TouchMonitorView.label)
  }

  private static var label: Overlay.ID { Overlay.ID(rawValue: 1) }

  private mutating func show(_ events: GestureEvents) {
    for event in events where rows.indices.contains(event.recognizer) { rows[event.recognizer].show(event) }
  }

  private func drawGrid(_ bounds: Rect, _ theme: Theme, into list: inout DisplayList) {
    list.fill(bounds, theme.background)
    func line(_ index: Int, _ rect: Rect) { list.fill(rect, theme.text.faded(index % 10 == 0 ? 0.16 : 0.06)) }
    for column in 1..<max(2, Int(bounds.width / 10) + 1) {
      line(column, Rect(x: Double(column) * 10, y: 0, width: 0.1, height: bounds.height))
    }
    for row in 1..<max(2, Int(bounds.height / 10) + 1) {
      line(row, Rect(x: 0, y: Double(row) * 10, width: bounds.width, height: 0.1))
    }
  }

  /// Moves the panel to the corner with the fewest touches if one comes upon it, or lands so near that its hand may hide it.
  private mutating func clearPanel(of touch: Touch, in frame: borrowing TouchFrame) {
    guard let environment else { return }
    // A hand lies below its finger: 60 mm cover most of its length.
    let reach = touch.phase == .began ? Insets(top: -60, left: -15, bottom: -20, right: -15) : Insets(all: 0)
    func touches(in corner: Int) -> Int {
      let area = panelRect(in: environment, corner).inset(by: reach)
      return frame.indices.count { frame[$0].isDown && area.contains(frame[$0].position) }
    }
    guard panelRect(in: environment, corner).inset(by: reach).contains(touch.position) else { return }
    corner = (0..<4).min { touches(in: $0) < touches(in: $1) } ?? corner
  }

  /// The factor by which the panel is smaller than it should be: on a phone, and on a low glass.
  private static func reduction(in bounds: Rect) -> Double {
    min(1, max(0.5, min(bounds.width - 10, bounds.height - 20) / 82))
  }

  private func panelRect(in environment: ViewEnvironment, _ corner: Int) -> Rect {
    let (bounds, theme) = (environment.bounds, environment.theme)
    let factor = TouchMonitorView.reduction(in: bounds) * theme.scale
    let size = Size(width: 82 * factor, height: 6.5 * factor * Double(rows.count + 1) + 2 * theme.padding)
    return Rect(
      x: corner % 2 == 1 ? bounds.maxX - 5 - size.width : bounds.minX + 5,
      y: corner > 1 ? bounds.maxY - 5 - size.height : bounds.minY + 5, width: size.width, height: size.height)
  }

  /// Draws the hand and the recognizers, in a corner.
  private func drawPanel(
    _ panel: Rect, in environment: ViewEnvironment, at time: Timestamp, into list: inout DisplayList
  ) {
    let theme = environment.theme
    let reduction = TouchMonitorView.reduction(in: environment.bounds)
    let factor = reduction * theme.scale
    let row = 6.5 * factor
    let size = theme.textSize * reduction
    list.shadow(under: panel, cornerRadius: theme.cornerRadius, theme.shadow)
    list.fill(panel, theme.controlPanel, cornerRadius: theme.cornerRadius)
    list.stroke(panel, theme.hairline, width: theme.hairlineWidth, cornerRadius: theme.cornerRadius)
    var line = Rect(
      x: panel.minX + theme.padding, y: panel.minY + theme.padding, width: panel.width - 2 * theme.padding, height: row)
    list.text(handText, in: line, style: TextStyle(size: size, weight: .bold, color: theme.text))
    for entry in rows {
      line = line.moved(by: Vector(dx: 0, dy: row))
      let glow = Float(entry.glow(at: time))
      let lamp = Point(x: line.minX + 1.4 * factor, y: line.center.y)
      let radius = 1.3 * factor
      list.circle(center: lamp, radius: radius, theme.text.faded(0.12))
      let color = entry.state == .cancelled ? Color(rgb: 0xF05545) : Color(rgb: 0x2FB673)
      if glow > 0 { list.circle(center: lamp, radius: radius, color.faded(glow)) }
      let name = Rect(x: line.minX + 5 * factor, y: line.minY, width: 31 * factor, height: row)
      list.text(entry.name, in: name, style: TextStyle(size: size, color: theme.text.faded(0.7 + 0.3 * glow)))
      let indent = 37 * factor
      let reading = Rect(x: line.minX + indent, y: line.minY, width: line.width - indent, height: row)
      list.text(
        entry.reading, in: reading,
        style: TextStyle(size: size, color: theme.secondaryText.faded(0.6 + 0.4 * glow)))
    }
  }

  private var handText: String {
    let down = touches.count { $0.leftAt == nil }
    let fingers = down == 1 ? "1 finger" : "\(down) fingers"
    if areTwo { return "\(fingers), two hands" }
    let hand = (strategy as? any HandInferringStrategy)?.hand ?? .unknown
    switch hand.side {
    case .unknown: return "\(fingers), hand unknown"
    case .both: return "\(fingers), both hands"
    case .left, .right:
      return "\(fingers), \(hand.side.rawValue) hand \(PercentText.string(hand.confidence))"
    }
  }
}

/// The recognizers that the monitor shows: one of each kind, all at once.
private enum TouchMonitorGestures {
  /// All recognizers on a surface of `bounds`. None excludes another, and pinch and rotation are not locked while the touches
  /// also move, as they are in a pipeline that has to decide.
  static func pipeline(in bounds: Rect) -> some GesturePipeline {
    Pipeline {
      TapGestureRecognizer().simultaneousWithAll()
      LongPressGestureRecognizer().simultaneousWithAll()
      PanGestureRecognizer().simultaneousWithAll()
      SwipeGestureRecognizer().simultaneousWithAll()
      PinchGestureRecognizer(touches: 2...10, lockedSlop: 2, lockedShare: 0).simultaneousWithAll()
      RotationGestureRecognizer(lockedThreshold: Angle(degrees: 3), dominance: 0, lockedDominance: 0)
        .simultaneousWithAll()
      ScreenEdgePanGestureRecognizer(of: [bounds]).simultaneousWithAll()
    }
  }
}

/// One row of the monitor: a recognizer, its latest event, and the time of that event.
private struct RecognizerRow: Sendable {
  /// The time for which a row glows after an event.
  static let glowing = Duration.milliseconds(900)

  let name: String
  private(set) var state: GestureState?
  private var time = Timestamp.zero
  private var gesture = Gesture()

  init(name: String) { self.name = name }

  /// Shows an event of the recognizer.
  mutating func show(_ event: GestureEvent) {
    state = event.state
    time = event.timestamp
    gesture = event.gesture
  }

  /// Ends what is active without an event.
  mutating func end() { if isActive { state = nil } }

  /// Whether its gesture is active.
  var isActive: Bool { state == .began || state == .changed }

  /// The brightness of its glow at `now`, 0 to 1: 1 while its gesture is active.
  func glow(at now: Timestamp) -> Double {
    guard state != nil else { return 0 }
    return isActive ? 1 : max(0, 1 - now.seconds(since: time) / RecognizerRow.glowing.inSeconds)
  }

  /// The measurements of its gesture, in few characters.
  var reading: String {
    guard let state else { return "" }
    let numbers =
      switch name {
      case "pinch": PercentText.string(gesture.scale)
      case "rotation": "\(RecognizerRow.whole(gesture.rotation.degrees))°"
      case "swipe": gesture.direction?.rawValue ?? ""
      case "long-press": ""
      case "screen-edge-pan": gesture.edge?.rawValue ?? ""
      case "tap": gesture.taps > 1 ? "×\(gesture.taps)" : ""
      default: "\(RecognizerRow.whole(gesture.translation.dx)), \(RecognizerRow.whole(gesture.translation.dy)) mm"
      }
    return "\(state)  \(numbers)"
  }

  /// A number without decimals, with a minus sign as wide as a plus.
  private static func whole(_ value: Double) -> String {
    let number = Int(value.rounded())
    return number < 0 ? "−\(-number)" : "\(number)"
  }
}
