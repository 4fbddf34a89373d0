package import Offhand
package import OffhandClient

/// A black surface over a whole output that swallows every touch on it.
package struct CurtainView: TouchView {
  /// What ends the curtain.
  package enum Mode: Sendable, Hashable {
    /// A contact of any fingers that rests for `hold`: a cloth that wipes does not end the curtain. `text` is shown on it, and `words` say
    /// how it ends.
    case hold(Duration, text: String, words: ServiceWords)
    /// The first contact, once all of its fingers have lifted.
    case tap
    /// The same, and nothing is drawn.
    case veil
  }

  /// The time after the first contact for which touches are still swallowed: a finger that wakes a screen often bounces.
  package static let grace = Duration.milliseconds(200)

  /// The distance in millimetres from its landing up to which a touch rests: more than a finger rolls, less than a wipe; an assumption.
  private static let restingDistance = 8.0

  private let mode: Mode
  private var theme = Theme.standard
  private var bounds = Rect(origin: .origin, size: .zero)
  /// The number of fingers on the glass.
  private var fingers = 0
  /// The time at which the present contact began, if it rests, and the time at which the latest one ended.
  private var contact: Timestamp?
  private var lift: Timestamp?
  /// Whether it has ended.
  package private(set) var isOver = false

  package init(_ mode: Mode) { self.mode = mode }

  package mutating func layout(in environment: ViewEnvironment) {
    (bounds, theme) = (environment.bounds, environment.theme)
  }

  package mutating func process(_ frame: borrowing TouchFrame) {
    let before = fingers
    // The finger of the stroke that raised the curtain is no contact of its own.
    guard before > 0 || frame.indices.contains(where: { frame[$0].phase == .began }) else { return }
    fingers = frame.downCount
    if fingers > 0, before == 0 {
      contact = frame.timestamp
      lift = nil
    } else if fingers == 0, before > 0 {
      contact = nil
      lift = frame.timestamp
    } else if case .hold = mode, contact != nil, CurtainView.isWiping(frame) {
      contact = nil
    }
  }

  private static func isWiping(_ frame: borrowing TouchFrame) -> Bool {
    for index in frame.indices where frame[index].isDown {
      if frame[index].position.distance(to: frame[index].landingPosition) > restingDistance { return true }
    }
    return false
  }

  /// Whether the contact that ends it has begun; of one for cleaning, whether a finger is on it.
  var isTouched: Bool { if case .hold = mode { fingers > 0 } else { contact != nil || lift != nil } }

  package var deadline: Timestamp? {
    guard !isOver else { return nil }
    switch mode {
    case .hold(let hold, _, _): return contact.map { $0 + hold }
    case .tap, .veil: return lift.map { $0 + CurtainView.grace }
    }
  }

  package mutating func advance(to time: Timestamp) {
    if let deadline, deadline <= time { isOver = true }
  }

  /// Whether the progress bar of `hold` is moving: only while a finger is down.
  package func isAnimating(at time: Timestamp) -> Bool {
    if case .hold = mode { return contact != nil && !isOver }
    return false
  }

  package func draw(for frame: FrameTime, into list: inout DisplayList) {
    if mode == .veil { return }
    guard case .hold(let hold, let text, let words) = mode else { return list.fill(bounds, .black) }
    list.fill(bounds, theme == .dark ? .black : theme.background)
    let line = Rect(x: bounds.minX, y: bounds.center.y - 8, width: bounds.width, height: 10)
    list.text(text, in: line, style: TextStyle(size: 6, color: theme.text, alignment: .center))
    list.text(
      words.text(.unlock, CurtainView.text(hold)), in: line.moved(by: Vector(dx: 0, dy: 9)),
      style: TextStyle(size: 3.6, color: theme.secondaryText, alignment: .center))
    let track = Rect(center: bounds.center + Vector(dx: 0, dy: 14), size: Size(width: 60, height: 2))
    let share = contact.map { frame.presentation.seconds(since: $0) / max(hold.inSeconds, 0.001) } ?? 0
    list.bar(track, theme.hairline, filledTo: min(max(share, 0), 1), theme.accent)
  }

  /// Such as `3 s` or `2.5 s`.
  private static func text(_ duration: Duration) -> String {
    let tenths = Int((duration.inSeconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension DisplayList {
  /// Draws a bar that is filled from its left end up to a share of it.
  mutating func bar(_ track: Rect, _ color: Color, filledTo share: Double, _ filling: Color) {
    let radius = track.height / 2
    fill(track, color, cornerRadius: radius)
    guard share > 0 else { return }
    let size = Size(width: max(track.height, track.width * share), height: track.height)
    fill(Rect(origin: track.origin, size: size), filling, cornerRadius: radius)
  }
}
