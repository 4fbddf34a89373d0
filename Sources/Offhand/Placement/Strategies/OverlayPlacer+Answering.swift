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
