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

  init(_ touch: Touch, at time: Timestamp) {
    self.touch = touch
    trail.add(touch.position, at: time)
  }

  /// Adopts the next report.
  mutating func update(_ newer: Touch, at time: Timestamp) {
    touch = newer
    if newer.isDown { trail.add(newer.position, at: time) } else { leftAt = time }
  }

  /// Whether any part of it is still shown.
  func isShown(at time: Timestamp) -> Bool {
    guard let leftAt else { return true }
    return time - leftAt < MonitoredTouch.fading || trail.isShown(at: time)
  }

  /// Whether its picture changes by time alone.
  func isAnimating(at time: Timestamp) -> Bool { leftAt == nil ? trail.isShown(at: time) : isShown(at: time) }

  /// Draws trail, ring and coordinates.
  func draw(at time: Timestamp, in environment: ViewEnvironment, into list: inout DisplayList) {
    let color = Color(rgb: MonitoredTouch.hues[Int(touch.id.rawValue % UInt64(MonitoredTouch.hues.count))])
    trail.draw(color, at: time, into: &list)
    let gone = leftAt.map { min(1, time.seconds(since: $0) / MonitoredTouch.fading.inSeconds) } ?? 0
    guard gone < 1 else { return }
    let opacity = Float(1 - gone)
    let radius = MonitoredTouch.radius * (touch.phase == .cancelled ? 1 - 0.5 * gone : 1 + 0.5 * gone)
    list.circle(center: touch.position, radius: radius, color.faded(0.25 * opacity))
    list.ring(center: touch.position, radius: radius, width: 0.6, color.faded(opacity))
    drawLabel(color.faded(opacity), radius: radius, in: environment, into: &list)
  }

  private func drawLabel(
    _ color: Color, radius: Double, in environment: ViewEnvironment, into list: inout DisplayList
  ) {
    let text =
      "\(touch.id.rawValue)  \(MonitoredTouch.number(touch.position.x)), \(MonitoredTouch.number(touch.position.y))"
    let style = TextStyle(size: 2.6, weight: .bold, color: color, alignment: .center)
    // As narrow as possible: the fingers of a hand are 20 mm apart. Above the touch, where the hand is not; below it if there is
    // no space above.
    let bounds = environment.bounds
    let size = Size(width: environment.measure.width(of: text, style: style) + 2.4, height: 4.6)
    let above = touch.position.y - radius - 5
    let y = above > bounds.minY + 3 ? above : touch.position.y + radius + 5
    let line = Rect(center: Point(x: touch.position.x, y: y), size: size).clamped(to: bounds)
    list.fill(line, Color(white: 0.06, alpha: 0.7), cornerRadius: 1.2)
    list.text(text, in: line, style: style)
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

  /// Draws the trail, older parts thinner; opaque, because overlapping parts of a translucent line look like beads.
  func draw(_ color: Color, at time: Timestamp, into list: inout DisplayList) {
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
    max(0, 1 - time.seconds(since: then) / memory.inSeconds)
  }

  private var latest: (time: Timestamp, point: Point)? {
    positions.isEmpty ? nil : positions[(first + positions.count - 1) % positions.count]
  }
}
