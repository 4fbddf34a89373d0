/// A placement strategy of five replaceable parts: the hand estimator, the occlusion model, the candidate positions, the cost of a
/// position, and the policy for moving an overlay.
///
/// In the frame in which a gesture begins, a position is chosen among at most 169 candidates. After that the overlay stays, and is
/// checked from time to time (Design/Placing.md "Relocation"). Nothing here allocates once the storage has grown.
public struct OverlayPlacer<
  Estimator: PanelHandEstimator, Occlusion: OcclusionModel, Candidates: CandidateGenerator, Cost: PlacementCost,
  Policy: RelocationPolicy
>: HandInferringStrategy, HandEstimator, ExplainableStrategy {
  /// The panel, its posture and its user.
  public var environment: PanelSetup {
    didSet {
      let old = UserFrame(panel: oldValue.panel, edge: estimator.userEdge)
      estimator.environment = environment
      occlusions.removeAll()
      if old != frame { turnOverlays(from: old) }
    }
  }
  /// Infers the hands behind the touches.
  package var estimator: Estimator
  /// The occlusion model of a hand.
  public var occlusion: Occlusion {
    get { occlusions.model }
    set { occlusions.model = newValue }
  }
  /// Suggests positions.
  public var candidates: Candidates
  /// Rates positions.
  public var cost: Cost
  /// Decides when an overlay may move.
  public var policy: Policy

  private var occlusions: HandOcclusion<Occlusion>
  private var search = PlacementSearch()
  private var placed = PlacedOverlays<OverlayState>()
  private var latest = Timestamp.zero

  /// Creates a strategy from its parts.
  public init(
    environment: PanelSetup, estimator: Estimator, occlusion: Occlusion, candidates: Candidates, cost: Cost,
    policy: Policy
  ) {
    self.environment = environment
    self.estimator = estimator
    self.candidates = candidates
    self.cost = cost
    self.policy = policy
    occlusions = HandOcclusion(model: occlusion)
  }

  /// The hand that the touches are attributed to.
  public var hand: Hand { estimator.hand }

  /// The hands as of the latest frame.
  public var tracks: HandTracks { estimator.tracks }

  /// Records which gesture the recognizers report; returns whether that was new.
  @discardableResult
  public mutating func note(_ kind: GestureKind) -> Bool {
    guard estimator.note(kind) else { return false }
    occlusions.invalidate()
    return true
  }

  /// Returns what the estimator has learned about the user.
  public func habit(on day: Int) -> HandHabit? { estimator.habit(on: day) }

  /// Takes the next frame.
  public mutating func ingest(_ frame: borrowing TouchFrame) {
    latest = max(latest, frame.timestamp)
    let old = self.frame
    estimator.ingest(frame)
    occlusions.invalidate()
    if old != self.frame { turnOverlays(from: old) }
  }

  /// Converts the placed overlays to the user's new frame, when the panel is another one or the estimator infers that the user is at
  /// another edge.
  private mutating func turnOverlays(from old: UserFrame) {
    occlusions.removeAll()
    for index in placed.indices {
      placed[index].box = Box(placed[index].placement.rect, in: frame)
      placed[index].focus = frame.inward(old.outward(placed[index].focus))
      placed[index].pushed = frame.inward(old.outward(placed[index].pushed))
    }
  }

  /// Returns the placement of the overlay as of the latest frame.
  public mutating func place(_ request: OverlayRequest) -> Placement {
    if let kind = request.gesture?.kind { note(kind) }
    guard request.isPlaceable else {
      return request.degeneratePlacement(near: touchCenter ?? environment.panel.center, hand: hand)
    }
    guard let index = placed.index(of: request.id) else { return decide(request, at: nil) }
    let now = time(of: request)
    // A caller may keep the event of its gesture and send it in every frame: the same beginning is no other gesture.
    let isKnown = request.gesture?.location != nil && request.gesture == placed[index].beginning
    if request.gesture?.state == .began, !isKnown, placed[index].gestureBegan < now {
      guard isAnchorGone(of: request) else { return decide(request, at: index) }
      (placed[index].gestureBegan, placed[index].beginning) = (now, request.gesture)
      (placed[index].gestureRelocations, placed[index].hasRedocked) = (0, false)
    }
    review(request, at: index, now)
    aim(request, at: index)
    return placed[index].placement
  }

  /// Forgets an overlay that is no longer shown.
  public mutating func remove(_ id: OverlayID) { placed.remove(id) }

  /// Forgets touches and overlays, and the time: the next frame may have an earlier one.
  public mutating func reset() {
    latest = .zero
    placed.removeAll()
    estimator.reset()
    occlusions.invalidate()
  }

  /// Returns the probability that a point of the output plane is hidden, 0 to 1.
  public mutating func hiddenProbability(at point: Point) -> Double {
    updateOcclusion()
    let user = frame.inward(point)
    return occlusions.field.hidden(at: user)
  }

  /// Returns the expected hidden fraction of a rectangle of the output plane, 0 to 1: to judge a position that was chosen elsewhere,
  /// for example by a compositor that moved a popup. 0 for a rectangle that is empty or not finite.
  public mutating func hiddenFraction(of rect: Rect) -> Double {
    guard rect.isFinite, !rect.isEmpty else { return 0 }
    updateOcclusion()
    return occlusions.hiddenFraction(of: Box(rect, in: frame))
  }

  /// Returns the stored state of an overlay; `nil` if it has not been placed.
  func state(of id: OverlayID) -> OverlayState? { placed.index(of: id).map { placed[$0] } }

  private var frame: UserFrame { UserFrame(panel: environment.panel, edge: estimator.userEdge) }

  private func time(of request: OverlayRequest) -> Timestamp { max(request.time ?? latest, latest) }
}

