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

/// An estimate of the hand behind the touches: a side, and how sure it is.
public struct Hand: Sendable, Hashable {
  /// The side.
  public var side: Handedness
  /// How likely the side is, from 0 to 1. Where it is unknown, how likely the likelier one is: 0.5 where nobody can tell, less
  /// than 0.65 where that is too little to name it, more while one that was named is doubted; 0 while there is no hand.
  public var confidence: Double

  /// An estimate.
  public init(side: Handedness, confidence: Double) {
    self.side = side
    self.confidence = confidence
  }

  /// No idea.
  public static let unknown = Hand(side: .unknown, confidence: 0)

  /// One left and one right hand: fingers too far apart for one, which may yet be two people's.
  public static let both = Hand(side: .both, confidence: 0.9)
}
