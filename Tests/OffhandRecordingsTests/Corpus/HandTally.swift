import Offhand

/// What was answered about hands whose truth is known: how often a side was named, how often rightly, how well the confidence
/// was founded.
struct HandTally {
  private(set) var count = 0
  private(set) var named = 0
  private(set) var right = 0
  /// Wrong sides with a confidence above 0.9.
  private(set) var rash = 0
  private var bins = [(count: Int, confidence: Double, hits: Double)](repeating: (0, 0, 0), count: 21)

  /// Takes in that `hand` was answered where `truth` was there.
  mutating func note(_ hand: Hand, truth: Handedness) {
    count += 1
    guard hand.side != .unknown else { return }
    named += 1
    let isRight = hand.side == truth
    right += isRight ? 1 : 0
    rash += !isRight && hand.confidence > 0.9 ? 1 : 0
    let bin = Int(hand.confidence * 20)
    bins[bin].count += 1
    bins[bin].confidence += hand.confidence
    bins[bin].hits += isRight ? 1 : 0
  }

  /// The share of answers that name a side.
  var share: Double { Double(named) / Double(max(1, count)) }
  /// The share of the named sides that are right.
  var accuracy: Double { Double(right) / Double(max(1, named)) }
  /// The share of all answers that are wrong with a confidence above 0.9.
  var rashness: Double { Double(rash) / Double(max(1, count)) }
  /// By how much confidence and truth differ on average, in twenty bins.
  var calibrationError: Double {
    bins.reduce(0) { $0 + abs($1.confidence - $1.hits) } / Double(max(1, named))
  }
  /// By how much confidence exceeds truth on average, where it does.
  var overconfidence: Double {
    bins.reduce(0) { $0 + max(0, $1.confidence - $1.hits) } / Double(max(1, named))
  }

  /// The share of the sides named with at least this confidence, a multiple of a twentieth, that are right.
  func accuracy(from confidence: Double) -> Double {
    let sure = bins[Int(confidence * 20 + 0.5)...]
    return sure.reduce(0) { $0 + $1.hits } / Double(max(1, sure.reduce(0) { $0 + $1.count }))
  }

  /// The figures in one line.
  var line: String {
    let table = bins.indices.filter { bins[$0].count > 0 }
      .map { "\(Double($0) / 20): \(Int(bins[$0].hits))/\(bins[$0].count)" }.joined(separator: ", ")
    return
      "\(count) gestures, \(named) named, accuracy \(accuracy), calibration error \(calibrationError), rash \(rash), \(table)"
  }
}