// MARK: - Choosing a position

extension OverlayPlacer {
  /// Hidden fraction above which a smaller size is tried (Design/Placing.md "Relocation").
  private static var compactThreshold: Double { 0.35 }
  /// Distance in mm between an overlay and its anchor above which a line joins them.
  private static var leaderDistance: Double { 44 }

  /// Chooses a position: for a new overlay, or, with its `index`, for one whose next gesture begins.
  private mutating func decide(_ request: OverlayRequest, at index: Int?) -> Placement {
    updateOcclusion(for: request)
    let now = time(of: request)
    if occlusions.field.isEmpty, index == nil { return placeWithoutHand(request, at: now) }
    var situation = situation(for: request)
    situation.current = index.map { placed[$0].box }
    let (choice, step) = best(for: request, in: &situation)
    let placement = placement(for: request, choice, in: situation, step)
    return store(placement, request, choice, situation, at: index, step, now)
  }

  /// Returns the best position, of a smaller size where one of the preferred size is hidden or does not fit, and the step to that.
  private mutating func best(
    for request: OverlayRequest, in situation: inout PlacementSituation
  ) -> (choice: PlacementSearch.Choice, step: Int?) {
    var choice = best(in: situation)
    var chosen: Int?
    let smallerSizes = request.smallerSizes
    for step in smallerSizes.indices
    where choice.hidden > OverlayPlacer.compactThreshold || !choice.candidate.box.fits(in: situation.bounds) {
      guard let smaller = smallerSizes[step] else { continue }
      situation.size = frame.turned(smaller)
      let other = best(in: situation)
      if other.cost < choice.cost || !choice.candidate.box.fits(in: situation.bounds) {
        (choice, chosen) = (other, step)
      }
    }
    search.choice = choice
    return (choice, chosen)
  }

  private mutating func best(in situation: borrowing PlacementSituation) -> PlacementSearch.Choice {
    search.best(in: situation, from: candidates, by: cost, under: &occlusions)
  }

