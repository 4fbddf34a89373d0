import Offhand
import OffhandClient

/// The parts of the placement's explanation that a view draws.
package enum PlacementCommentary: Sendable, Hashable {
  /// The overlays only.
  case none
  /// Touches, occlusion, candidates and the reason for the chosen one, above the scene.
  case explained
}

/// What a view draws of the reasons for its overlays: kept from frame to frame, because rules that infer no hand keep nothing.
struct Commentary: Sendable {
  /// Whether it is drawn at all.
  let isShown: Bool
  private var fingers: [Point] = []
  private var latest: (overlay: Overlay.ID, placement: Placement)?

  init(_ commentary: PlacementCommentary) { isShown = commentary == .explained }

  /// Takes the touches of a frame.
  mutating func record(_ frame: borrowing TouchFrame) {
    guard isShown else { return }
    fingers.removeAll(keepingCapacity: true)
    for index in frame.indices where frame[index].isDown { fingers.append(frame[index].position) }
  }

  /// Notes the latest placement of an overlay.
  mutating func note(_ placement: Placement?, of overlay: Overlay.ID) {
    if isShown, let placement { latest = (overlay, placement) }
  }

  /// Forgets an overlay that is no longer shown.
  mutating func forget(_ overlay: Overlay.ID) { if latest?.overlay == overlay { latest = nil } }

  /// Draws why the overlays on `panel` are where they are.
  func draw(_ strategy: some PlacementStrategy, on panel: Rect, into list: inout DisplayList) {
    guard isShown else { return }
    if let strategy = strategy as? any ExplainableStrategy {
      list.draw(strategy.explanation)
    } else {
      list.draw(
        PlacementExplanation(panel: panel, touches: fingers, unjudged: [latest?.placement].compactMap(\.self)))
    }
  }
}
