/// Says what a hand hides. One job: from what is believed of a hand to the pieces of its shadow, each way of holding with its
/// probability.
public protocol OcclusionModel: Sendable {
  /// Adds one track to `field`: the hand of `track`, in the user's frame of `environment`.
  func cast(_ track: borrowing HandTrack, in environment: PanelSetup, into field: inout OcclusionField)
}

/// How likely every place is hidden: the shadows of all hands that there may be, each with its probability.
///
/// A hand that may be held in several ways is a track of several hypotheses, of which one is true; different tracks hide
/// independently. The storage is used again: `removeAll()` and fill it anew, and nothing is allocated once it has grown.
/// Coordinates are those of the user's frame: millimetres from the panel's centre, x to the user's right, y towards the user.
public struct OcclusionField: Sendable {
  /// One way in which one hand may be held.
  struct Hypothesis: Sendable {
    var first: Int
    var end: Int
    /// Its probability in parts of `OcclusionMap.certain`: sums of whole numbers do not depend on their order.
    var share: Int
    var track: Int
    var minX, minY, maxX, maxY: Float
  }

  /// The most tracks that are told apart; placement.md §2.4.
  public static let trackLimit = 4

  /// All pieces, one hypothesis after the other.
  public private(set) var pieces: [OcclusionPiece] = []
  private(set) var hypotheses: [Hypothesis] = []
  private(set) var trackCount = 0
  /// The smallest upright rectangle around all pieces.
  private(set) var box = (minX: Double.infinity, minY: Double.infinity, maxX: -Double.infinity, maxY: -Double.infinity)
  /// What counts of the hands that follow, 0 to 1: less than 1 for hands of other people, which go away by themselves.
  public var strength = 1.0
  /// How much the present hand's probabilities may still grow: to twice certainty, so that nothing overflows.
  private var unclaimed = 0

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
    unclaimed = 0
    strength = 1
    box = (.infinity, .infinity, -.infinity, -.infinity)
  }

  /// Begins another hand; the weights of the hypotheses that follow must add up to one at most.
  public mutating func beginTrack() {
    trackCount += 1
    unclaimed = 2 * OcclusionMap.certain - 1
  }

  /// Begins another way in which the hand may be held, with its probability; its pieces follow.
  public mutating func beginHypothesis(weight: Double) {
    if trackCount == 0 { beginTrack() }
    let share = Int((min(max(weight, 0), 1) * strength * Double(OcclusionMap.certain)).rounded())
    hypotheses.append(
      Hypothesis(
        first: pieces.count, end: pieces.count, share: min(share, unclaimed), track: trackCount - 1,
        minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity))
    unclaimed -= min(share, unclaimed)
  }

  /// Adds a piece to the hypothesis begun last.
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

  /// How likely the place (x, y) is hidden, 0 to 1.
  public func hidden(x: Double, y: Double) -> Double {
    let (px, py) = (Float(x), Float(y))
    var seen = 1.0
    var index = 0
    for track in 0..<trackCount {
      var share = 0
      while index < hypotheses.count, hypotheses[index].track == track {
        let hypothesis = hypotheses[index]
        index += 1
        guard px >= hypothesis.minX, px <= hypothesis.maxX, py >= hypothesis.minY, py <= hypothesis.maxY else {
          continue
        }
        for piece in hypothesis.first..<hypothesis.end where pieces[piece].hides(x: px, y: py) {
          share += hypothesis.share
          break
        }
      }
      seen *= 1 - Double(min(share, OcclusionMap.certain)) / Double(OcclusionMap.certain)
    }
    return 1 - seen
  }
}