  private func placement(
    for request: OverlayRequest, _ choice: PlacementSearch.Choice, in situation: borrowing PlacementSituation,
    _ step: Int?
  ) -> Placement {
    // Inside the bounds already, up to a rounding error, unless it is larger than they are (Design/Recognizing.md L4).
    let rect = choice.candidate.box.rect(in: frame).clamped(to: request.bounds)
    let touches = situation.anchor.exactRect(in: frame)
    let anchor = request.anchor ?? touches
    let distance = choice.candidate.box.distance(to: situation.anchor)
    let isFar = distance > OverlayPlacer.leaderDistance
    let isClipped = !choice.candidate.box.fits(in: situation.bounds)
    var reason = PlacementReason.leastHidden
    if choice.candidate.kind == .docked { reason = .docked }
    if isFar { reason = .leader }
    if step != nil { reason = .compact }
    if isClipped { reason = .clipped }
    return Placement(
      rect: rect, side: Side(of: rect, from: anchor), target: ClassicPlacement.nearestPoint(of: anchor, to: rect),
      needsLeader: isFar && request.role != .hud, hidden: choice.hidden, hand: hand, reason: reason,
      isClipped: isClipped)
  }

  /// Remembers an overlay; returns its placement, with the transition from the old one.
  private mutating func store(
    _ placement: Placement, _ request: OverlayRequest, _ choice: PlacementSearch.Choice,
    _ situation: borrowing PlacementSituation, at index: Int?, _ step: Int?, _ now: Timestamp
  ) -> Placement {
    var state = OverlayState(
      box: choice.candidate.box, placement: placement, role: request.role, shown: now, focus: situation.focus,
      checked: now, gestureBegan: now, beginning: request.gesture, touchCount: touchCount(of: request),
      step: step, bounds: request.bounds)
    state.isCramped = step != nil && !request.fits(at: nil)
    guard let index else {
      placed.append(state, for: request.id)
      return placement
    }
    let old = placed[index]
    state.shown = old.shown
    state.relocations = old.relocations
    state.relocated = old.relocated
    if state.box.x != old.box.x || state.box.y != old.box.y {
      state.placement.transition = policy.transition(
        from: old.box, to: state.box, crossing: occlusions.field, in: environment)
    }
    placed[index] = state
    return state.placement
  }

  /// Places a new overlay as `ClassicPlacement` does, because no hand is known.
  private mutating func placeWithoutHand(_ request: OverlayRequest, at now: Timestamp) -> Placement {
    search.situation = nil
    let location = request.gesture?.location.flatMap { $0.isFinite ? $0 : nil } ?? request.bounds.center
    let anchor = request.anchor ?? Rect(origin: location, size: .zero)
    var fitted = request
    fitted.preferredSide = preferredSide(of: request)
    var placement = ClassicPlacement.place(fitted, anchor: anchor, gap: ClassicPlacement.standardGap)
    let smallerSizes = request.smallerSizes
    var chosen: Int?
    for step in smallerSizes.indices where placement.isClipped {
      guard let smaller = smallerSizes[step] else { continue }
      (fitted.size, chosen) = (smaller, step)
      placement = ClassicPlacement.place(fitted, anchor: anchor, gap: ClassicPlacement.standardGap)
    }
    if chosen != nil, !placement.isClipped { placement.reason = .compact }
    if placement.reason == .wantedSide { placement.reason = .noHand }
    var state = OverlayState(
      box: Box(placement.rect, in: frame), placement: placement, role: request.role, shown: now,
      focus: frame.inward(anchor.center), checked: now, gestureBegan: now, beginning: request.gesture, touchCount: 0,
      step: chosen, bounds: request.bounds)
    state.isCramped = chosen != nil
    placed.append(state, for: request.id)
    return placement
  }
}

// MARK: - Reviewing a position

extension OverlayPlacer {
  /// The time for which an overlay stays shown after its anchor has left the bounds (Design/Placing.md case 18).
  private static var anchorGrace: Duration { .milliseconds(150) }

  /// Reviews an overlay that is shown already: it keeps its position, unless the policy says otherwise.
  private mutating func review(_ request: OverlayRequest, at index: Int, _ now: Timestamp) {
    placed[index].placement.transition = .jump
    let isGone = noteAnchor(of: request, at: index, now)
    let isRefitted = refit(request, at: index, isHeld: isGone, now)
    guard !isGone else { return }
    if request.following == .follow { return follow(request, at: index) }
    guard !isRefitted else { return }
    if request.following == .slot, redock(request, at: index, now) { return }
    guard now - placed[index].checked >= policy.interval else { return }
    placed[index].checked = now
    updateOcclusion(for: request)
    let box = placed[index].box
    let hidden = occlusions.hiddenFraction(of: box)
    placed[index].placement.hidden = hidden
    let observation = OverlayObservation(
      time: now, hidden: hidden, touchCount: touchCount(of: request), nearestTouch: nearestTouch(to: box))
    if policy.reconsiders(&placed[index], seeing: observation) { relocate(request, at: index, now) }
  }

