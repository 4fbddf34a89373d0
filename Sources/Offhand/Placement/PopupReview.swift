/// Decides whether to reposition a popup that the compositor put elsewhere than requested (Design/Placing.md case 67).
///
/// Pass the hidden fraction of the compositor's position, from `OverlayPlacer.hiddenFraction(of:)`, each time it reports one.
package struct PopupReview: Sendable, Hashable {
  /// The result of a review.
  package enum Verdict: Sendable, Hashable {
    /// Leave the popup there.
    case accept
    /// Request a new position, once.
    case reposition
  }

  /// The hidden fraction above which a second request is worthwhile, 0 to 1.
  package static let hiddenLimit = 0.5
  /// The first version of `xdg_popup` that can be repositioned.
  package static let repositioningVersion: UInt32 = 3

  private var hasRequested = false

  /// The review of a new popup.
  package init() {}

  /// Judges a position of which the fraction `hidden` is under the hand, on a compositor with `version` of `xdg_popup`. Requests at
  /// most one other position: repeated requests to a compositor that moves the popup each time would never settle.
  package mutating func judge(hidden: Double, version: UInt32) -> Verdict {
    guard !hasRequested, hidden > PopupReview.hiddenLimit, version >= PopupReview.repositioningVersion else {
      return .accept
    }
    hasRequested = true
    return .reposition
  }
}
