extension OverlayPlacer {
  /// Answers for an overlay that is seen: the place that it has, unless the policy says otherwise.
  mutating func keep(_ request: OverlayRequest, at index: Int) -> Placement {
    let now = time(of: request)
    placed[index].placement.transition = .jump
    if isAnchorGone(request, at: index, now) { return placed[index].placement }
    if let resized = refit(request, at: index, now) { return resized }
    switch request.following {
    case .follow: return follow(request, at: index)
    case .slot where shouldRedock(request, placed[index]): return redock(request, at: index, now)
    case .slot, .fixed: break
    }
    guard now - placed[index].checked >= policy.interval else { return placed[index].placement }
    placed[index].checked = now
    castShadows(for: request)
    let box = placed[index].box
    draw(box)
    let hidden = hidden(box)
    placed[index].placement.hidden = hidden
    let observation = OverlayObservation(
      time: now, hidden: hidden, fingers: fingerCount, nearestFinger: nearestFinger(to: box),
      rightProbability: rightProbability)
    guard policy.reconsiders(&placed[index], seeing: observation) else { return placed[index].placement }
    return relocate(request, at: index, now)
  }

  /// Whether the anchor is out of the bounds: then the overlay stays for a moment, is hidden, and never wanders along the edge.
  private mutating func isAnchorGone(_ request: OverlayRequest, at index: Int, _ now: Timestamp) -> Bool {
    guard let anchor = request.anchor, request.bounds.intersection(anchor.grown(by: 0.01)) == nil else {
      placed[index].anchorGone = nil
      placed[index].placement.isShown = true
      return false
    }
    let since = placed[index].anchorGone ?? now
    placed[index].anchorGone = since
    placed[index].placement.isShown = now - since < .milliseconds(150)
    return true
  }

  private mutating func relocate(_ request: OverlayRequest, at index: Int, _ now: Timestamp) -> Placement {
    var situation = situation(for: request)
    let old = placed[index].box
    situation.current = old
    let choice = best(in: situation)
    let stay = cost.cost(of: Candidate(old, kind: .current, rank: 0), in: situation, under: shadows)
    guard choice.candidate.box != old, policy.accepts(gain: stay - choice.cost, for: placed[index]) else {
      // Nothing better to be had: look for it again only after the policy's patience.
      placed[index].hiddenSince = nil
      return placed[index].placement
    }
    return move(request, at: index, to: choice, in: situation, now)
  }

  /// Puts an overlay elsewhere, and counts that.
  private mutating func move(
    _ request: OverlayRequest, at index: Int, to choice: Choice, in situation: borrowing PlacementSituation,
    _ now: Timestamp
  ) -> Placement {
    let old = placed[index].box
    var placement = answer(request, choice, in: situation, isCompact: false)
    placement.reason = .relocated
    placement.transition = policy.transition(from: old, to: choice.candidate.box, crossing: field, in: environment)
    placed[index].box = choice.candidate.box
    placed[index].placement = placement
    placed[index].relocated = now
    placed[index].hiddenSince = nil
    placed[index].relocations += 1
    placed[index].gestureRelocations += 1
    placed[index].focus = situation.focus
    placed[index].rightProbability = rightProbability
    return placement
  }

  /// Gives an overlay a new size, or takes it into new bounds, in the same frame: it grows away from what it belongs to
  /// (placement.md case 54, recognizers.md L5). Out of bounds that have changed, as where a keyboard appears, it goes to the best
  /// place in the new ones, which is one of the moves that a gesture has (case 10). Answers `nil` where nothing changed.
  private mutating func refit(_ request: OverlayRequest, at index: Int, _ now: Timestamp) -> Placement? {
    let old = placed[index].box
    let size = frame.turned(request.size)
    let isResized = abs(size.width - old.width) > 1e-9 || abs(size.height - old.height) > 1e-9
    let isCompact = placed[index].placement.reason == .compact
    guard (isResized && !isCompact) || placed[index].bounds != request.bounds else { return nil }
    placed[index].bounds = request.bounds
    var box = Box(x: old.x, y: old.y, width: size.width, height: size.height)
    let offset = UserVector(dx: old.x - placed[index].focus.x, dy: old.y - placed[index].focus.y)
    if abs(offset.dx) > old.width / 2 { box.x += (size.width - old.width) / 2 * (offset.dx < 0 ? -1 : 1) }
    if abs(offset.dy) > old.height / 2 { box.y += (size.height - old.height) / 2 * (offset.dy < 0 ? -1 : 1) }
    let bounds = Box(request.bounds, in: frame)
    let isPushed = !isResized && !box.fits(in: bounds)
    box = box.clamped(to: bounds)
    if isPushed, box.fits(in: bounds), request.following != .follow {
      castShadows(for: request)
      var situation = situation(for: request)
      situation.current = box
      let choice = best(in: situation)
      return move(request, at: index, to: choice, in: situation, now)
    }
    placed[index].box = box
    placed[index].placement.rect = clip(box.rect(in: frame), to: request.bounds)
    placed[index].placement.isClipped = !box.fits(in: bounds)
    placed[index].placement.reason = placed[index].placement.isClipped ? .clipped : .kept
    if placed[index].placement.isClipped { placed[index].placement.quality = .obstructed }
    return placed[index].placement
  }