  private func isAnchorGone(of request: OverlayRequest) -> Bool {
    request.anchor.map { request.bounds.intersection($0.grown(by: 0.01)) == nil } ?? false
  }

  /// Notes whether the anchor is out of the bounds, and returns it. Then the overlay stays where it is, inside the bounds, and after a
  /// moment is no longer shown; it never slides along the edge.
  private mutating func noteAnchor(of request: OverlayRequest, at index: Int, _ now: Timestamp) -> Bool {
    guard isAnchorGone(of: request) else {
      placed[index].anchorGone = nil
      placed[index].placement.isShown = true
      return false
    }
    let since = placed[index].anchorGone ?? now
    placed[index].anchorGone = since
    placed[index].placement.isShown = now - since < OverlayPlacer.anchorGrace
    return true
  }

  private mutating func relocate(_ request: OverlayRequest, at index: Int, _ now: Timestamp) {
    var situation = situation(for: request)
    let old = placed[index].box
    situation.current = old
    let (choice, step) = best(for: request, in: &situation)
    let present = Candidate(old, kind: .current, rank: 0)
    let stay = cost.cost(of: present, in: situation, under: occlusions.map)
    guard choice.candidate.box != old, policy.accepts(gain: stay - choice.cost, for: placed[index]) else {
      // There is no better position: search again only after the policy's patience.
      placed[index].hiddenSince = nil
      search.choice = PlacementSearch.Choice(candidate: present, cost: stay, hidden: placed[index].placement.hidden)
      return
    }
    move(request, at: index, to: choice, in: situation, step, now)
  }

  private mutating func move(
    _ request: OverlayRequest, at index: Int, to choice: PlacementSearch.Choice,
    in situation: borrowing PlacementSituation, _ step: Int?, _ now: Timestamp
  ) {
    let old = placed[index].box
    var placement = placement(for: request, choice, in: situation, step)
    placement.reason = .relocated
    placement.transition = policy.transition(
      from: old, to: choice.candidate.box, crossing: occlusions.field, in: environment)
    placed[index].box = choice.candidate.box
    placed[index].placement = placement
    placed[index].step = step
    placed[index].isCramped = step != nil && !request.fits(at: nil)
    placed[index].pushed = .zero
    placed[index].relocated = now
    placed[index].hiddenSince = nil
    placed[index].relocations += 1
    placed[index].gestureRelocations += 1
    placed[index].focus = situation.focus
  }

