/// A placement strategy made of five parts, each replaceable: who the hand is, what it hides, where one might stand, what that
/// costs, and when one may move.
///
/// In the frame in which a gesture begins a place is chosen among at most 160; after that the overlay stays, and is only looked
/// at now and then (placement.md §2.7). Nothing here allocates once the storage has grown.
public struct OverlayPlacer<
  Estimator: HandEstimator, Shadow: OcclusionModel, Candidates: CandidateGenerator, Cost: PlacementCost,
  Policy: RelocationPolicy
>: PlacementStrategy {
  /// The panel, how it is held, who uses it.
  public var environment: PanelSetup {
    didSet {
      estimator.environment = environment
      forgetField()
    }
  }
  /// Who the hand is.
  public var estimator: Estimator
  /// What it hides.
  public var shadow: Shadow {
    didSet { forgetField() }
  }
  /// Where one might stand.
  public var candidates: Candidates
  /// What that costs.
  public var cost: Cost
  /// When one may move.
  public var policy: Policy
  /// What is hidden as of the latest frame that anybody asked about.
  public internal(set) var field = OcclusionField()
  /// The places of the latest decision, with their costs; for `--explain`.
  public internal(set) var considered: [Candidate] = []
  /// What the places of the latest decision cost.
  public internal(set) var costs: [Double] = []

  /// Whose hand the fingers are taken for.
  public var hand: Hand { estimator.hand }

  /// Where the field was drawn last.
  var shadows = OcclusionMap()
  /// The hands whose shadows are in the field.
  private var cast: [HandTrack] = []
  /// Which of them count half, a bit each: those of other people than the one that the overlay is for.
  private var strangers: UInt8 = 0
  /// Which part of the present field is drawn there.
  private var drawn: Box?
  var latest = Timestamp.zero
  var isFieldCurrent = true
  var placed = PlacedOverlays<OverlayState>()

  /// A strategy of these parts.
  public init(
    environment: PanelSetup, estimator: Estimator, shadow: Shadow, candidates: Candidates, cost: Cost,
    policy: Policy
  ) {
    self.environment = environment
    self.estimator = estimator
    self.shadow = shadow
    self.candidates = candidates
    self.cost = cost
    self.policy = policy
    considered.reserveCapacity(192)
    costs.reserveCapacity(192)
    cast.reserveCapacity(HandTracks.capacity)
  }

  /// Takes a frame in.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    latest = max(latest, frame.timestamp)
    let old = self.frame
    estimator.ingest(frame)
    isFieldCurrent = false
    if old != self.frame { turnOverlays(from: old) }
  }

  /// The user was seen to be at another edge: what is remembered of overlays goes along.
  private mutating func turnOverlays(from old: UserFrame) {
    forgetField()
    for index in placed.indices {
      placed[index].box = Box(placed[index].placement.rect, in: frame)
      placed[index].focus = frame.inward(old.outward(placed[index].focus))
    }
  }

  /// Answers where the overlay stands.
  public mutating func place(_ request: OverlayRequest) -> Placement {
    if let kind = request.gesture?.kind, estimator.note(kind) { isFieldCurrent = false }
    guard request.isPlaceable else { return request.degeneratePlacement(near: touchCenter, hand: hand) }
    guard let index = placed.index(of: request.id) else { return decide(request, at: nil) }
    return request.gesture?.state == .began && placed[index].gestureBegan < time(of: request)
      ? decide(request, at: index) : keep(request, at: index)
  }

  /// Forgets an overlay.
  public mutating func remove(_ id: Overlay.ID) { placed.remove(id) }

  /// Forgets fingers and overlays.
  public mutating func reset() {
    placed.removeAll()
    estimator.reset()
    isFieldCurrent = false
  }

  /// What the estimator has learned of the person.
  public func habit(on day: Int) -> HandHabit? { estimator.habit(on: day) }

  /// How likely a place of the output plane is hidden, 0 to 1.
  public mutating func hiddenProbability(at place: Point) -> Double {
    castShadows()
    let user = frame.inward(place)
    return field.hidden(at: user)
  }

  /// The expected hidden fraction of a rectangle of the output plane, 0 to 1: to judge a place that somebody else chose, such as
  /// a compositor that moved a popup.
  public mutating func hiddenFraction(of rect: Rect) -> Double {
    guard rect.isFinite, !rect.isEmpty else { return 0 }
    castShadows()
    let box = Box(rect, in: frame)
    draw(box)
    return hidden(box)
  }

  var frame: UserFrame { UserFrame(panel: environment.panel, edge: estimator.userEdge) }

  func time(of request: OverlayRequest) -> Timestamp { max(request.time ?? latest, latest) }

  /// The middle of all fingers on the output plane; the panel's centre while nothing touches.
  var touchCenter: Point {
    var sum = UserVector.zero
    var count = 0.0
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      let contacts = estimator.tracks[index].positions
      for contact in 0..<contacts.count {
        sum += contacts[contact] - .origin
        count += 1
      }
    }
    return count > 0 ? frame.outward(.origin + sum / count) : environment.panel.center
  }

  /// How likely a right hand is, of the hand that came first.
  var rightProbability: Double {
    estimator.tracks.count > 0 ? estimator.tracks[0].rightProbability : 0.5
  }

  /// Draws the shadows that fall on a box, unless they are drawn: overlays that appear together mostly look at the same places.
  mutating func draw(_ box: Box) {
    if let drawn, box.fits(in: drawn), shadows.cell == OcclusionMap.finest { return }
    drawn = box
    shadows.draw(
      field, minX: box.x - box.width / 2, minY: box.y - box.height / 2, maxX: box.x + box.width / 2,
      maxY: box.y + box.height / 2)
  }

  /// The expected hidden fraction of a box that was drawn.
  func hidden(_ box: Box) -> Double {
    shadows.hidden(centerX: box.x, centerY: box.y, width: box.width, height: box.height)
  }

  /// Casts the shadows of all hands, as they count for who is asked for; without a request all of them count whole.
  mutating func castShadows(for request: OverlayRequest? = nil) {
    let others = request.map { strangers(to: $0) } ?? 0
    guard !isFieldCurrent || others != strangers else { return }
    isFieldCurrent = true
    guard !isCastAlready || others != strangers else { return }
    strangers = others
    drawn = nil
    cast.removeAll(keepingCapacity: true)
    field.removeAll()
    var surroundings = environment
    surroundings.userEdge = estimator.userEdge
    for index in estimator.tracks.indices {
      field.strength = others >> UInt8(index) & 1 == 1 ? OverlayPlacer.strangerWeight : 1
      shadow.add(estimator.tracks[index], in: surroundings, to: &field)
      cast.append(estimator.tracks[index])
    }
  }

  /// Whether the field holds the shadows of these very hands: fingers that rest cast the same ones.
  private var isCastAlready: Bool {
    guard cast.count == estimator.tracks.count else { return false }
    for index in cast.indices where !cast[index].hasSameOcclusion(as: estimator.tracks[index]) { return false }
    return true
  }

  private mutating func forgetField() {
    isFieldCurrent = false
    cast.removeAll(keepingCapacity: true)
    field.removeAll()
  }
}