  /// The original's way: along with the fingers in every frame, but not when one of them lifts.
  private mutating func follow(_ request: OverlayRequest, at index: Int) -> Placement {
    let focus = frame.inward(focus(of: request))
    guard focus.isFinite, fingerCount == placed[index].fingers || request.anchor != nil else {
      placed[index].fingers = fingerCount
      placed[index].focus = focus
      return placed[index].placement
    }
    let way = focus - placed[index].focus
    placed[index].focus = focus
    return shift(request, at: index, by: way)
  }

  private mutating func shift(_ request: OverlayRequest, at index: Int, by way: UserVector) -> Placement {
    let bounds = Box(request.bounds, in: frame)
    placed[index].box.x += way.dx
    placed[index].box.y += way.dy
    placed[index].box = placed[index].box.clamped(to: bounds)
    placed[index].placement.rect = clip(placed[index].box.rect(in: frame), to: request.bounds)
    placed[index].placement.target = placed[index].placement.target + frame.outward(way)
    placed[index].placement.reason = .followed
    return placed[index].placement
  }

  /// Whether the anchor has gone more than 18 mm and rests (below 50 mm/s), for the first time in this gesture.
  private func shouldRedock(_ request: OverlayRequest, _ state: OverlayState) -> Bool {
    guard !state.hasRedocked, fingerCount == state.fingers || request.anchor != nil else { return false }
    let way = frame.inward(focus(of: request)) - state.focus
    return way.isFinite && way.length > 18 && (request.gesture?.velocity ?? .zero).length < 50
  }

  private mutating func redock(_ request: OverlayRequest, at index: Int, _ now: Timestamp) -> Placement {
    castShadows(for: request)
    let old = placed[index].box
    let focus = frame.inward(focus(of: request))
    let way = focus - placed[index].focus
    placed[index].focus = focus
    placed[index].hasRedocked = true
    placed[index].relocated = now
    _ = shift(request, at: index, by: way)
    placed[index].placement.transition = policy.transition(
      from: old, to: placed[index].box, crossing: field, in: environment)
    return placed[index].placement
  }

  var fingerCount: Int {
    var count = 0
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      count += estimator.tracks[index].positions.count
    }
    return count
  }

  /// The distance from the nearest finger to a box, in millimetres; infinite if nothing touches.
  private func nearestFinger(to box: Box) -> Double {
    var nearest = Double.infinity
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      let contacts = estimator.tracks[index].positions
      for contact in 0..<contacts.count {
        nearest = min(nearest, box.distance(toX: contacts[contact].x, y: contacts[contact].y))
      }
    }
    return nearest
  }
}

extension OverlayPlacer {
  /// What the shadow of another person's hand counts: that hand goes away by itself, and its owner's eye is elsewhere
  /// (placement.md case 35).
  static var strangerWeight: Double { 0.5 }
  /// Hands farther apart than this, in millimetres, are not of one person: who sits or stands at a panel works with both
  /// hands within some 400 mm to either side, and seldom at both ends at once.
  static var personSpan: Double { 600 }

  /// Which hands are of other people than the one whose gesture a request is for, a bit each; none where one person is at the
  /// panel, as at all that are not walls or tables.
  mutating func strangers(to request: OverlayRequest) -> UInt8 {
    guard environment.posture.isApproachable, estimator.tracks.count > 1 else { return 0 }
    let asked = request.gesture?.location ?? request.anchor?.center
    let place = asked.map(frame.inward) ?? estimator.tracks[0].positions.centroid
    var owner = 0
    var nearest = Double.infinity
    for index in estimator.tracks.indices {
      let distance = estimator.tracks[index].positions.centroid.distance(to: place)
      if distance < nearest { (owner, nearest) = (index, distance) }
    }
    let hand = estimator.tracks[owner].positions.centroid
    var strangers: UInt8 = 0
    for index in estimator.tracks.indices
    where estimator.tracks[index].positions.centroid.distance(to: hand) > OverlayPlacer.personSpan {
      strangers |= 1 << UInt8(index)
    }
    return strangers
  }
}

