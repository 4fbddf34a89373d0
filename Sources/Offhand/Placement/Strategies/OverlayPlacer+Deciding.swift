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
      let way = situation.focus - Point(x: box.x, y: box.y)
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
      belongsToTouches: anchor.isTouches, focus: Point(x: anchor.box.x, y: anchor.box.y),
      preference: user.inward(preferredSide(of: request).step), velocity: .zero)
    if let velocity = request.gesture?.velocity, velocity.isFinite { situation.velocity = user.inward(velocity) }
    if let parting = request.gesture?.logScaleVelocity, parting > 0, parting.isFinite { situation.parting = parting }
    for index in estimator.tracks.indices where estimator.tracks[index].lifted == nil {
      let contacts = estimator.tracks[index].contacts
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
  private func touchFocus(of request: OverlayRequest, among situation: borrowing PlacementSituation) -> Point {
    if let place = request.gesture?.location, place.isFinite { return frame.inward(place) }
    guard situation.contactCount > 0 else { return frame.inward(focus(of: request)) }
    var sum = Vector.zero
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
      let contacts = estimator.tracks[index].contacts
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
