/// Decides what a hand hides. One job: from what is believed of a hand to the pieces of glass that it hides, for each posture of the
/// hand with its probability.
public protocol OcclusionModel: Sendable {
  /// Adds what the hand of `track` hides to `field`, in the frame of the user of `environment`.
  func add(_ track: borrowing HandTrack, in environment: PanelSetup, to field: inout OcclusionField)
}

/// The probability that hands hide each position of the glass.
///
/// A hand may be held in several ways, its hypotheses, of which one is true; different hands hide independently. Positions are
/// those of the user's frame. Nothing is allocated once the storage has grown.
public struct OcclusionField: Sendable {
  /// One possible pose of a hand.
  struct Hypothesis: Sendable {
    var first: Int
    var end: Int
    /// Its probability in parts of `OcclusionMap.certain`: sums of integers do not depend on their order.
    var share: Int
    /// Its weight where a position is chosen, in the same parts: `share` times `emphasis`.
    var stake: Int
    var track: Int
    /// The side of its hand; `unknown` for the models and hypotheses that have none.
    var side: Handedness
    /// The smallest upright rectangle around its pieces.
    var minX, minY, maxX, maxY: Float
  }

  /// The most hands that are distinguished; Design/HandModel.md "Hand tracks".
  static let trackLimit = 4

  /// All pieces, one hypothesis after the other.
  private(set) var pieces: [OcclusionPiece] = []
  private(set) var hypotheses: [Hypothesis] = []
  private(set) var trackCount = 0
  /// The smallest upright rectangle around all pieces.
  private(set) var box = (minX: Double.infinity, minY: Double.infinity, maxX: -Double.infinity, maxY: -Double.infinity)
  /// The weight of the hands that follow, 0 to 1: less than 1 for hands of other people, which leave by themselves.
  var strength = 1.0
  /// The amount by which the current hand's probabilities may still grow: up to twice certainty, so that nothing overflows.
  private var unclaimed = 0
  /// The factor by which the hypotheses that follow count for more than their probability where a position is chosen.
  var emphasis = 1.0
  /// The side of the hypotheses that follow.
  var side = Handedness.unknown
  /// Whether a hypothesis counts for more than its probability.
  private(set) var isEmphasized = false

  package init() {
    pieces.reserveCapacity(512)
    hypotheses.reserveCapacity(64)
  }

  var isEmpty: Bool { pieces.isEmpty }

  package mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    hypotheses.removeAll(keepingCapacity: true)
    trackCount = 0
    unclaimed = 0
    strength = 1
    emphasis = 1
    side = .unknown
    isEmphasized = false
    box = (.infinity, .infinity, -.infinity, -.infinity)
  }

  /// Begins another hand; the weights of the hypotheses that follow must add up to at most one.
  public mutating func beginTrack() {
    trackCount += 1
    unclaimed = 2 * OcclusionMap.certain - 1
  }

  /// Begins another possible pose of the hand, with the probability `weight`; its pieces follow.
  public mutating func beginHypothesis(weight: Double) {
    if trackCount == 0 { beginTrack() }
    let probability = min(max(weight, 0), 1) * strength * Double(OcclusionMap.certain)
    let stake = min(Int((probability * emphasis).rounded()), unclaimed)
    hypotheses.append(
      Hypothesis(
        first: pieces.count, end: pieces.count, share: min(Int(probability.rounded()), stake), stake: stake,
        track: trackCount - 1, side: side, minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity))
    unclaimed -= stake
    if emphasis > 1 { isEmphasized = true }
  }

  /// Adds a piece to the latest hypothesis.
  public mutating func append(_ piece: OcclusionPiece) {
    if hypotheses.isEmpty { beginHypothesis(weight: 1) }
    pieces.append(piece)
    let last = hypotheses.count - 1
    hypotheses[last].end = pieces.count
    hypotheses[last].minX = min(hypotheses[last].minX, piece.minX)
    hypotheses[last].minY = min(hypotheses[last].minY, piece.minY)
    hypotheses[last].maxX = max(hypotheses[last].maxX, piece.maxX)
    hypotheses[last].maxY = max(hypotheses[last].maxY, piece.maxY)
    box = (
      min(box.minX, Double(piece.minX)), min(box.minY, Double(piece.minY)), max(box.maxX, Double(piece.maxX)),
      max(box.maxY, Double(piece.maxY))
    )
  }

  /// The probability that `position` is hidden, 0 to 1.
  func hidden(at position: UserPoint) -> Double {
    let (x, y) = (Float(position.x), Float(position.y))
    var visible = 1.0
    var index = 0
    for track in 0..<trackCount {
      var share = 0
      while index < hypotheses.count, hypotheses[index].track == track {
        let hypothesis = hypotheses[index]
        index += 1
        guard x >= hypothesis.minX, x <= hypothesis.maxX, y >= hypothesis.minY, y <= hypothesis.maxY else { continue }
        for piece in hypothesis.first..<hypothesis.end where pieces[piece].hides(x: x, y: y) {
          share += hypothesis.share
          break
        }
      }
      visible *= 1 - Double(min(share, OcclusionMap.certain)) / Double(OcclusionMap.certain)
    }
    return 1 - visible
  }
}