  /// Gives an overlay a new size or moves it into new bounds, in the same frame: it grows away from what it belongs to
  /// (Design/Placing.md case 54, Design/Recognizing.md L5), also out of its compact size. If it no longer fits into new bounds, for example
  /// because a keyboard appeared, or has to be smaller there, it goes to the best position, which is one of the moves that a gesture has
  /// (case 10), unless it `isHeld`. Returns whether anything has changed.
  private mutating func refit(_ request: OverlayRequest, at index: Int, isHeld: Bool, _ now: Timestamp) -> Bool {
    let (old, bounds) = (placed[index].box, Box(request.bounds, in: frame))
    let isNew = placed[index].bounds != request.bounds
    let hasRoom = isNew && placed[index].isCramped && request.fits(at: nil)
    let lacksRoom = !request.fits(at: placed[index].step) && (request.fits(at: 0) || request.fits(at: 1))
    let stays = isHeld || request.following == .follow || !isNew || hasRoom
    if hasRoom || lacksRoom, stays {
      placed[index].step = request.fits(at: nil) ? nil : request.fits(at: 0) ? 0 : 1
      placed[index].isCramped = placed[index].step != nil
    }
    let size = frame.turned(request.size(at: placed[index].step))
    let isResized = abs(size.width - old.width) > 1e-9 || abs(size.height - old.height) > 1e-9
    guard isResized || isNew else { return false }
    placed[index].bounds = request.bounds
    var box = Box(x: old.x, y: old.y, width: size.width, height: size.height)
    let offset = UserVector(dx: old.x - placed[index].focus.x, dy: old.y - placed[index].focus.y)
    if abs(offset.dx) > old.width / 2 { box.x += (size.width - old.width) / 2 * (offset.dx < 0 ? -1 : 1) }
    if abs(offset.dy) > old.height / 2 { box.y += (size.height - old.height) / 2 * (offset.dy < 0 ? -1 : 1) }
    let isPushed = !isResized && !box.fits(in: bounds)
    let free = box
    box = box.clamped(to: bounds)
    if lacksRoom || isPushed && box.fits(in: bounds), !stays {
      updateOcclusion(for: request)
      var situation = situation(for: request)
      situation.current = box
      let (choice, step) = best(for: request, in: &situation)
      move(request, at: index, to: choice, in: situation, step, now)
      return true
    }
    // One that follows comes back from where new bounds push it, like one that comes back from an edge.
    if request.following == .follow { placed[index].pushed += UserVector(dx: free.x - box.x, dy: free.y - box.y) }
    placed[index].box = box
    placed[index].placement.rect = box.rect(in: frame).clamped(to: request.bounds)
    placed[index].placement.isClipped = !box.fits(in: bounds)
    placed[index].placement.reason = placed[index].placement.isClipped ? .clipped : .kept
    return true
  }

  /// Points an overlay at its anchor, if that has moved since.
  private mutating func aim(_ request: OverlayRequest, at index: Int) {
    guard let anchor = request.anchor else { return }
    let (box, rect) = (placed[index].box, placed[index].placement.rect)
    let target = ClassicPlacement.nearestPoint(of: anchor, to: rect)
    guard target != placed[index].placement.target else { return }
    placed[index].placement.target = target
    placed[index].placement.side = Side(of: rect, from: anchor)
    placed[index].placement.needsLeader =
      request.role != .hud && box.distance(to: Box(anchor, in: frame)) > OverlayPlacer.leaderDistance
  }

  /// Moves with the touches in every frame, as the original did, but not when one of them lifts.
  private mutating func follow(_ request: OverlayRequest, at index: Int) {
    let focus = focus(of: request).map(frame.inward) ?? placed[index].focus
    let offset = focus - placed[index].focus
    let count = touchCount(of: request)
    let isSame = count == placed[index].touchCount || request.anchor != nil
    (placed[index].focus, placed[index].touchCount) = (focus, count)
    if isSame, offset.isFinite { shift(request, at: index, by: offset) }
  }

  private mutating func shift(_ request: OverlayRequest, at index: Int, by offset: UserVector) {
    var free = placed[index].box
    free.x += placed[index].pushed.dx + offset.dx
    free.y += placed[index].pushed.dy + offset.dy
    let box = free.clamped(to: Box(request.bounds, in: frame))
    (placed[index].box, placed[index].pushed) = (box, UserVector(dx: free.x - box.x, dy: free.y - box.y))
    placed[index].placement.rect = placed[index].box.rect(in: frame).clamped(to: request.bounds)
    placed[index].placement.target = placed[index].placement.target + frame.outward(offset)
    placed[index].placement.reason = .followed
  }

  /// Catches up with the anchor if that has moved more than 18 mm and is slower than 50 mm/s now, for the first time in this gesture.
  /// Returns whether it has.
  private mutating func redock(_ request: OverlayRequest, at index: Int, _ now: Timestamp) -> Bool {
    let old = placed[index]
    guard !old.hasRedocked, touchCount(of: request) == old.touchCount || request.anchor != nil,
      let focus = focus(of: request).map(frame.inward)
    else { return false }
    let offset = focus - old.focus
    guard offset.isFinite, offset.length > 18, (request.gesture?.velocity ?? .zero).length < 50 else { return false }
    updateOcclusion(for: request)
    (placed[index].focus, placed[index].hasRedocked, placed[index].relocated) = (focus, true, now)
    shift(request, at: index, by: offset)
    placed[index].placement.transition = policy.transition(
      from: old.box, to: placed[index].box, crossing: occlusions.field, in: environment)
    return true
  }
}