extension OverlayPlacer {
  /// The best place among those that were looked at.
  struct Choice {
    var candidate: Candidate
    var cost: Double
    var hidden: Double
  }

  /// Chooses a place: for an overlay that is not seen yet, or, with its `index`, for one whose next gesture begins.
  mutating func decide(_ request: OverlayRequest, at index: Int?) -> Placement {
    castShadows(for: request)
    let now = time(of: request)
    if field.isEmpty, index == nil { return placeWithoutHand(request, at: now) }
    var situation = situation(for: request)
    situation.current = index.map { placed[$0].box }
    var choice = best(in: situation)
    var size = request.size
    let ladder: InlineArray<2, Size?> = [request.compactSize, request.minimumSize]
    for step in ladder.indices where choice.hidden > 0.35 || !choice.candidate.box.fits(in: situation.bounds) {
      guard let smaller = ladder[step], OverlayRequest.isSound(smaller), smaller.width <= request.size.width,
        smaller.height <= request.size.height
      else { continue }
      situation.size = frame.turned(smaller)
      let other = best(in: situation)
      if other.cost < choice.cost || !choice.candidate.box.fits(in: situation.bounds) {
        (choice, size) = (other, smaller)
      }
    }
    let placement = answer(request, choice, in: situation, isCompact: size != request.size)
    remember(placement, request, choice, situation, at: index, now)
    return placement
  }

  /// Draws the shadows once and looks at every place.
  mutating func best(in situation: borrowing PlacementSituation) -> Choice {
    considered.removeAll(keepingCapacity: true)
    costs.removeAll(keepingCapacity: true)
    candidates.generate(for: situation, into: &considered)
    draw(cost.view(of: hull(of: considered, in: situation), in: situation))
    let fallback = Box(
      x: situation.focus.x, y: situation.focus.y, width: situation.size.width, height: situation.size.height)
    var choice = Choice(
      candidate: Candidate(fallback.clamped(to: situation.bounds), kind: .near, rank: .max), cost: .infinity, hidden: 1)
    for candidate in considered {
      let cost = cost.cost(of: candidate, in: situation, under: shadows)
      costs.append(cost)
      guard cost <= choice.cost else { continue }
      let isBefore = precedes(candidate, choice.candidate, in: situation)
      if cost < choice.cost || isBefore {
        choice = Choice(candidate: candidate, cost: cost, hidden: 0)
      }
    }
    drawNearer(&choice, in: situation)
    choice.hidden = hidden(choice.candidate.box)
    return choice
  }

