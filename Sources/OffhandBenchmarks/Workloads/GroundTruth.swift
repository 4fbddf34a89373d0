public import Offhand

/// What fingers did on purpose in one stretch of a workload, and when that could be known.
public struct GroundTruth: Sendable, Hashable {
  /// What they did, for people: `tap`, `pinch out`.
  public var kind: String
  /// The recognizer that should say so, as its pipeline names it.
  public var expected: String
  /// How many times it should.
  public var count: Int
  /// The moment from which a perfect recognizer knows: the frame in which a finger without noise has done it.
  public var decidable: Timestamp
  /// The stretch begins here and lasts until the next one begins.
  public var start: Timestamp
  /// What may be recognized as well without being wrong.
  public var tolerated: Set<String>

  /// Fingers that did `kind` on purpose.
  public init(
    kind: String, expected: String, count: Int = 1, decidable: Timestamp, start: Timestamp, tolerated: Set<String> = []
  ) {
    self.kind = kind
    self.expected = expected
    self.count = count
    self.decidable = decidable
    self.start = start
    self.tolerated = tolerated
  }
}
