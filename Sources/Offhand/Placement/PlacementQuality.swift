/// How much of an overlay people are expected to see.
public enum PlacementQuality: String, Sendable, Hashable {
  /// All or nearly all of it: at most a tenth hidden.
  case clear
  /// Most of it: at most 35 % hidden, the share above which an overlay is worth moving (placement.md §2.7).
  case partial
  /// Too little, and there was no better place; or it had to be cut.
  case obstructed

  /// The quality of an overlay of which the fraction `hidden` is expected to be hidden.
  public init(hidden: Double) {
    self = hidden <= 0.1 ? .clear : (hidden <= 0.35 ? .partial : .obstructed)
  }
}
