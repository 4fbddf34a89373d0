public import Offhand

/// Every touch with its trail, every recognizer with what it says, and the hand: what developers of gestures want to see.
public struct TouchMonitorView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: TouchView, PlacingView {
  private let makeGestures: (Rect) -> Gestures
  private var gestures: Gestures
  var strategy: Strategy
  private var environment: ViewEnvironment?
  private var touches: [MonitoredTouch] = []
  private var lights: [RecognizerLight]

  /// A monitor of the recognizers that `gestures` makes for a surface.
  public init(strategy: Strategy, gestures: @escaping (Rect) -> Gestures) {
    makeGestures = gestures
    self.gestures = gestures(Rect(origin: .origin, size: .zero))
    self.strategy = strategy
    lights = self.gestures.names.map { RecognizerLight(name: $0.description) }
  }

  /// Takes the size of the surface over.
  public mutating func layout(in environment: ViewEnvironment) {
    if environment.bounds != self.environment?.bounds { gestures = makeGestures(environment.bounds) }
    self.environment = environment
    place(in: environment)
  }

  /// Takes a frame of touches in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    let time = frame.timestamp
    touches.removeAll { !$0.isSeen(at: time) }
    for index in frame.indices {
      let touch = frame[index]
      if let known = touches.firstIndex(where: { $0.touch.id == touch.id }) {
        touches[known].update(touch, at: time)
      } else {
        touches.append(MonitoredTouch(touch, at: time))
      }
    }
    strategy.ingest(frame)
    gestures.process(frame)
    show(gestures.events)
  }

  /// Serves what is due.
  public mutating func advance(to time: Timestamp) {
    touches.removeAll { !$0.isSeen(at: time) }
    guard let due = gestures.deadline, due <= time else { return }
    gestures.advance(to: time)
    show(gestures.events)
  }

  /// When a recognizer decides.
  public var deadline: Timestamp? { gestures.deadline }

  /// Whether trails or lights fade.
  public func isAnimating(at time: Timestamp) -> Bool {
    touches.contains { $0.isAnimating(at: time) }
      || lights.contains { !$0.isActive && $0.glow(at: time) > 0 }
  }

  /// Draws ground, touches and the panel.
  public func draw(at time: Timestamp, into list: inout DisplayList) {
    guard let environment else { return }
    if environment.backdrop == .nothing { drawGrid(environment.bounds, into: &list) }
    drawPanel(in: environment.bounds, at: time, into: &list)
    for touch in touches where touch.isSeen(at: time) { touch.draw(at: time, in: environment, into: &list) }
  }

  private mutating func show(_ events: GestureEvents) {
    for event in events where lights.indices.contains(event.recognizer) { lights[event.recognizer].answer(event) }
  }

  private func drawGrid(_ bounds: Rect, into list: inout DisplayList) {
    list.fill(bounds, Color(rgb: 0x14171C))
    for column in 1..<max(2, Int(bounds.width / 10) + 1) {
      let isTenth = column % 10 == 0
      list.fill(
        Rect(x: Double(column) * 10, y: 0, width: 0.1, height: bounds.height),
        Color(white: 1, alpha: isTenth ? 0.16 : 0.06))
    }
    for row in 1..<max(2, Int(bounds.height / 10) + 1) {
      list.fill(
        Rect(x: 0, y: Double(row) * 10, width: bounds.width, height: 0.1),
        Color(white: 1, alpha: row % 10 == 0 ? 0.16 : 0.06))
    }
  }

  /// The hand and the recognizers, in the upper left corner.
  private func drawPanel(in bounds: Rect, at time: Timestamp, into list: inout DisplayList) {
    let theme = OverlayTheme.standard
    let row = 6.5
    let panel = Rect(
      x: bounds.minX + 5, y: bounds.minY + 5, width: 82, height: row * Double(lights.count + 1) + 2 * theme.padding)
    list.shadow(under: panel, cornerRadius: theme.cornerRadius, theme.shadow)
    list.fill(panel, theme.controlPanel, cornerRadius: theme.cornerRadius)
    list.stroke(panel, theme.hairline, width: theme.hairlineWidth, cornerRadius: theme.cornerRadius)
    var line = Rect(
      x: panel.minX + theme.padding, y: panel.minY + theme.padding, width: panel.width - 2 * theme.padding, height: row)
    list.text(handText, in: line, style: TextStyle(size: theme.textSize, weight: .bold, color: theme.text))
    for light in lights {
      line = line.moved(by: Vector(dx: 0, dy: row))
      let glow = Float(light.glow(at: time))
      let lamp = Point(x: line.minX + 1.4, y: line.center.y)
      list.circle(center: lamp, radius: 1.3, Color(white: 1, alpha: 0.12))
      let color = light.state == .cancelled ? Color(rgb: 0xFF6B5E) : Color(rgb: 0x4CD38A)
      if glow > 0 { list.circle(center: lamp, radius: 1.3, color.faded(glow)) }
      let name = Rect(x: line.minX + 5, y: line.minY, width: 31, height: row)
      list.text(light.name, in: name, style: TextStyle(size: theme.textSize, color: theme.text.faded(0.6 + 0.4 * glow)))
      let reading = Rect(x: line.minX + 37, y: line.minY, width: line.width - 37, height: row)
      list.text(
        light.reading, in: reading,
        style: TextStyle(size: theme.textSize, color: theme.secondaryText.faded(0.3 + 0.7 * glow)))
    }
  }

  private var handText: String {
    let down = touches.count { $0.leftAt == nil }
    let fingers = down == 1 ? "1 finger" : "\(down) fingers"
    switch strategy.hand.side {
    case .unknown: return "\(fingers), hand unknown"
    case .both: return "\(fingers), both hands"
    case .left, .right:
      return "\(fingers), \(strategy.hand.side.rawValue) hand \(PercentText.string(strategy.hand.confidence))"
    }
  }
}