  /// Draws a place towards what it belongs to, in six steps of 2 mm at most, for as long as that is cheaper: of a finite set
  /// the best is seldom the nearest that is free.
  private func drawNearer(_ choice: inout Choice, in situation: borrowing PlacementSituation) {
    guard choice.candidate.kind == .near else { return }
    for _ in 0..<6 {
      let box = choice.candidate.box
      let way = situation.focus - UserPoint(x: box.x, y: box.y)
      guard way.isFinite, way.length > 4 else { return }
      var nearer = choice.candidate
      nearer.box.x += way.dx / way.length * 2
      nearer.box.y += way.dy / way.length * 2
      nearer.box = nearer.box.clamped(to: situation.bounds)
      let cost = cost.cost(of: nearer, in: situation, under: shadows)
      guard cost < choice.cost else { return }
      choice.candidate = nearer
      choice.cost = cost
    }
  }

  /// The smallest box around all places.
  private func hull(of places: [Candidate], in situation: borrowing PlacementSituation) -> Box {
    var (left, right) = (situation.focus.x, situation.focus.x)
    var (top, bottom) = (situation.focus.y, situation.focus.y)
    for place in places {
      left = min(left, place.box.x)
      right = max(right, place.box.x)
      top = min(top, place.box.y)
      bottom = max(bottom, place.box.y)
    }
    return Box(
      x: (left + right) / 2, y: (top + bottom) / 2, width: right - left + situation.size.width,
      height: bottom - top + situation.size.height)
  }

  /// The order among places that cost the same: first nearer to the middle of the bounds, then nearer to the fingers, then by
  /// rank. The first two are the same in a mirrored scene, so the last only decides where both images are alike.
  private func precedes(_ a: Candidate, _ b: Candidate, in situation: borrowing PlacementSituation) -> Bool {
    let (first, second) = (abs(a.box.x - situation.bounds.x), abs(b.box.x - situation.bounds.x))
    if first != second { return first < second }
    let (near, far) = (abs(a.box.x - situation.focus.x), abs(b.box.x - situation.focus.x))
    return near != far ? near < far : a.rank < b.rank
  }

  /// The request as the user sees it.
  func situation(for request: OverlayRequest) -> PlacementSituation {
    let user = frame
    let anchor = anchor(of: request)
    var situation = PlacementSituation(
      role: request.role, size: user.turned(request.size), bounds: Box(request.bounds, in: user), anchor: anchor.box,
      belongsToTouches: anchor.isTouches, focus: UserPoint(x: anchor.box.x, y: anchor.box.y),
      preference: user.inward(preferredSide(of: request).step), velocity: .zero)
    if let velocity = request.gesture?.velocity, velocity.isFinite { situation.velocity = user.inward(velocity) }
    if let parting = request.gesture?.logScaleVelocity, parting > 0, parting.isFinite { situation.parting = parting }
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      let contacts = estimator.tracks[index].positions
      for contact in 0..<contacts.count where situation.contactCount < 20 {
        situation.contacts[situation.contactCount] = contacts[contact]
        situation.contactCount += 1
      }
    }
    if anchor.isTouches { situation.focus = touchFocus(of: request, among: situation) }
    for rect in request.reserved where situation.obstacleCount < PlacementSituation.obstacleLimit && rect.isFinite {
      situation.obstacles[situation.obstacleCount] = Box(rect, in: user)
      situation.obstacleCount += 1
    }
    for index in placed.indices where placed.id(at: index) != request.id {
      guard situation.obstacleCount < PlacementSituation.obstacleLimit else { break }
      situation.obstacles[situation.obstacleCount] = placed[index].box
      situation.obstacleCount += 1
    }
    return situation
  }

  /// The wanted side; left and right are meant as for people who read from left to right, and change places for the others.
  private func preferredSide(of request: OverlayRequest) -> Side {
    let side = request.preferredSide ?? .center
    return environment.layoutDirection == .leftToRight ? side : side.mirrored
  }

  /// The middle of the fingers as the user sees it, without the way to the output plane and back, which would round.
  private func touchFocus(of request: OverlayRequest, among situation: borrowing PlacementSituation) -> UserPoint {
    if let place = request.gesture?.location, place.isFinite { return frame.inward(place) }
    guard situation.contactCount > 0 else { return frame.inward(focus(of: request)) }
    var sum = UserVector.zero
    for index in 0..<situation.contactCount { sum += situation.contacts[index] - .origin }
    return .origin + sum / Double(situation.contactCount)
  }

  /// The middle of the fingers that the overlay belongs to, on the output plane.
  func focus(of request: OverlayRequest) -> Point {
    if let anchor = request.anchor { return anchor.center }
    if let place = request.gesture?.location, place.isFinite { return place }
    return touchCenter
  }

  /// What the overlay belongs to: the anchor, else the box around the fingers of its hands.
  private func anchor(of request: OverlayRequest) -> (box: Box, isTouches: Bool) {
    let user = frame
    if let anchor = request.anchor { return (Box(anchor, in: user), false) }
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      let contacts = estimator.tracks[index].positions
      for contact in 0..<contacts.count {
        left = min(left, contacts[contact].x)
        right = max(right, contacts[contact].x)
        top = min(top, contacts[contact].y)
        bottom = max(bottom, contacts[contact].y)
      }
    }
    guard left.isFinite, right.isFinite else {
      let place = user.inward(focus(of: request))
      return (Box(x: place.x, y: place.y, width: 0, height: 0), true)
    }
    return (Box(x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top), true)
  }
}