// MARK: - The situation

extension OverlayPlacer {
  /// Returns the request as the user sees it, with the touches and the other overlays.
  func situation(for request: OverlayRequest) -> PlacementSituation {
    let user = frame
    let anchor = anchor(of: request)
    var situation = PlacementSituation(
      role: request.role, size: user.turned(request.size), bounds: Box(request.bounds, in: user), anchor: anchor.box,
      belongsToTouches: anchor.isTouches, focus: UserPoint(x: anchor.box.x, y: anchor.box.y),
      preference: user.inward((preferredSide(of: request) ?? .center).step), velocity: .zero)
    if let velocity = request.gesture?.velocity, velocity.isFinite { situation.velocity = user.inward(velocity) }
    if let rate = request.gesture?.logScaleVelocity, rate > 0, rate.isFinite { situation.spreadRate = rate }
    forEachTouch { situation.append(touch: $0) }
    if anchor.isTouches { situation.focus = touchFocus(of: request, among: situation) }
    for rect in request.reserved where rect.isFinite { situation.append(obstacle: Box(rect, in: user)) }
    for index in placed.indices where placed.id(at: index) != request.id {
      situation.append(obstacle: placed[index].box)
    }
    return situation
  }

  /// The preferred side for the reading direction: left and right are meant for left to right, and are exchanged for right to left.
  private func preferredSide(of request: OverlayRequest) -> Side? {
    environment.layoutDirection == .leftToRight ? request.preferredSide : request.preferredSide?.mirrored
  }

  /// The middle of the touches in the user's frame, computed without a conversion to the output plane and back, which would round.
  private func touchFocus(of request: OverlayRequest, among situation: borrowing PlacementSituation) -> UserPoint {
    if let location = request.gesture?.location, location.isFinite { return frame.inward(location) }
    guard situation.touchCount > 0 else { return UserPoint(x: situation.bounds.x, y: situation.bounds.y) }
    var sum = UserVector.zero
    for index in 0..<situation.touchCount { sum += situation.touches[index] - .origin }
    return .origin + sum / Double(situation.touchCount)
  }

  /// The middle of what the overlay belongs to, on the output plane; `nil` without an anchor, a location and touches.
  private func focus(of request: OverlayRequest) -> Point? {
    if let anchor = request.anchor { return anchor.center }
    if let location = request.gesture?.location, location.isFinite { return location }
    return touchCenter
  }

  /// What the overlay belongs to, in the user's frame: the anchor, or the smallest box around the touches.
  private func anchor(of request: OverlayRequest) -> (box: Box, isTouches: Bool) {
    if let anchor = request.anchor { return (Box(anchor, in: frame), false) }
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Double.infinity, -Double.infinity)
    forEachTouch { touch in
      left = min(left, touch.x)
      right = max(right, touch.x)
      top = min(top, touch.y)
      bottom = max(bottom, touch.y)
    }
    guard left.isFinite, right.isFinite else {
      let focus = frame.inward(focus(of: request) ?? request.bounds.center)
      return (Box(x: focus.x, y: focus.y, width: 0, height: 0), true)
    }
    return (Box(x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top), true)
  }

  /// Calls `body` with every touch that is down, in the user's frame.
  private func forEachTouch(_ body: (UserPoint) -> Void) {
    let tracks = estimator.tracks
    for index in tracks.indices where tracks[index].lifted == nil {
      let touches = tracks[index].positions
      for touch in 0..<touches.count { body(touches[touch]) }
    }
  }

  /// The middle of all touches on the output plane; `nil` without touches.
  private var touchCenter: Point? {
    var sum = UserVector.zero
    var count = 0.0
    forEachTouch {
      sum += $0 - .origin
      count += 1
    }
    return count > 0 ? frame.outward(.origin + sum / count) : nil
  }

  /// The number of touches that are down, without those of other people if the request says where its own are.
  private func touchCount(of request: OverlayRequest) -> Int {
    let tracks = estimator.tracks
    let others = request.gesture?.location?.isFinite == true ? otherPeople(than: request) : 0
    var count = 0
    for index in tracks.indices where tracks[index].lifted == nil && others & 1 << UInt8(index) == 0 {
      count += tracks[index].positions.count
    }
    return count
  }

  /// The distance from the nearest touch to a box, in mm; infinite without touches.
  private func nearestTouch(to box: Box) -> Double {
    var nearest = Double.infinity
    forEachTouch { nearest = min(nearest, box.distance(toX: $0.x, y: $0.y)) }
    return nearest
  }
}

