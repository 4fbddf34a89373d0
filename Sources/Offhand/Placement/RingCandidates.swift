/// Says where an overlay might stand. One job: from a situation to a list of places, all inside the bounds.
public protocol CandidateGenerator: Sendable {
  /// Adds places to `list`, in a fixed order; every place for a scene must be there, mirrored, for the mirrored scene.
  func generate(for situation: borrowing PlacementSituation, into list: inout [Candidate])
}

/// A place that an overlay might take.
public struct Candidate: Sendable, Hashable {
  /// How the place was found.
  public enum Kind: UInt8, Sendable, Hashable {
    /// Around the anchor.
    case near
    /// At an edge or in a corner of the bounds.
    case docked
    /// Where the overlay is now.
    case current
  }

  /// The place, in the user's frame.
  public var box: Box
  /// How it was found.
  public var kind: Kind
  /// Its rank among places that cost the same: lower comes first.
  public var rank: Int

  /// A place.
  public init(_ box: Box, kind: Kind, rank: Int) {
    self.box = box
    self.kind = kind
    self.rank = rank
  }
}

/// Sixteen directions at growing distances around the anchor, the edges and corners of the bounds, and where the overlay is.
///
/// A finite set of places with an additive cost is what map labelling has settled on (placement.md §1.1.4).
public struct RingCandidates: CandidateGenerator {
  /// Millimetres between the anchor's clearance and the overlay.
  public var gaps: [Double] = [1, 6, 12, 20, 32, 48, 70, 100]
  /// Millimetres between the middle of a group of fingers and the overlay, for places between finger and thumb's far sides.
  public var innerGaps = [8.0, 16]

  /// The standard places.
  public init() {}

  /// Sixteen directions in steps around a square, each exactly the mirror image of another.
  static let directions: InlineArray<16, Vector> = [
    Vector(dx: 0, dy: -1), Vector(dx: 0.5, dy: -1), Vector(dx: -0.5, dy: -1), Vector(dx: 1, dy: -1),
    Vector(dx: -1, dy: -1), Vector(dx: 1, dy: -0.5), Vector(dx: -1, dy: -0.5), Vector(dx: 1, dy: 0),
    Vector(dx: -1, dy: 0), Vector(dx: 1, dy: 0.5), Vector(dx: -1, dy: 0.5), Vector(dx: 1, dy: 1),
    Vector(dx: -1, dy: 1), Vector(dx: 0.5, dy: 1), Vector(dx: -0.5, dy: 1), Vector(dx: 0, dy: 1),
  ]

  /// Adds the places.
  public func generate(for situation: borrowing PlacementSituation, into list: inout [Candidate]) {
    let size = situation.size
    if let current = situation.current {
      let box = Box(x: current.x, y: current.y, width: size.width, height: size.height)
      list.append(Candidate(box.clamped(to: situation.bounds), kind: .current, rank: 0))
    }
    let around = situation.clearance
    for step in gaps.indices { ring(around, gap: gaps[step], rank: 200 + 16 * step, situation, into: &list) }
    if situation.belongsToTouches, situation.contactCount > 1 {
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
