public import Offhand

/// Why the overlays of a view are where they are, drawn above it: the fingers, the hand, positions considered with the share that the
/// hand would hide of each, and one sentence. For those who build a view, and to demonstrate it.
///
/// A view gives it every frame of touches and every placement. It keeps them because rules that infer no hand keep nothing. The text
/// that it draws allocates; while it is not shown, it does nothing.
public struct PlacementCommentary: Sendable {
  /// Whether it is drawn.
  public let isShown: Bool
  private var fingers: [Point] = []
  private var latest: (overlay: Overlay.ID, placement: Placement)?

  /// A commentary on nothing yet.
  public init(isShown: Bool) { self.isShown = isShown }

  /// Takes the touches of a frame.
  public mutating func record(_ frame: borrowing TouchFrame) {
    guard isShown else { return }
    fingers.removeAll(keepingCapacity: true)
    for index in frame.indices where frame[index].isDown { fingers.append(frame[index].position) }
  }

  /// Notes the latest placement of an overlay.
  public mutating func note(_ placement: Placement?, of overlay: Overlay.ID) {
    if isShown, let placement { latest = (overlay, placement) }
  }

  /// Forgets an overlay that is no longer shown.
  public mutating func forget(_ overlay: Overlay.ID) { if latest?.overlay == overlay { latest = nil } }

  /// Draws why `strategy` has put the overlays on `panel` where they are; words and positions keep off what is `reserved`.
  public func draw(
    _ strategy: some PlacementStrategy, on panel: Rect, besides reserved: [Rect] = [], into list: inout DisplayList
  ) {
    guard isShown else { return }
    let explanation =
      (strategy as? any ExplainableStrategy)?.explanation
      ?? PlacementExplanation(panel: panel, touches: fingers, unjudged: [latest?.placement].compactMap(\.self))
    list.draw(explanation, besides: reserved)
  }

  /// Draws the hand that `strategy` has inferred, in one shade, and nothing for a rule that infers none.
  public static func drawHand(of strategy: some PlacementStrategy, _ color: Color, into list: inout DisplayList) {
    if let strategy = strategy as? any ExplainableStrategy { list.drawHand(of: strategy.explanation, color) }
  }
}