// MARK: - Several people

extension OverlayPlacer {
  /// Distance in mm beyond which two hands belong to different people: a person works with both hands within some 400 mm to either
  /// side, and seldom at both ends at once.
  private static var personSpan: Double { 600 }

  /// Computes the occlusion of all hands, weighted for the person whose gesture the request is for; without a request, all hands
  /// have full weight.
  private mutating func updateOcclusion(for request: OverlayRequest? = nil) {
    let others = request.map { otherPeople(than: $0) } ?? 0
    occlusions.update(from: estimator, others: others, in: environment)
  }

  /// Returns the hands of people other than the one whose gesture the request is for, one bit for each track. 0 for postures in
  /// which one person uses the panel: all except walls and tables.
  private func otherPeople(than request: OverlayRequest) -> UInt8 {
    guard environment.posture.isApproachable, estimator.tracks.count > 1 else { return 0 }
    let tracks = estimator.tracks
    let location = request.gesture?.location ?? request.anchor?.center
    let focus = location.map(frame.inward) ?? tracks[0].positions.centroid
    var owner = 0
    var nearest = Double.infinity
    for index in tracks.indices {
      let distance = tracks[index].positions.centroid.distance(to: focus)
      if distance < nearest { (owner, nearest) = (index, distance) }
    }
    let hand = tracks[owner].positions.centroid
    var others: UInt8 = 0
    for index in tracks.indices where tracks[index].positions.centroid.distance(to: hand) > OverlayPlacer.personSpan {
      others |= 1 << UInt8(index)
    }
    return others
  }
}

// MARK: - Explaining

extension OverlayPlacer {
  /// The hands as inferred now, the options of the latest decision, and the placements of all overlays.
  package var explanation: PlacementExplanation {
    // Without an overlay to place, nothing has asked for what the hands hide.
    var current = self
    current.updateOcclusion()
    return current.latestExplanation
  }

  private var latestExplanation: PlacementExplanation {
    var touches: [Point] = []
    let tracks = estimator.tracks
    for index in tracks.indices {
      let positions = tracks[index].positions
      for touch in 0..<positions.count { touches.append(frame.outward(positions[touch])) }
    }
    return PlacementExplanation(
      panel: environment.panel, touches: touches, outlines: outlines, options: options,
      placements: placed.indices.map { index in
        var placement = placed[index].placement
        placement.hidden = hiddenNow(placed[index].box)
        return placement
      },
      belief: tracks.count > 0 ? OverlayPlacer.belief(about: tracks[0]) : nil)
  }

  /// The likelier hand of each track, or both where no side is named.
  private var outlines: [PlacementExplanation.Outline] {
    let tracks = estimator.tracks
    var outlines: [PlacementExplanation.Outline] = []
    for index in tracks.indices {
      let belief = OverlayPlacer.belief(about: tracks[index])
      for side in [Handedness.right, .left] where !belief.isNamed || side == belief.side {
        let pieces = pieces(of: tracks[index], number: index, side)
        guard !pieces.isEmpty else { continue }
        outlines.append(
          PlacementExplanation.Outline(
            side: side, probability: side == belief.side ? belief.probability : 1 - belief.probability,
            opacity: belief.isNamed ? 1 : 0.5, pieces: pieces.map(outward)))
      }
    }
    return outlines
  }

