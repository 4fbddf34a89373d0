/// The search for the cheapest of the candidates that a generator suggests.
///
/// The storage is reused: nothing here allocates once the arrays have grown.
struct PlacementSearch: Sendable {
  struct Choice {
    var candidate: Candidate
    var cost: Double
    /// The expected hidden fraction, 0 to 1.
    var hidden: Double
  }

  private(set) var considered: [Candidate] = []
  /// Their costs, in the same order.
  private(set) var costs: [Double] = []
  /// What they were considered for, and what was chosen among them and those of other sizes: for an explanation.
  var (situation, choice): (PlacementSituation?, Choice?)

  /// The expected number of candidates: the standard generator suggests 169 at most.
  private static let usualCount = 192

  init() {
    considered.reserveCapacity(PlacementSearch.usualCount)
    costs.reserveCapacity(PlacementSearch.usualCount)
  }

  /// Returns the cheapest candidate. Rasterizes the occlusion once, over the region that all candidates may cover.
  mutating func best(
    in situation: borrowing PlacementSituation, from generator: borrowing some CandidateGenerator,
    by cost: borrowing some PlacementCost, under occlusion: inout HandOcclusion<some OcclusionModel>
  ) -> Choice {
    considered.removeAll(keepingCapacity: true)
    costs.removeAll(keepingCapacity: true)
    generator.generate(for: situation, into: &considered)
    self.situation = copy situation
    occlusion.rasterize(cost.view(of: hull(in: situation), in: situation))
    let fallback = Box(
      x: situation.focus.x, y: situation.focus.y, width: situation.size.width, height: situation.size.height)
    var choice = Choice(
      candidate: Candidate(fallback.clamped(to: situation.bounds), kind: .near, rank: .max), cost: .infinity, hidden: 1)
    for candidate in considered {
      let price = cost.cost(of: candidate, in: situation, under: occlusion.map)
      costs.append(price)
      guard price <= choice.cost else { continue }
      let isBefore = PlacementSearch.precedes(candidate, choice.candidate, in: situation)
      if price < choice.cost || isBefore { choice = Choice(candidate: candidate, cost: price, hidden: 0) }
    }
    PlacementSearch.pullCloser(&choice, in: situation, by: cost, under: occlusion.map)
    choice.hidden = occlusion.hiddenFraction(of: choice.candidate.box)
    return choice
  }

  /// Moves the chosen position towards the focus, in at most six steps of 2 mm, while that is cheaper: the best of a finite set is
  /// seldom the nearest free position.
  private static func pullCloser(
    _ choice: inout Choice, in situation: borrowing PlacementSituation, by cost: borrowing some PlacementCost,
    under map: borrowing OcclusionMap
  ) {
    guard choice.candidate.kind == .near else { return }
    for _ in 0..<6 {
      let box = choice.candidate.box
      let offset = situation.focus - UserPoint(x: box.x, y: box.y)
      guard offset.isFinite, offset.length > 4 else { return }
      var nearer = choice.candidate
      nearer.box.x += offset.dx / offset.length * 2
      nearer.box.y += offset.dy / offset.length * 2
      nearer.box = nearer.box.clamped(to: situation.bounds)
      let price = cost.cost(of: nearer, in: situation, under: map)
      guard price < choice.cost else { return }
      choice.candidate = nearer
      choice.cost = price
    }
  }

  /// The smallest box around all candidates and the focus.
  private func hull(in situation: borrowing PlacementSituation) -> Box {
    var (left, right) = (situation.focus.x, situation.focus.x)
    var (top, bottom) = (situation.focus.y, situation.focus.y)
    for candidate in considered {
      left = min(left, candidate.box.x)
      right = max(right, candidate.box.x)
      top = min(top, candidate.box.y)
      bottom = max(bottom, candidate.box.y)
    }
    return Box(
      x: (left + right) / 2, y: (top + bottom) / 2, width: right - left + situation.size.width,
      height: bottom - top + situation.size.height)
  }

  /// The order of candidates of equal cost: first by distance from the middle of the bounds, then by distance from the focus, then
  /// by rank. The first two are the same in the mirrored scene, so the rank decides only between mirror images.
  private static func precedes(_ a: Candidate, _ b: Candidate, in situation: borrowing PlacementSituation) -> Bool {
    let (first, second) = (abs(a.box.x - situation.bounds.x), abs(b.box.x - situation.bounds.x))
    if first != second { return first < second }
    let (near, far) = (abs(a.box.x - situation.focus.x), abs(b.box.x - situation.focus.x))
    return near != far ? near < far : a.rank < b.rank
  }
}
