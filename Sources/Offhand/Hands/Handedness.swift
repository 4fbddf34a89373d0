/// Whose hand it is.
public enum Handedness: String, Sendable, Hashable {
  /// A left hand.
  case left
  /// A right hand.
  case right
  /// One of each.
  case both
  /// Nobody can tell.
  case unknown

  /// The other hand; `both` and `unknown` stay.
  public var mirrored: Handedness {
    switch self {
    case .left: .right
    case .right: .left
    case .both: .both
    case .unknown: .unknown
    }
  }
}
