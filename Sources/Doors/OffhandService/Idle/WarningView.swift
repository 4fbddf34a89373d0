package import Offhand
package import OffhandClient

/// The warning before a stage of `[[idle]]`, beside the hand that touched last: a text, the seconds that remain, what to do, and a bar.
package struct WarningView: TouchView {
  private let text, hint: String
  private let end: Timestamp
  private let length: Duration
  private let anchor: Point?
  private var strategy: any PlacementStrategy
  private var theme = Theme.standard
  /// The panel in millimetres; `nil` before the surface has a size.
  package private(set) var rect: Rect?
  /// Whether a finger has landed on the surface.
  package private(set) var isTouched = false

  private static let bar = 1.6
  private static let margin = 4.0

  /// A warning that counts down to `end` from `length` before it; `hint` says what to do. It belongs to `anchor`, and `strategy` knows the
  /// hand there.
  package init(
    _ text: String, hint: String, until end: Timestamp, length: Duration, anchor: Point?,
    strategy: any PlacementStrategy
  ) {
    (self.text, self.hint, self.end, self.length) = (text, hint, end, length)
    (self.anchor, self.strategy) = (anchor, strategy)
  }

  /// The lines in the theme's sizes, and the millimetres that each takes.
  private var lines: (text: TextStyle, seconds: TextStyle, hint: TextStyle, heights: (Double, Double, Double)) {
    let size = theme.textSize
    return (
      TextStyle(size: 1.625 * size, weight: .bold, color: theme.text, alignment: .center),
      TextStyle(size: 2.625 * size, weight: .bold, color: theme.secondaryText, alignment: .center),
      TextStyle(size: 1.125 * size, color: theme.text, alignment: .center), (2 * size, 3.3 * size, 1.9 * size)
    )
  }

  package mutating func layout(in environment: ViewEnvironment) {
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
    theme = environment.theme
    let bounds = environment.bounds.inset(by: Insets(all: WarningView.margin))
    let lines = lines
    let width = max(
      environment.measure.width(of: text, style: lines.text), environment.measure.width(of: hint, style: lines.hint))
    let height = lines.heights.0 + lines.heights.1 + lines.heights.2 + WarningView.bar + 5 * theme.padding
    let size = Size(
      width: min(max(20 * theme.textSize, width + 6 * theme.padding), bounds.width), height: min(height, bounds.height))
    let request = OverlayRequest(
      id: OverlayMenu.id, role: .menu, anchor: anchor.map { Rect(origin: $0, size: .zero) }, size: size,
      bounds: bounds, gesture: GestureHint(.press), time: end)
    // Without a touch that is known, the middle is where most look.
    rect = anchor == nil ? Rect(center: environment.bounds.center, size: size) : strategy.place(request).rect
  }

  package mutating func process(_ frame: borrowing TouchFrame) { if frame.downCount > 0 { isTouched = true } }

  package var deadline: Timestamp? { nil }

  package mutating func advance(to time: Timestamp) {}

  package func isAnimating(at time: Timestamp) -> Bool { time < end }

  package func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let rect else { return }
    list.shadow(under: rect, cornerRadius: theme.cornerRadius, theme.shadow)
    list.fill(rect, theme.controlPanel, cornerRadius: theme.cornerRadius)
    list.stroke(rect, theme.hairline, width: theme.hairlineWidth, cornerRadius: theme.cornerRadius)
    let inner = rect.inset(by: Insets(all: 2 * theme.padding))
    let remaining = min(max(end.seconds(since: frame.presentation), 0), length.inSeconds)
    let lines = lines
    var y = inner.minY
    for (words, style, height) in [
      (text, lines.text, lines.heights.0), ("\(Int(remaining.rounded(.up)))", lines.seconds, lines.heights.1),
      (hint, lines.hint, lines.heights.2),
    ] where y + height <= inner.maxY - WarningView.bar + 0.01 {
      list.text(words, in: Rect(x: inner.minX, y: y, width: inner.width, height: height), style: style)
      y += height
    }
    let track = Rect(
      x: inner.minX, y: inner.maxY - WarningView.bar, width: inner.width, height: WarningView.bar)
    list.bar(track, theme.control, filledTo: remaining / max(length.inSeconds, 0.001), theme.accent)
  }
}
