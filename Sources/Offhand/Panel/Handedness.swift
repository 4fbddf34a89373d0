/// A side of the body, as far as it is known.
public enum Handedness: String, Sendable, Hashable {
  /// A left hand.
  case left
  /// A right hand.
  case right
  /// One of each.
  case both
  /// Not known.
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

/// An estimate of the hand behind the touches: a side and its probability.
public struct Hand: Sendable, Hashable {
  /// The side.
  public var side: Handedness
  /// The probability of the side, 0 to 1: from 0.65 when it is named, from 0.5 afterwards. Where the side is unknown, that of the more
  /// likely side: 0.5 where nothing is known, below 0.65 where that is too little to name it, more while a side that was named is in doubt; 0
  /// while there is no hand.
  public var confidence: Double

  /// An estimate.
  public init(side: Handedness, confidence: Double) {
    self.side = side
    self.confidence = confidence
  }

  /// No estimate.
  public static let unknown = Hand(side: .unknown, confidence: 0)

  /// One left and one right hand: fingers too far apart for one hand, which may still be two people's.
  public static let both = Hand(side: .both, confidence: 0.9)
}
