package import Offhand

/// Decides when a frame that differs from the one on the surface is drawn and committed.
public enum PresentationPolicy: Sendable, Hashable, CaseIterable {
  /// Draws once per refresh, late, where the compositor reports when frames are seen, and otherwise commits at once: the shortest latency
  /// at which no more is drawn than is seen, as far as that can be known (Design/Platform.md "When to commit").
  case automatic
  /// Commits every frame at once; one that the compositor has not shown is replaced. Has the lowest latency and draws the most: 2.5 frames
  /// for each that is seen (Design/Platform.md "When to commit").
  case immediate
  /// Draws when the compositor requests a frame: every drawn frame is shown.
  case frameCallback
  /// Draws once per refresh, as late as possible: one frame for each that the compositor shows, with the latest touches in it.
  ///
  /// The compositor sends a frame callback when it begins to show a frame, so it begins with the next one refresh later. If the
  /// refresh is unknown, the policy draws at the callback.
  case lateLatch

  /// The time left of the refresh after the drawing, for the socket and for the compositor's own drawing; 3 ms were enough for both
  /// compositors that were measured, also on a busy machine.
  private static let margin = Duration.milliseconds(3)
  /// The shortest time between two immediate commits, without which an animation would use all of a processor: 2 ms is shorter than the
  /// time between two reports of any usual touch screen.
  private static let shortestInterval = Duration.milliseconds(2)

  /// Whether a frame may be drawn at `now`.
  func opportunity(_ pacing: FramePacing, at now: Timestamp) -> FrameOpportunity {
    switch self {
    case .automatic:
      return (pacing.reportsPresentations ? PresentationPolicy.lateLatch : .immediate).opportunity(pacing, at: now)
    case .immediate:
      guard let last = pacing.lastCommit, last + PresentationPolicy.shortestInterval > now else { return .now }
      return .at(last + PresentationPolicy.shortestInterval)
    case .frameCallback: return pacing.awaitsCallback ? .later : .now
    case .lateLatch:
      if pacing.awaitsCallback { return .later }
      guard let last = pacing.lastCallback, let interval = pacing.refreshInterval else { return .now }
      let latch = last + interval - (pacing.drawingTime + PresentationPolicy.margin)
      return latch > now ? .at(latch) : .now
    }
  }
}

/// Whether a frame may be drawn now.
package enum FrameOpportunity: Sendable, Hashable {
  /// Now.
  case now
  /// At that moment, so that the frame shows the latest touches.
  case at(Timestamp)
  /// After the next event of the compositor: it has not shown the last frame, or not given the surface a size.
  case later
}

/// The known timing with which the compositor shows frames.
package struct FramePacing: Sendable, Hashable {
  /// Whether the compositor has not yet begun to show the last committed frame.
  package var awaitsCallback = false
  /// The moment of the last commit; `nil` before the first.
  var lastCommit: Timestamp?
  /// The moment of the last frame callback; `nil` before the first.
  package var lastCallback: Timestamp?
  /// The time between two frames; `nil` if it is unknown.
  package var refreshInterval: Duration?
  /// The longest recent time from the beginning of the drawing to the commit.
  var drawingTime = Duration.zero
  /// Whether the compositor has reported when a frame was seen.
  var reportsPresentations = false
}
