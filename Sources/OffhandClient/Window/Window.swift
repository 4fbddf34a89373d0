import Offhand
import OffhandWayland

/// Where the frames of a program are seen.
protocol Window: AnyObject {
  /// How large it is; `nil` until the compositor has said so.
  var geometry: WindowGeometry? { get }

  /// Whether it must be drawn even if nothing changes on it.
  var needsFrame: Bool { get }

  /// Whether a frame that differs from the one that is seen may be drawn at `now`.
  func opportunity(at now: Timestamp) -> FrameOpportunity

  /// Draws a frame and shows it: `body` fills the buffer and answers what differs from the frame before.
  func draw(_ body: (WindowBuffer) -> Damage) throws -> DrawOutcome
}