extension OverlayPlacer {
  /// Further from what it belongs to than this, in millimetres, an overlay needs a line to it.
  static var leaderDistance: Double { 44 }

  func answer(
    _ request: OverlayRequest, _ choice: Choice, in situation: borrowing PlacementSituation, isCompact: Bool
  ) -> Placement {
    let rect = clip(choice.candidate.box.rect(in: frame), to: request.bounds)
    let fingers = situation.anchor.exactRect(in: frame)
    let anchor = request.anchor ?? fingers
    let target = ClassicPlacement.nearestPoint(of: anchor, to: rect)
    let away = choice.candidate.box.distance(to: situation.anchor)
    var reason = PlacementReason.leastHidden
    if choice.candidate.kind == .docked { reason = .docked }
    if away > OverlayPlacer.leaderDistance { reason = .leader }
    if isCompact { reason = .compact }
    let isClipped = !choice.candidate.box.fits(in: situation.bounds)
    if isClipped { reason = .clipped }
    return Placement(
      rect: rect, side: Side(of: rect, from: anchor), target: target,
      needsLeader: away > OverlayPlacer.leaderDistance && request.role != .hud, hidden: choice.hidden, hand: hand,
      reason: reason, isClipped: isClipped)
  }

  mutating func remember(
    _ placement: Placement, _ request: OverlayRequest, _ choice: Choice, _ situation: borrowing PlacementSituation,
    at index: Int?, _ now: Timestamp
  ) {
    var state = OverlayState(
      box: choice.candidate.box, placement: placement, role: request.role, shown: now, focus: situation.focus,
      checked: now, gestureBegan: now, fingers: situation.contactCount, rightProbability: rightProbability,
      bounds: request.bounds)
    guard let index else { return placed.append(state, for: request.id) }
    let old = placed[index]
    state.shown = old.shown
    state.relocations = old.relocations
    if state.box.x != old.box.x || state.box.y != old.box.y {
      state.placement.transition = policy.transition(from: old.box, to: state.box, crossing: field, in: environment)
    }
    placed[index] = state
  }

  /// Without a hand, what every library does; and it is remembered like any other place.
  mutating func placeWithoutHand(_ request: OverlayRequest, at now: Timestamp) -> Placement {
    let anchor = request.anchor ?? Rect(origin: fallbackFocus(of: request), size: .zero)
    var placement = ClassicPlacement.place(request, anchor: anchor, gap: ClassicPlacement.standardGap)
    if placement.reason == .wantedSide { placement.reason = .noHand }
    let box = Box(placement.rect, in: frame)
    let state = OverlayState(
      box: box, placement: placement, role: request.role, shown: now, focus: frame.inward(anchor.center), checked: now,
      gestureBegan: now, fingers: 0, rightProbability: 0.5, bounds: request.bounds)
    placed.append(state, for: request.id)
    return placement
  }

  /// Where an overlay without anchor and fingers belongs: the gesture's place, else the middle of its bounds.
  private func fallbackFocus(of request: OverlayRequest) -> Point {
    if let place = request.gesture?.location, place.isFinite { return place }
    return request.bounds.center
  }

  /// A rectangle that is larger than its bounds stands at their leading edge (recognizers.md L4); any other is inside already,
  /// up to a rounding error that goes here.
  func clip(_ rect: Rect, to bounds: Rect) -> Rect { rect.clamped(to: bounds) }
}