  /// A hand of fingers as a picture shows it; anything else as it hides the panel in its likeliest pose.
  private func pieces(of track: borrowing HandTrack, number: Int, _ side: Handedness) -> ArraySlice<OcclusionPiece> {
    let field = occlusions.field
    if environment.occluders == .hands, ![.thumb, .pen, .object].contains(track.grip) {
      let isRight = side == .right
      return DrawnHand(isRight ? track.right : track.left, scale: track.scale, sign: isRight ? 1 : -1).pieces[...]
    }
    let poses = field.hypotheses.filter { $0.track == number && ($0.side == side || $0.side == .unknown) }
    return poses.max { $0.share < $1.share }.map { field.pieces[$0.first..<$0.end] } ?? []
  }

  private func outward(_ piece: OcclusionPiece) -> PlacementExplanation.Piece {
    PlacementExplanation.Piece(
      start: frame.outward(UserPoint(x: Double(piece.x), y: Double(piece.y))), startRadius: Double(piece.radius),
      end: frame.outward(UserPoint(x: Double(piece.x + piece.dx), y: Double(piece.y + piece.dy))),
      endRadius: Double(piece.radius + piece.growth))
  }

  private var options: [PlacementExplanation.Option] {
    let (considered, costs) = (search.considered, search.costs)
    guard let situation = search.situation, let choice = search.choice else { return [] }
    let own = parts(of: choice.candidate, choice.cost, in: situation)
    return considered.indices.filter { costs[$0].isFinite }.sorted { costs[$0] < costs[$1] }.map { index in
      let parts = parts(of: considered[index], costs[index], in: situation)
      var (drawback, most) = (PlacementExplanation.Drawback.slight, 0.0)
      for (part, chosen) in zip(parts, own) where part.cost - chosen.cost > most {
        (drawback, most) = (part.drawback, part.cost - chosen.cost)
      }
      let box = considered[index].box
      // What remains is distance, or the fingers below it.
      let isNearer = box.distance(to: situation.anchor) < choice.candidate.box.distance(to: situation.anchor)
      if drawback == .farther, isNearer { drawback = .onFingers }
      if costs[index] - choice.cost < 0.01 { drawback = .slight }
      return PlacementExplanation.Option(rect: box.rect(in: frame), cost: costs[index], drawback: drawback)
    }
  }

  /// Divides the cost of a candidate when it was considered. The part of an input is the cost with it less the cost without it.
  private func parts(
    of candidate: Candidate, _ total: Double, in situation: PlacementSituation
  ) -> [(drawback: PlacementExplanation.Drawback, cost: Double)] {
    func visible(_ candidate: Candidate, _ change: (inout PlacementSituation) -> Void = { _ in }) -> Double {
      var situation = situation
      change(&situation)
      return cost.cost(of: candidate, in: situation, under: OcclusionMap())
    }
    let rest = visible(candidate)
    var parts: [(drawback: PlacementExplanation.Drawback, cost: Double)] = [
      (.hidden, total - rest), (.wrongSide, rest - visible(candidate) { $0.preference = .zero }),
      (.moved, rest - visible(candidate) { $0.current = nil }),
      (.onContent, rest - visible(candidate) { $0.obstacleCount = 0 }),
      (.atEdge, rest - visible(Candidate(candidate.box, kind: .near, rank: 0))),
    ]
    parts.append((.farther, total - parts.reduce(0) { $0 + $1.cost }))
    return parts
  }

  /// The share of `box` that the hands are expected to hide now.
  private func hiddenNow(_ box: Box) -> Double {
    var map = OcclusionMap()
    map.draw(
      occlusions.field, minX: box.x - box.width / 2, minY: box.y - box.height / 2, maxX: box.x + box.width / 2,
      maxY: box.y + box.height / 2)
    return map.hidden(centerX: box.x, centerY: box.y, width: box.width, height: box.height)
  }

  private static func belief(about track: HandTrack) -> PlacementExplanation.Belief {
    let isRight = track.rightProbability >= 0.5
    let probability = max(track.rightProbability, track.leftProbability)
    return PlacementExplanation.Belief(
      side: isRight ? .right : .left, isNamed: track.hand.side != .unknown && probability >= HandCommitment.likely,
      probability: probability, grip: track.grip)
  }
}
