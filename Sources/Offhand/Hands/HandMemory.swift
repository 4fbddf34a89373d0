/// What is believed of the user's hand between gestures: it fades to the prior, and every gesture may be the other hand's.
struct HandMemory: Sendable {
  /// After how many idle seconds half of what was learned is gone, on a desk.
  static let deskHalfLife = 20.0
  /// The same in the hand, where grips change often.
  static let handheldHalfLife = 5.0
  /// How likely the hand changes between two gestures.
  static let hazard = 0.03

  /// The most that is carried over, in nats: 88 %. More, and people who change hands would not be believed for long.
  static let firmness = 2.0
  /// The most that gestures which tell little make of it, in nats: 77 %. Pinches of one person at one desk are the same
  /// witness again and again, so five of them must not count five times (M29: a change of hands is seen within five pinches).
  static let looseness = 1.2
  /// What a gesture tells little by, in nats: no more than pinches on a desk may say, and what a hand's shape adds.
  static let faint = 1.5

  private var learned: Double?
  private var learnedAt = Timestamp.zero

  /// The log odds of a right hand with which a gesture begins at `time`.
  func logOdds(at time: Timestamp, in environment: PanelSetup) -> Double {
    let prior = HandMemory.priorLogOdds(environment)
    guard let learned else { return prior }
    let idle = max(0, time.seconds(since: learnedAt))
    let faded = prior + (learned - prior) * HandMemory.share(after: idle, in: environment.posture)
    let keep = 1 - HandMemory.hazard
    let right = HandTrack.probability(faded) * keep + HandTrack.probability(prior) * HandMemory.hazard
    let left = HandTrack.probability(-faded) * keep + HandTrack.probability(-prior) * HandMemory.hazard
    return _log(right) - _log(left)
  }

  /// How likely a right hand is by what was learned last; `nil` before anything was.
  var rightProbability: Double? { learned.map(HandTrack.probability) }

  /// Remembers what a gesture that ended at `time` taught, which began with `prior`.
  mutating func learn(_ logOdds: Double, from prior: Double, at time: Timestamp) {
    var limit = HandMemory.firmness
    if abs(logOdds - prior) <= HandMemory.faint { limit = min(limit, max(abs(prior), HandMemory.looseness)) }
    learned = min(max(logOdds, -limit), limit)
    learnedAt = time
  }

  /// How much of what was learned is left after `idle` seconds.
  static func share(after idle: Double, in posture: Posture) -> Double {
    let halfLife = posture.isHeld ? HandMemory.handheldHalfLife : HandMemory.deskHalfLife
    return _exp(-idle / halfLife * 0.6931471805599453)
  }

  /// The environment's prior as log odds, on a grid of 2⁻³⁰ so that 0.1 and 0.9 are exactly opposite.
  static func priorLogOdds(_ environment: PanelSetup) -> Double {
    let grid = 1_073_741_824.0
    return (HandTrack.logOdds(environment.rightHandPrior) * grid).rounded() / grid
  }
}
