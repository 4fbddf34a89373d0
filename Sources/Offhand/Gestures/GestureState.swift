/// Where a gesture is in its life, as its answers tell it.
///
/// A continuous gesture says `began`, then any number of `changed`, then exactly one of `ended` or `cancelled`. A discrete
/// one says `recognized` once and nothing else; only where its pipeline asks for it, `unconfirmed` comes before, and
/// then exactly one of `recognized` or `superseded` follows.
public enum GestureState: UInt8, Sendable, CaseIterable {
  /// A continuous gesture was recognized.
  case began
  /// A continuous gesture went on.
  case changed
  /// A continuous gesture came to its natural end.
  case ended
  /// A continuous gesture was broken off; nothing may follow from it.
  case cancelled
  /// A discrete gesture happened.
  case recognized
  /// A discrete gesture happened, but another that it waits for may still take its place.
  case unconfirmed
  /// Another gesture took the place of an unconfirmed one.
  case superseded
}
