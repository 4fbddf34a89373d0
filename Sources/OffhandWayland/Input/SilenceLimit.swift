/// When a touch that the compositor no longer reports counts as lost.
///
/// labwc 0.8, weston 14, cage 0.2 and phoc 0.46 pass no cancel on: a finger whose panel is unplugged, or that becomes a palm, sends neither
/// a lift nor anything else, and stays down for ever unless its number lands again. A finger that rests sends nothing either on some
/// panels, so silence alone proves nothing: only where other fingers have landed since does the panel work while this touch does not. A
/// pull from an edge is seen on a strip that nobody else touches, so there silence has to be enough: a drawer that closes below a finger
/// which rests is a smaller loss than one that stays half open. What was cancelled by mistake does not come back before it has lifted.
package struct SilenceLimit: Sendable, Hashable {
  /// The time without a report after which a touch is cancelled.
  package var time: Duration
  /// Whether the time begins only when another finger lands.
  package var needsOthers: Bool

  /// A limit; by default only touches are lost during which others land.
  package init(_ time: Duration, needsOthers: Bool = true) { (self.time, self.needsOthers) = (time, needsOthers) }

  /// For the touches on a window or an overlay.
  package static let surface = SilenceLimit(.seconds(10))
  /// For a strip at an edge.
  package static let strip = SilenceLimit(.seconds(5), needsOthers: false)

  /// The programs of the compositors of which it is known that they pass no cancel on (`/proc/PID/comm`).
  static let compositors: Set<String> = ["cage", "labwc", "phoc", "weston"]
}
