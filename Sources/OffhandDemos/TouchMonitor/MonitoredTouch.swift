import Offhand
import OffhandClient

/// A finger as the monitor shows it: where it is, how it got there, how it left.
struct MonitoredTouch: Sendable {
  /// How large a finger without a known contact is drawn: the mean width of a fingertip's contact, 9 mm, and a rim.
  private static let radius = 6.5
  /// How long a finger that left is still seen.
  static let fading = Duration.milliseconds(350)
  private static let hues: [UInt32] = [
    0x3FA7FF, 0xFF7A45, 0x4CD38A, 0xFFC93C, 0xC58BFF, 0xFF6FA3, 0x35D0D6, 0xA8D843, 0xFF9F6B, 0x8FA6FF,
  ]

  private(set) var touch: Touch
  private(set) var trail = TouchTrail()
  private(set) var leftAt: Timestamp?

  init(_ touch: Touch, at time: Timestamp) {
    self.touch = touch
    trail.add(touch.position, at: time)
  }

  /// Takes the next report in.
  mutating func update(_ newer: Touch, at time: Timestamp) {
    touch = newer
    if newer.isDown { trail.add(newer.position, at: time) } else { leftAt = time }
  }

  /// Whether anything of it is still seen.
  func isSeen(at time: Timestamp) -> Bool {
    guard let leftAt else { return true }
    return time - leftAt < MonitoredTouch.fading || trail.isSeen(at: time)
  }

  /// Whether it looks different a moment later without moving.
  func isAnimating(at time: Timestamp) -> Bool { leftAt == nil ? trail.isSeen(at: time) : isSeen(at: time) }

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
    // As narrow as it can be: the fingers of a hand stand 20 mm apart. Above the finger, where the hand does not lie; below it
    // where there is no room above.
    let bounds = environment.bounds
    let size = Size(width: environment.measure.width(of: text, style: style) + 2.4, height: 4.6)
    let above = touch.position.y - radius - 5
    let y = above > bounds.minY + 3 ? above : touch.position.y + radius + 5
    let line = Rect(center: Point(x: touch.position.x, y: y), size: size).clamped(to: bounds)
    list.fill(line, Color(white: 0.06, alpha: 0.7), cornerRadius: 1.2)
    list.text(text, in: line, style: style)
  }

  /// Millimetres with one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

/// Where a finger has been lately.
struct TouchTrail: Sendable {
  /// How long a place stays seen.
  static let memory = Duration.milliseconds(700)
  /// How many places are kept: 700 ms at the 180 reports a second of a fast panel.
  private static let capacity = 128

  private var places: [(time: Timestamp, point: Point)] = []
  private var first = 0

  init() { places.reserveCapacity(TouchTrail.capacity) }

  /// The finger is at `point` at `time`.
  mutating func add(_ point: Point, at time: Timestamp) {
    if places.count < TouchTrail.capacity {
      places.append((time, point))
    } else {
      places[first] = (time, point)
      first = (first + 1) % places.count
    }
  }

  /// Whether anything is still seen.
  func isSeen(at time: Timestamp) -> Bool {
    guard let last = latest else { return false }
    return time - last.time < TouchTrail.memory
  }

  /// Draws the way, the older the thinner. Opaque, for where two pieces of a translucent line overlap one sees beads.
  func draw(_ color: Color, at time: Timestamp, into list: inout DisplayList) {
    for step in 1..<max(places.count, 1) {
      let from = places[(first + step - 1) % places.count]
      let to = places[(first + step) % places.count]
      let start = TouchTrail.radius(of: from.time, at: time)
      let end = TouchTrail.radius(of: to.time, at: time)
      guard end > 0, from.point != to.point else { continue }
      list.capsule(from: from.point, radius: start, to: to.point, radius: end, color)
    }
  }

  /// Half the width of the line, in millimetres, at a place where the finger was at `then`.
  private static func radius(of then: Timestamp, at time: Timestamp) -> Double {
    max(0, 1 - time.seconds(since: then) / memory.inSeconds)
  }

  private var latest: (time: Timestamp, point: Point)? {
    places.isEmpty ? nil : places[(first + places.count - 1) % places.count]
  }
}
