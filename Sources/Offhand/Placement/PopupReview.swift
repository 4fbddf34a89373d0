/// What to do about a popup that the compositor put elsewhere than it was asked to (placement.md case 67).
///
/// Give it what `OverlayPlacer.hiddenFraction(of:)` says of the place that the compositor chose, each time it says one.
public struct PopupReview: Sendable, Hashable {
  /// What to do.
  public enum Verdict: Sendable, Hashable {
    /// Leave it there.
    case accept
    /// Ask once more, with a place that is decided anew.
    case reposition
  }

  /// From this hidden fraction on it is worth a second try, 0 to 1.
  public static let bearable = 0.5
  /// The version of `xdg_popup` that can be asked again.
  public static let repositioningVersion: UInt32 = 3

  private var hasAsked = false

  /// The review of a popup that has just been made.
  public init() {}

  /// Judges a place of which the fraction `hidden` is under the hand, on a compositor that speaks `version` of `xdg_popup`. Asks
  /// again once at most: a compositor that knows better twice has its reasons, and two that insist would never come to rest.
  public mutating func judge(hidden: Double, version: UInt32) -> Verdict {
    guard !hasAsked, hidden > PopupReview.bearable, version >= PopupReview.repositioningVersion else { return .accept }
    hasAsked = true
    return .reposition
  }
}
