extension BayesianHandEstimator {
  /// The edge at which the user is taken to sit or stand: the stated one, unless a whole hand on a table came from another.
  public var userEdge: ScreenEdge { stance.edge ?? environment.userEdge }

  /// What is known of the forearm at `contacts`, for a right hand; mirrored contacts and `sign` -1 for a left one.
  func expectedAzimuth(at contacts: ContactList, sign: Double) -> Double {
    let usual = environment.posture.expectedAzimuth(at: contacts.centroid, in: user)
    return environment.posture.isApproachable ? usual + sign * stance.turn : usual
  }

  /// Looks whether the only hand, a whole one, came in at another edge of the table; answers whether everything was turned.
  mutating func turnToUser() -> Bool {
    guard environment.posture == .tabletop, environment.statedAzimuth == nil, tracks.touchingCount == 1 else {
      return false
    }
    for index in tracks.indices where tracks[index].lifted == nil && tracks[index].grip == .spread {
      // Without a side there is nothing to turn: from the other edge it would be the other hand.
      guard tracks[index].logOdds != 0 else { continue }
      let present = userEdge
      var best = (edge: present, likelihood: likelihood(of: tracks[index], at: present))
      best.likelihood += UserStance.convincing
      for edge in [ScreenEdge.bottom, .top, .left, .right] where edge != present {
        let likelihood = likelihood(of: tracks[index], at: edge)
        if likelihood > best.likelihood { best = (edge, likelihood) }
      }
      guard best.edge != present else { continue }
      turn(to: best.edge)
      return true
    }
    return false
  }

  /// How well a whole hand, of the side that it shows, fits to a user at `edge`; the log of a density.
  private func likelihood(of track: HandTrack, at edge: ScreenEdge) -> Double {
    let other = UserFrame(panel: environment.panel, edge: edge)
    var contacts = track.contacts.mapped { other.inward(user.outward($0)) }
    if track.logOdds < 0 { contacts = contacts.mirrored }
    return ChordReading(
      contacts, grip: .spread, azimuth: environment.posture.expectedAzimuth(at: contacts.centroid, in: other),
      deviation: environment.posture.azimuthDeviation
    ).logLikelihood
  }

  /// Turns all that is remembered into the frame of a user at `edge`.
  private mutating func turn(to edge: ScreenEdge) {
    let old = user
    stance.move(to: edge)
    let new = user
    for index in tracks.indices {
      tracks[index].contacts = tracks[index].contacts.mapped { new.inward(old.outward($0)) }
    }
    if let palm { self.palm = (new.inward(old.outward(palm.place)), palm.time) }
  }

  /// Learns from a hand that lifts how far to the side its user stands: what its fingers said of the forearm, without what
  /// was expected.
  mutating func learnStance(from index: Int) {
    let track = tracks[index]
    guard environment.posture.isApproachable, environment.statedAzimuth == nil,
      track.grip == .pinch || track.grip == .chord || track.grip == .spread,
      abs(track.logOdds) > 1.4
    else { return }
    let isRight = track.logOdds > 0
    let sign = isRight ? 1.0 : -1.0
    let reading = isRight ? track.right : track.left
    let expected = expectedAzimuth(at: isRight ? track.contacts : track.contacts.mirrored, sign: sign)
    let prior = environment.posture.azimuthDeviation
    let share = 1 - reading.deviation * reading.deviation / (prior * prior)
    guard share > 0.1 else { return }
    stance.note(sign * (reading.azimuth - expected) / share + stance.turn)
  }
}
