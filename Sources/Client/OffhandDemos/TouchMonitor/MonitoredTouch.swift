import Offhand
import OffhandClient

/// A touch as the monitor shows it: its position, its trail, and the way it ended.
struct MonitoredTouch: Sendable {
  /// The radius of the ring, in mm: half the mean width of a fingertip's contact, 9 mm, and a rim.
  private static let radius = 6.5
  /// The time for which a touch that left is still shown.
  static let fading = Duration.milliseconds(350)
  private static let hues: [UInt32] = [
    0x3FA7FF, 0xFF7A45, 0x4CD38A, 0xFFC93C, 0xC58BFF, 0xFF6FA3, 0x35D0D6, 0xA8D843, 0xFF9F6B, 0x8FA6FF,
  ]

  private(set) var touch: Touch
  private var trail = TouchTrail()
  private(set) var leftAt: Timestamp?
  /// The rest of its predicted displacement, after it left.
  private var settling: PredictionSettling?

  init(_ touch: Touch, at time: Timestamp) {
    self.touch = touch
    trail.add(touch.position, at: time)
  }

  /// Adopts the next report. The touch is drawn at `drawn` in the picture that is seen at `shown`.
  mutating func update(_ newer: Touch, at time: Timestamp, drawn: Point?, shown: Timestamp) {
    touch = newer
    if newer.isDown { return trail.add(newer.position, at: time) }
    leftAt = time
    if let drawn, drawn != newer.position { settling = PredictionSettling(from: drawn - newer.position, at: shown) }
  }

  /// The position at which it is drawn.
  private func position(for frame: FrameTime, by prediction: ViewPrediction) -> Point {
    guard leftAt != nil else { return prediction.position(of: touch.id, for: frame) ?? touch.position }
    return touch.position + (settling?.displacement(at: frame.presentation) ?? .zero)
  }

  /// Whether any part of it is still shown.
  func isShown(at time: Timestamp) -> Bool {
    guard let leftAt else { return true }
    return time - leftAt < MonitoredTouch.fading || trail.isShown(at: time)
  }

  /// Whether its picture changes by time alone.
  func isAnimating(at time: Timestamp) -> Bool { leftAt == nil ? trail.isShown(at: time) : isShown(at: time) }

  /// Draws trail, ring and coordinates.
  func draw(
    for frame: FrameTime, by prediction: ViewPrediction, in environment: ViewEnvironment, besides panel: Rect,
    into list: inout DisplayList
  ) {
    let time = frame.presentation
    let position = position(for: frame, by: prediction)
    let color = Color(rgb: MonitoredTouch.hues[Int(touch.id.rawValue % UInt64(MonitoredTouch.hues.count))])
    trail.draw(color, to: position, at: time, into: &list)
    let gone = leftAt.map { min(1, time.seconds(since: $0) / MonitoredTouch.fading.inSeconds) } ?? 0
    guard gone < 1 else { return }
    let opacity = Float(1 - gone)
    let radius = MonitoredTouch.radius * (touch.phase == .cancelled ? 1 - 0.5 * gone : 1 + 0.5 * gone)
    list.circle(center: position, radius: radius, color.faded(0.25 * opacity))
    list.ring(center: position, radius: radius, width: 0.6, color.faded(opacity))
    let label = labelRect(around: position, radius: radius, in: environment, besides: panel)
    drawLabel(color.faded(opacity), in: label, environment.theme, into: &list)
  }

  /// Draws the measured coordinates.
  private func drawLabel(_ color: Color, in line: Rect, _ theme: Theme, into list: inout DisplayList) {
    // Nearer to the colour of text, so that every hue can be read on the panel.
    let ink = color.blended(with: theme.text, 0.5).faded(color.alpha)
    list.fill(line, theme.panel.faded(0.8), cornerRadius: 1.2)
    list.text(
      coordinates, in: line, style: TextStyle(size: 2.6 * theme.scale, weight: .bold, color: ink, alignment: .center))
  }

  private var coordinates: String {
    "\(touch.id.rawValue)  \(MonitoredTouch.number(touch.position.x)), \(MonitoredTouch.number(touch.position.y))"
  }

  /// The place of the coordinates of a touch that is drawn at `center`, by default where it was measured.
  func labelRect(
    around center: Point? = nil, radius: Double = radius, in environment: ViewEnvironment, besides panel: Rect
  ) -> Rect {
    let (center, scale) = (center ?? touch.position, environment.theme.scale)
    // As narrow as possible: the fingers of a hand are 20 mm apart. Above the touch, where the hand is not; below it if there is
    // no space above, or the panel.
    let bounds = environment.bounds
    let width = environment.measure.width(of: coordinates, style: TextStyle(size: 2.6 * scale, weight: .bold))
    let size = Size(width: width + 2.4 * scale, height: 4.6 * scale)
    let gap = radius + 2.7 + 2.3 * scale
    let above = Rect(center: Point(x: center.x, y: center.y - gap), size: size).clamped(to: bounds)
    let isFree = center.y - gap > bounds.minY + 3 && !above.intersects(panel)
    return isFree ? above : Rect(center: Point(x: center.x, y: center.y + gap), size: size).clamped(to: bounds)
  }

  /// A number with one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

/// The recent positions of a touch.
private struct TouchTrail: Sendable {
  /// The time for which a position is shown.
  static let memory = Duration.milliseconds(700)
  /// The number of positions kept: 700 ms at the 180 reports a second of a fast panel.
  private static let capacity = 128

  private var positions: [(time: Timestamp, point: Point)] = []
  private var first = 0

  init() { positions.reserveCapacity(TouchTrail.capacity) }

  /// Adds a position.
  mutating func add(_ point: Point, at time: Timestamp) {
    if positions.count < TouchTrail.capacity {
      positions.append((time, point))
    } else {
      positions[first] = (time, point)
      first = (first + 1) % positions.count
    }
  }

  /// Whether any part is still shown.
  func isShown(at time: Timestamp) -> Bool {
    guard let last = latest else { return false }
    return time - last.time < TouchTrail.memory
  }

  /// Draws the trail, older parts thinner, and thinnest the piece from its end to `head`, which is predicted; opaque, because
  /// overlapping parts of a translucent line look like beads.
  func draw(_ color: Color, to head: Point, at time: Timestamp, into list: inout DisplayList) {
    if let latest, latest.point != head {
      let radius = TouchTrail.radius(of: latest.time, at: time) / 2
      if radius > 0 { list.capsule(from: latest.point, radius: radius, to: head, radius: radius, color) }
    }
    for step in 1..<max(positions.count, 1) {
      let from = positions[(first + step - 1) % positions.count]
      let to = positions[(first + step) % positions.count]
      let start = TouchTrail.radius(of: from.time, at: time)
      let end = TouchTrail.radius(of: to.time, at: time)
      guard end > 0, from.point != to.point else { continue }
      list.capsule(from: from.point, radius: start, to: to.point, radius: end, color)
    }
  }

  /// Half the width of the line, in mm, at a position of the time `then`.
  private static func radius(of then: Timestamp, at time: Timestamp) -> Double {
    max(0, min(1, 1 - time.seconds(since: then) / memory.inSeconds))
  }

  private var latest: (time: Timestamp, point: Point)? {
    positions.isEmpty ? nil : positions[(first + positions.count - 1) % positions.count]
  }
}
