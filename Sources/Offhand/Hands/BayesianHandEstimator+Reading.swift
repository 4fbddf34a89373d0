extension BayesianHandEstimator {
  /// Sorts the contacts of `frame` into hands; hands keep their identity by the contacts that they keep. Answers whether other
  /// fingers are down than before, or other hands.
  mutating func regroup(_ frame: borrowing TouchFrame) -> Bool {
    let user = user
    let downCount = frame.downCount
    grouping.begin()
    for index in frame.indices where frame[index].isDown {
      let touch = frame[index]
      let isHolding = downCount > 1 && BayesianHandEstimator.isHolding(touch, at: frame.timestamp, in: user)
      guard touch.position.isFinite, !isHolding else { continue }
      let place = user.inward(touch.position)
      guard grouping.add(touch.id, at: place, landed: touch.landingTime, source: index, tool: touch.tool) else { break }
      if let shape = touch.shape, touch.phase == .began { trust.note(shape) }
    }
    let isNews = grouping.join()
    if grouping.count < downCount { forgetHolding(in: frame) }
    var claimed: UInt8 = 0
    for leader in 0..<grouping.count where grouping.group(of: leader) == leader {
      guard claimed.nonzeroBitCount < HandTracks.capacity else { break }
      let index = track(of: leader, in: frame, claimed) ?? beginTrack()
      claimed |= 1 << UInt8(index)
      fill(index, leader: leader, from: frame)
    }
    for index in tracks.indices where claimed >> UInt8(index) & 1 == 0 {
      if tracks[index].lifted == nil { lift(index) }
    }
    return isNews
  }

  /// Forgets hands whose fingers turned out to hold the device: they hover nowhere, and who comes beside them is not the second.
  private mutating func forgetHolding(in frame: borrowing TouchFrame) {
    for index in tracks.indices.reversed() where tracks[index].lifted == nil {
      var isDown = false
      for contact in frame.indices where frame[contact].isDown {
        if tracks[index].has(frame[contact].id) { isDown = true }
      }
      for member in 0..<grouping.count where tracks[index].has(frame[grouping.source(of: member)].id) { isDown = false }
      if isDown { tracks.remove(at: index) }
    }
  }

  /// The hand, not yet claimed, that shares most contacts with a group. It changes nothing, but what is not `mutating` is lent a
  /// copy of the whole estimator.
  private mutating func track(of leader: Int, in frame: borrowing TouchFrame, _ claimed: UInt8) -> Int? {
    var best: Int?
    var most = 0
    for index in tracks.indices where claimed >> UInt8(index) & 1 == 0 {
      guard tracks[index].lifted == nil else { continue }
      var shared = 0
      for member in 0..<grouping.count where grouping.group(of: member) == leader {
        let name = frame[grouping.source(of: member)].id
        for contact in 0..<tracks[index].contacts.count where tracks[index].ids[contact] == name { shared += 1 }
      }
      if shared > most { (best, most) = (index, shared) }
    }
    return best
  }

  private mutating func fill(_ index: Int, leader: Int, from frame: borrowing TouchFrame) {
    var contacts = ContactList()
    var major: Double?
    var members = 0
    for member in 0..<grouping.count where grouping.group(of: member) == leader {
      let touch = frame[grouping.source(of: member)]
      if contacts.count < ContactList.capacity { tracks[index].ids[contacts.count] = touch.id }
      contacts.append(user.inward(touch.position))
      if members == 0 {
        tracks[index].tool = touch.tool
        tracks[index].shape = touch.shape
        tracks[index].landed = touch.landingTime
      } else if members == 1 {
        tracks[index].second = (touch.shape, touch.landingTime)
      }
      members += 1
      if trust.trustsSize, let shape = touch.shape { major = max(major ?? 0, Double(shape.major)) }
    }
    tracks[index].contacts = contacts
    tracks[index].contactMajor = major
    // What was a thing when more of it touched is none of the hands while less of it does.
    if members > ContactList.capacity { tracks[index].isHeap = true }
    if contacts.count == 1 { tracks[index].path.add(contacts[0]) }
  }

  /// Reads the contacts of a hand both ways and asks the sources.
  mutating func read(_ index: Int, after seconds: Double) {
    let contacts = tracks[index].contacts
    guard contacts.count > 0 else { return }
    let posture = environment.posture
    // Nothing here asks a method of the estimator that is not `mutating`: for that all of it would be copied.
    let turn = posture.isApproachable ? stance.turn : 0
    var expected = (
      right: posture.expectedAzimuth(at: contacts.centroid, in: user) + turn,
      left: posture.expectedAzimuth(at: contacts.mirrored.centroid, in: user) - turn
    )
    var deviation = posture.azimuthDeviation
    if let stated = environment.statedAzimuth {
      expected = (stated.degrees, stated.degrees)
      deviation = 5
    }
    let grip = grip(of: index)
    tracks[index].grip = grip
    tracks[index].expectedAzimuth = expected
    tracks[index].azimuthDeviation = deviation
    if grip == .spread, contacts.count == 5 {
      scale = min(max(0.5 * scale + 0.5 * (0.97 + 0.0026 * (contacts.diameter - 172)), 0.65), 1.2)
      tracks[index].scale = scale
    }
    let pair = FingerPair(
      contacts, first: tracks[index].shape, second: tracks[index].second.shape,
      apart: abs(tracks[index].second.landed.seconds(since: tracks[index].landed)), trust)
    tracks[index].twoHandsProbability = grip == .pinch ? pair.twoHandsProbability : 0
    var situation = HandSituation(
      contacts: contacts, grip: grip, expectedAzimuth: expected, posture: posture, path: tracks[index].path,
      thumbProbability: tracks[index].thumbProbability,
      shape: trust.trustsOrientation ? tracks[index].shape : nil, palm: nil, halfPanel: user.halfSize)
    situation.firstThumbLogOdds = pair.firstThumbLogOdds
    situation.isCrossed = tracks[index].noteCrossing()
    tracks[index].palm = palm?.place
    if let palm { situation.palm = palm.place - contacts.centroid }
    ask(situation, about: index, after: seconds)
  }

  private mutating func ask(_ situation: borrowing HandSituation, about index: Int, after seconds: Double) {
    if let stated = environment.statedHand, stated == .left || stated == .right {
      return state(stated, despite: situation, about: index)
    }
    for source in sources.indices {
      guard let ratio = sources[source].capped(in: situation) else { continue }
      tracks[index].evidence.note(ratio, from: source, after: seconds, holding: sources[source].hold)
    }
    if let order = order(of: index) {
      tracks[index].evidence.note(order, from: BayesianHandEstimator.orderSource, after: seconds)
    }
  }

  /// What people say of themselves holds; only a palm or a whole hand that speaks against it makes it less sure (case 63).
  private mutating func state(_ stated: Handedness, despite situation: borrowing HandSituation, about index: Int) {
    let sign = stated == .right ? 1.0 : -1.0
    var contrary = 0.0
    for source in sources.indices where sources[source].cap >= 3 {
      guard let ratio = sources[source].capped(in: situation) else { continue }
      if ratio * sign < -2.999 { contrary = max(contrary, abs(ratio)) }
    }
    tracks[index].prior = sign * (6 - contrary)
  }

  /// With two hands on the glass, the one further right is more likely the right one. `mutating` as the above is.
  private mutating func order(of index: Int) -> Double? {
    guard tracks.touchingCount == 2 else { return nil }
    for other in tracks.indices where other != index && tracks[other].lifted == nil {
      let offset = tracks[index].contacts.centroid.x - tracks[other].contacts.centroid.x
      return min(max(offset / 30, -2.5), 2.5)
    }
    return nil
  }

  /// How the hand at `index` is put on the glass. `mutating` as the above is.
  private mutating func grip(of index: Int) -> Grip {
    if tracks[index].tool == .pen { return .pen }
    if tracks[index].isHeap { return .object }
    return BayesianHandEstimator.grip(
      of: tracks[index].contacts, major: tracks[index].contactMajor, in: environment.posture, doing: hint)
  }

  /// How fingers are put on the glass: what the recognizers say decides, and where they say nothing the distances do.
  private static func grip(
    of contacts: ContactList, major: Double?, in posture: Posture, doing hint: GestureHint.Kind?
  ) -> Grip {
    if let major, major > 30 { return .object }
    switch contacts.count {
    case 1: return posture == .thumbs ? .thumb : .finger
    case 2:
      switch hint {
      case .pinch, .rotate: return .pinch
      case .multi: return .chord
      default: return isSideBySide(contacts) ? .chord : .pinch
      }
    case 3, 4:
      // Fingers without the thumb span at most 77 mm in the fitted poses; the thumb lies more than 100 mm off.
      return contacts.diameter > 88 ? .spread : .chord
    default: return .spread
    }
  }

  /// Two fingers side by side are at most 48 mm apart in the fitted poses, and flatter than 45° unless very close.
  private static func isSideBySide(_ contacts: ContactList) -> Bool {
    let offset = contacts[1] - contacts[0]
    return offset.length < 27 || (offset.length < 50 && abs(offset.dy) < abs(offset.dx))
  }

  /// Whether a contact only holds the device: at the edge, and resting where it landed (placement.md case 39).
  private static func isHolding(_ touch: Touch, at time: Timestamp, in user: UserFrame) -> Bool {
    let place = user.inward(touch.position)
    let edge = min(user.halfSize.width - abs(place.x), user.halfSize.height - abs(place.y))
    guard user.halfSize.width > 0, edge < BayesianHandEstimator.holdingBand else { return false }
    return time - touch.landingTime > BayesianHandEstimator.restingTime
      && touch.position.distance(to: touch.landingPosition) < 3
  }
}
