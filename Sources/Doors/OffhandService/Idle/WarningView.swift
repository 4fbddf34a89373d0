package import Offhand
package import OffhandClient

/// The warning before a stage of `[[idle]]`: a text and the seconds that remain, beside the hand that touched last.
package struct WarningView: TouchView {
  private let text: String
  private let end: Timestamp
  private let length: Duration
  private let anchor: Point?
  private var strategy: any PlacementStrategy
  private var theme = Theme.standard
  /// The panel in millimetres; `nil` before the surface has a size.
  package private(set) var rect: Rect?
  /// Whether a finger has landed on the surface.
  package private(set) var isTouched = false

  private static let textStyle = TextStyle(size: 5.2, weight: .bold, color: .white, alignment: .center)
  private static let bar = 1.6
  private static let margin = 4.0

  /// A warning that counts down to `end` from `length` before it. It belongs to `anchor`, and `strategy` knows the hand there.
  package init(
    _ text: String, until end: Timestamp, length: Duration, anchor: Point?, strategy: any PlacementStrategy
  ) {
    (self.text, self.end, self.length, self.anchor, self.strategy) = (text, end, length, anchor, strategy)
  }

  package mutating func layout(in environment: ViewEnvironment) {
    strategy.environment.panel = environment.bounds
    if let posture = environment.posture { strategy.environment.posture = posture }
    theme = environment.theme
    let bounds = environment.bounds.inset(by: Insets(all: WarningView.margin))
    let width = environment.measure.width(of: text, style: WarningView.textStyle) + 6 * theme.padding
    let size = Size(width: min(max(64, width), bounds.width), height: min(33, bounds.height))
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
    var style = WarningView.textStyle
    style.color = theme.text
    let inner = rect.inset(by: Insets(all: 2 * theme.padding))
    list.text(text, in: Rect(x: inner.minX, y: inner.minY, width: inner.width, height: 6.4), style: style)
    let remaining = min(max(end.seconds(since: frame.presentation), 0), length.inSeconds)
    style.color = theme.secondaryText
    style.size = 8.4
    list.text(
      "\(Int(remaining.rounded(.up)))", in: Rect(x: inner.minX, y: inner.minY + 8, width: inner.width, height: 10),
      style: style)
    let track = Rect(
      x: inner.minX, y: inner.maxY - WarningView.bar, width: inner.width, height: WarningView.bar)
    list.bar(track, theme.control, filledTo: remaining / max(length.inSeconds, 0.001), theme.accent)
  }
}
