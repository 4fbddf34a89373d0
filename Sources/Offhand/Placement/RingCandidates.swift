/// Suggests positions for an overlay.
public protocol CandidateGenerator: Sendable {
  /// Appends the candidates for a situation to `list`, all inside the bounds and in a fixed order. The mirrored situation must have
  /// the mirrored candidates.
  func generate(for situation: borrowing PlacementSituation, into list: inout [Candidate])
}

/// A possible position of an overlay.
public struct Candidate: Sendable, Hashable {
  /// The origin of a candidate.
  public enum Kind: UInt8, Sendable, Hashable {
    /// Around the anchor.
    case near
    /// At an edge or in a corner of the bounds.
    case docked
    /// The present position.
    case current
  }

  /// The position, in the user's frame.
  public var box: Box
  /// Its origin.
  public var kind: Kind
  /// The rank among candidates of equal cost; the lowest wins.
  public var rank: Int

  /// A candidate.
  public init(_ box: Box, kind: Kind, rank: Int) {
    self.box = box
    self.kind = kind
    self.rank = rank
  }
}

/// Sixteen directions at growing distances around the anchor, the edges and corners of the bounds, and the present position.
///
/// A finite set of candidates with an additive cost is what map labelling has settled on (Design/Placing.md "Candidates").
public struct RingCandidates: CandidateGenerator {
  /// Distances in mm between the anchor's clearance and the overlay.
  var gaps: [Double] = [1, 6, 12, 20, 32, 48, 70, 100]
  /// Distances in mm between the middle of several touches and the overlay, for positions between thumb and fingers.
  var innerGaps = [8.0, 16]

  /// The standard candidates.
  public init() {}

  /// Sixteen directions as steps around a square, in mirrored pairs.
  private static let directions: InlineArray<16, Vector> = [
    Vector(dx: 0, dy: -1), Vector(dx: 0.5, dy: -1), Vector(dx: -0.5, dy: -1), Vector(dx: 1, dy: -1),
    Vector(dx: -1, dy: -1), Vector(dx: 1, dy: -0.5), Vector(dx: -1, dy: -0.5), Vector(dx: 1, dy: 0),
    Vector(dx: -1, dy: 0), Vector(dx: 1, dy: 0.5), Vector(dx: -1, dy: 0.5), Vector(dx: 1, dy: 1),
    Vector(dx: -1, dy: 1), Vector(dx: 0.5, dy: 1), Vector(dx: -0.5, dy: 1), Vector(dx: 0, dy: 1),
  ]

  /// Appends the candidates.
  public func generate(for situation: borrowing PlacementSituation, into list: inout [Candidate]) {
    let size = situation.size
    if let current = situation.current {
      let box = Box(x: current.x, y: current.y, width: size.width, height: size.height)
      list.append(Candidate(box.clamped(to: situation.bounds), kind: .current, rank: 0))
    }
    let around = situation.clearance
    for step in gaps.indices { ring(around, gap: gaps[step], rank: 200 + 16 * step, situation, into: &list) }
    if situation.belongsToTouches, situation.touchCount > 1 {
      let middle = Box(x: situation.focus.x, y: situation.focus.y, width: 0, height: 0)
      for step in innerGaps.indices {
        ring(middle, gap: innerGaps[step], rank: 20 + 16 * step, situation, into: &list)
      }
    }
    dock(situation, into: &list)
  }

  private func ring(
    _ around: Box, gap: Double, rank: Int, _ situation: borrowing PlacementSituation, into list: inout [Candidate]
  ) {
    let reachX = (around.width + situation.size.width) / 2 + gap
    let reachY = (around.height + situation.size.height) / 2 + gap
    for index in 0..<16 {
      let direction = RingCandidates.directions[index]
      let box = Box(
        x: around.x + direction.dx * reachX, y: around.y + direction.dy * reachY, width: situation.size.width,
        height: situation.size.height)
      list.append(Candidate(box.clamped(to: situation.bounds), kind: .near, rank: rank + index))
    }
  }

  private func dock(_ situation: borrowing PlacementSituation, into list: inout [Candidate]) {
    let bounds = situation.bounds
    let reachX = max(0, (bounds.width - situation.size.width) / 2)
    let reachY = max(0, (bounds.height - situation.size.height) / 2)
    for index in 0..<16 {
      let direction = RingCandidates.directions[index]
      guard abs(direction.dx) != 0.5, abs(direction.dy) != 0.5 else { continue }
      let box = Box(
        x: bounds.x + direction.dx * reachX, y: bounds.y + direction.dy * reachY, width: situation.size.width,
        height: situation.size.height)
      list.append(Candidate(box, kind: .docked, rank: 1000 + index))
    }
  }
}