extension OverlayPlacer {
  /// How many places of the latest decision are drawn.
  private static var shownPlaces: Int { 12 }

  /// Draws the shadow, darker where it is more likely, the fingers, the cheapest places of the latest decision, the places that
  /// overlays have, and in a line why the last one stands where it does.
  public func explain(into list: inout DisplayList) {
    explainShadow(into: &list)
    explainPlaces(into: &list)
    explainFingers(into: &list)
    explainReason(into: &list)
  }

  /// Each way of holding is one sheet, so that fingers and palm are one shade where they overlap.
  private func explainShadow(into list: inout DisplayList) {
    let user = frame
    for hypothesis in field.hypotheses {
      let share = Double(hypothesis.share) / Double(OcclusionMap.certain)
      list.layer(in: environment.panel, opacity: 0.6 * share) { list in
        for piece in field.pieces[hypothesis.first..<hypothesis.end] {
          list.capsule(
            from: user.outward(UserPoint(x: Double(piece.x), y: Double(piece.y))), radius: Double(piece.radius),
            to: user.outward(UserPoint(x: Double(piece.x + piece.dx), y: Double(piece.y + piece.dy))),
            radius: Double(piece.radius + piece.growth), Color(red: 0.2, green: 0.1, blue: 0.5))
        }
      }
    }
  }

  private func explainPlaces(into list: inout DisplayList) {
    let counted = considered.indices.filter { costs[$0].isFinite }.sorted { costs[$0] < costs[$1] }
    for (rank, index) in counted.prefix(OverlayPlacer.shownPlaces).enumerated() {
      let color = Color(red: 1, green: 0.6, blue: 0, alpha: rank == 0 ? 0.9 : 0.35)
      list.stroke(considered[index].box.rect(in: frame), color, width: rank == 0 ? 0.6 : 0.25, cornerRadius: 1)
    }
    for index in placed.indices {
      let placement = placed[index].placement
      list.stroke(placement.rect, Color(red: 0, green: 0.7, blue: 0.3), width: 0.5, cornerRadius: 1)
      let edge = ClassicPlacement.nearestPoint(of: placement.rect, to: Rect(origin: placement.target, size: .zero))
      list.line(from: placement.target, to: edge, width: 0.3, Color(red: 0, green: 0.7, blue: 0.3, alpha: 0.7))
    }
  }

  private func explainFingers(into list: inout DisplayList) {
    for index in estimator.tracks.indices {
      let contacts = estimator.tracks[index].positions
      for contact in 0..<contacts.count {
        list.ring(center: frame.outward(contacts[contact]), radius: 6, width: 0.5, Color(red: 0.9, green: 0, blue: 0.2))
      }
    }
  }

  private func explainReason(into list: inout DisplayList) {
    guard placed.indices.upperBound > 0 else { return }
    let placement = placed[placed.indices.upperBound - 1].placement
    let percent = PercentText.string(placement.hidden)
    var line = "\(placement.reason.rawValue), \(placement.side.rawValue); \(percent) hidden"
    if estimator.tracks.count > 0 {
      let track = estimator.tracks[0]
      let isRight = track.rightProbability >= 0.5
      let reading = isRight ? track.right : track.left
      line +=
        "; \(isRight ? "right" : "left") \(PercentText.string(max(track.rightProbability, track.leftProbability)))"
      line +=
        ", \(track.grip.rawValue), forearm \(Int(reading.azimuth.degrees.rounded()))° ± \(Int(reading.deviation.degrees.rounded()))°"
    }
    let panel = environment.panel
    var box = Rect(x: panel.minX + 2, y: panel.maxY - 7, width: min(150, max(0, panel.width - 4)), height: 5)
    // The line must not hide what it speaks of.
    if box.intersects(placement.rect) { box.origin.y = panel.minY + 2 }
    list.fill(box, Color(white: 0, alpha: 0.7), cornerRadius: 1)
    list.text(
      line, in: box.inset(by: Insets(top: 0, left: 1.5, bottom: 0, right: 1.5)),
      style: TextStyle(size: 3, color: .white))
  }
}
