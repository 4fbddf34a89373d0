/// When a belief becomes an answer: reluctant to change, and at most once in a gesture (recognizers.md K4, K5).
struct HandCommitment: Sendable {
  /// How likely a side must be to be named at all.
  static let likely = 0.65
  /// How likely the named side must stay to be told.
  static let doubtful = 0.5
  /// How likely the other side must be, and for how long, to be named instead.
  static let convincing = 0.8
  /// How long the other side must have been convincing.
  static let persistence = Duration.milliseconds(120)

  private(set) var side = Handedness.unknown
  private var changes = 0
  private var since: Timestamp?

  /// Takes in how likely right and left are, as of `time`.
  mutating func update(right: Double, left: Double, at time: Timestamp) {
    let isRight = right > left
    let likelihood = isRight ? right : left
    let better: Handedness = isRight ? .right : .left
    guard better != side else {
      since = nil
      return
    }
    if side == .unknown {
      if likelihood >= HandCommitment.likely { side = better }
      return
    }
    guard likelihood >= HandCommitment.convincing, changes == 0 else {
      since = nil
      return
    }
    let start = since ?? time
    since = start
    if time - start >= HandCommitment.persistence {
      side = better
      changes += 1
      since = nil
    }
  }

  /// The answer: the side, and how likely it is. A side that has become less likely than the other is not told, though only
  /// a convincing one takes its place.
  func hand(right: Double, left: Double) -> Hand {
    switch side {
    case .right where right >= HandCommitment.doubtful: Hand(side: .right, confidence: right)
    case .left where left >= HandCommitment.doubtful: Hand(side: .left, confidence: left)
    case .right, .left, .both, .unknown: Hand(side: .unknown, confidence: max(right, left))
    }
  }
}
