/// Where a gesture is in its life, as its answers tell it.
///
/// A continuous gesture says `began`, then any number of `changed`, then exactly one of `ended` or `cancelled`. A discrete
/// one says `recognized` once and nothing else.
public enum GestureState: UInt8, Sendable {
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
}
