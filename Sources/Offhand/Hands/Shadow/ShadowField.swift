/// How likely every place is hidden: the shadows of all hands that there may be, each with its probability.
///
/// A hand that may be held in several ways is a track of several hypotheses, of which one is true; different tracks hide
/// independently. The storage is used again: `removeAll()` and fill it anew, and nothing is allocated once it has grown.
/// Coordinates are those of the user's frame: millimetres from the panel's centre, x to the user's right, y towards the user.
public struct ShadowField: Sendable {
  /// Whose hand a hypothesis speaks of; sums are taken side by side, so that a mirrored field answers exactly the same.
  public enum Owner: UInt8, Sendable {
    /// A right hand.
    case right
    /// A left hand.
    case left
    /// Something that is no hand, or stands for both.
    case anything
  }

  /// One way in which one hand may be held.
  struct Hypothesis: Sendable {
    var first: Int
    var end: Int
    var weight: Double
    var owner: Owner
    var track: Int
    var minX, minY, maxX, maxY: Float
  }

  /// The most tracks that are told apart; placement.md §2.4.
  public static let trackLimit = 4

  /// All pieces, one hypothesis after the other.
  public private(set) var pieces: [ShadowPiece] = []
  private(set) var hypotheses: [Hypothesis] = []
  private(set) var trackCount = 0

  /// A field in which nothing is hidden.
  public init() {
    pieces.reserveCapacity(512)
    hypotheses.reserveCapacity(64)
  }

  /// Whether nothing is hidden anywhere.
  public var isEmpty: Bool { pieces.isEmpty }

  /// Forgets everything but the storage.
  public mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    hypotheses.removeAll(keepingCapacity: true)
    trackCount = 0
  }

  /// Begins another hand; the weights of the hypotheses that follow must add up to one at most.
  public mutating func beginTrack() { trackCount += 1 }

  /// Begins another way in which the hand may be held, with its probability; its pieces follow.
  public mutating func beginHypothesis(weight: Double, owner: Owner) {
    if trackCount == 0 { trackCount = 1 }
    hypotheses.append(
      Hypothesis(
        first: pieces.count, end: pieces.count, weight: weight, owner: owner, track: trackCount - 1,
        minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity))
  }

  /// Adds a piece to the hypothesis begun last.
  public mutating func append(_ piece: ShadowPiece) {
    if hypotheses.isEmpty { beginHypothesis(weight: 1, owner: .anything) }
    pieces.append(piece)
    let last = hypotheses.count - 1
    hypotheses[last].end = pieces.count
    hypotheses[last].minX = min(hypotheses[last].minX, piece.minX)
    hypotheses[last].minY = min(hypotheses[last].minY, piece.minY)
    hypotheses[last].maxX = max(hypotheses[last].maxX, piece.maxX)
    hypotheses[last].maxY = max(hypotheses[last].maxY, piece.maxY)
  }

  /// How likely the place (x, y) is hidden, 0 to 1.
  public func hidden(x: Double, y: Double) -> Double {
    let (px, py) = (Float(x), Float(y))
    var seen = 1.0
    var index = 0
    for track in 0..<trackCount {
      var sums = (right: 0.0, left: 0.0, anything: 0.0)
      while index < hypotheses.count, hypotheses[index].track == track {
        let hypothesis = hypotheses[index]
        index += 1
        guard px >= hypothesis.minX, px <= hypothesis.maxX, py >= hypothesis.minY, py <= hypothesis.maxY else {
          continue
        }
        for piece in hypothesis.first..<hypothesis.end where pieces[piece].hides(x: px, y: py) {
          ShadowField.add(hypothesis.weight, of: hypothesis.owner, to: &sums)
          break
        }
      }
      seen *= 1 - min(1, (sums.right + sums.left) + sums.anything)
    }
    return 1 - seen
  }

  static func add(
    _ value: Double, of owner: Owner, to sums: inout (right: Double, left: Double, anything: Double)
  ) {
    switch owner {
    case .right: sums.right += value
    case .left: sums.left += value
    case .anything: sums.anything += value
    }
  }
}
