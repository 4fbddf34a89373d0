/// The belief about the user's hand between gestures: it fades to the prior, and every gesture may be the other hand's.
struct HandMemory: Sendable {
  /// The seconds without a gesture after which half of what was learned is forgotten, on a desk.
  private static let deskHalfLife = 20.0
  /// The same for a handheld device, where grips change often.
  private static let handheldHalfLife = 5.0
  /// The probability that the hand changes between two gestures.
  static let hazard = 0.03

  /// The largest belief carried over, in nats: 88 %. With more, users who change hands would not be believed for long.
  private static let firmness = 2.0
  /// The largest belief from gestures with little evidence, in nats: 77 %. Pinches of one person at one desk are not
  /// independent, so five of them must not count five times (M29: a change of hands is seen within five pinches).
  private static let looseness = 1.2
  /// The limit of little evidence, in nats: no more than pinches on a desk give, and what a hand's shape adds.
  private static let faint = 1.5

  private var learned: Double?
  private var learnedAt = Timestamp.zero

  /// The log odds of a right hand, in nats, with which a gesture begins at `time`.
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

  /// The probability of a right hand that was learned last; `nil` if none was learned.
  var rightProbability: Double? { learned.map(HandTrack.probability) }

  /// Learns the log odds with which a gesture ended at `time` that had begun with `prior`, both in nats.
  mutating func learn(_ logOdds: Double, from prior: Double, at time: Timestamp) {
    var limit = HandMemory.firmness
    if abs(logOdds - prior) <= HandMemory.faint { limit = min(limit, max(abs(prior), HandMemory.looseness)) }
    learned = min(max(logOdds, -limit), limit)
    learnedAt = time
  }

  /// The share of what was learned that remains after `idle` seconds.
  static func share(after idle: Double, in posture: Posture) -> Double {
    let halfLife = posture.isHeld ? HandMemory.handheldHalfLife : HandMemory.deskHalfLife
    return _exp(-idle / halfLife * 0.6931471805599453)
  }

  /// The setup's prior as log odds, on a grid of 2⁻³⁰ so that 0.1 and 0.9 are exactly opposite.
  private static func priorLogOdds(_ environment: PanelSetup) -> Double {
    let grid = 1_073_741_824.0
    return (HandTrack.logOdds(environment.rightHandPrior) * grid).rounded() / grid
  }
}

/// Whether a phone is used with the thumb of the hand that holds it or with a finger of the other, judged by the strokes so far.
///
/// People keep to one for a while, and once it is known, every stroke is more informative about the side. Fades like `HandMemory`.
struct DigitHabit: Sendable {
  /// The most that is carried over, in nats: 92 %.
  private static let firmness = 2.5
  /// The most nats of one stroke.
  private static let cap = 0.85

  private var learned = 0.0
  private var learnedAt = Timestamp.zero

  /// The probability that the digit of a gesture that begins at `time` is a thumb.
  func thumbProbability(at time: Timestamp, in posture: Posture) -> Double {
    let prior = DigitHabit.prior(posture)
    let idle = max(0, time.seconds(since: learnedAt))
    let likelihood = HandTrack.probability(prior + learned * HandMemory.share(after: idle, in: posture))
    return likelihood * (1 - HandMemory.hazard) + HandTrack.probability(prior) * HandMemory.hazard
  }

  /// Learns from a finished stroke of a hand that is a right one with probability `right`, and a left one with `left`.
  mutating func learn(_ stroke: StrokeReading, right: Double, left: Double, at time: Timestamp, in posture: Posture) {
    let thumb = right * stroke.likelihood(ofThumb: 1) + left * stroke.likelihood(ofThumb: -1)
    let finger = right * stroke.likelihood(ofFinger: 1) + left * stroke.likelihood(ofFinger: -1)
    let ratio = _log(thumb) - _log(finger)
    guard ratio.isFinite else { return }
    let kept = learned * HandMemory.share(after: max(0, time.seconds(since: learnedAt)), in: posture)
    learned = min(
      max(kept + min(max(ratio, -DigitHabit.cap), DigitHabit.cap), -DigitHabit.firmness), DigitHabit.firmness)
    learnedAt = time
  }

  /// The prior in nats: even odds, and 95 % where the thumbs are said to be used.
  private static func prior(_ posture: Posture) -> Double { posture == .thumbs ? 3 : 0 }
}

/// The user's position, as far as their hands show it: at which edge of a table, and how far to the side of a kiosk.
///
/// Kept for 20 seconds without a touch, because then another person may have come (Design/Placing.md cases 33, 34 and 45).
struct UserStance: Sendable {
  private static let memory = Duration.seconds(20)
  /// The least log-likelihood advantage of another edge, in nats, for it to be accepted.
  static let convincing = 1.0
  /// The largest azimuth offset.
  private static let farthest = Angle(degrees: 30)
  /// The most that one observation counts.
  private static let cap = Angle(degrees: 45)

  /// The edge from which hands were seen to come; `nil` if none was seen to come from an edge other than the stated one.
  private(set) var edge: ScreenEdge?
  private var offsets = Angle.zero
  private var count = 0.0
  private var latest = Timestamp.zero

  /// The offset of a right forearm's azimuth from the usual one; that of a left forearm is opposite.
  var azimuthOffset: Angle {
    let mean = Angle(radians: offsets.radians / (count + 1))
    return min(max(mean, -UserStance.farthest), UserStance.farthest)
  }

  /// Discards values that are too old, or of a clock that was set.
  mutating func refresh(at now: Timestamp) {
    if now < latest || now - latest > UserStance.memory { self = UserStance() }
    latest = now
  }

  /// Notes a touch at `now`: the person is still there.
  mutating func stay(at now: Timestamp) { latest = max(latest, now) }

  /// Sets the edge from which a hand came. Offsets seen from another edge mean nothing there.
  mutating func move(to edge: ScreenEdge) {
    if edge != self.edge { (offsets, count) = (.zero, 0) }
    self.edge = edge
  }

  /// Notes that another edge is stated: offsets seen from the former one mean nothing there.
  mutating func leaveStatedEdge() { if edge == nil { (offsets, count) = (.zero, 0) } }

  /// Records the azimuth offset of a right forearm, or the opposite of a left one's.
  mutating func note(_ offset: Angle) {
    guard offset.radians.isFinite else { return }
    offsets = offsets + min(max(offset, -UserStance.cap), UserStance.cap)
    count += 1
  }
}

/// Data about a person that may be stored between two runs of a program, with their consent: one number and a day
/// (Design/Placing.md case 69).
///
/// Its text form is `0.87 2026-11-21`, so that a person can read, change and delete it.
public struct HandHabit: Sendable, Hashable, LosslessStringConvertible {
  /// The probability of a right hand, clamped to 0.02...0.98 so that the fingers can still indicate the other.
  public let rightProbability: Double
  /// The day on which that was learned, in days since 1 January 1970.
  public let day: Int

  /// What was learned on `day`, rounded to hundredths; a probability that is not finite counts as 0.5.
  public init(rightProbability: Double, day: Int) {
    let known = rightProbability.isFinite ? rightProbability : 0.5
    self.rightProbability = (min(max(known, 0.02), 0.98) * 100).rounded() / 100
    self.day = day
  }

  /// Reads the text form; `nil` if `description` has another form.
  public init?(_ description: String) {
    let parts = description.split(separator: " ")
    guard parts.count == 2, let right = Double(parts[0]), (0...1).contains(right) else { return nil }
    let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard date.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]), (1...31).contains(date[2]) else {
      return nil
    }
    let day = HandHabit.day(year: date[0], month: date[1], day: date[2])
    // 31 February would count as 2 or 3 March.
    guard HandHabit.date(of: day) == (date[0], date[1], date[2]) else { return nil }
    self.init(rightProbability: right, day: day)
  }

  /// The text form.
  public var description: String {
    let (year, month, day) = HandHabit.date(of: day)
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let hundredths = Int((rightProbability * 100).rounded())
    return "0.\(padded(hundredths, 2)) \(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The prior for a program that starts on `day`: what was learned, half-way back to 0.9 after a year.
  public func prior(on day: Int) -> Double {
    let years = Double(max(0, day - self.day)) / 365
    return 0.9 + (rightProbability - 0.9) * _exp(-years * 0.6931471805599453)
  }

  /// Days since 1970 of a date; counted in years that begin in March, so that the leap day comes last.
  private static func day(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
    let days = min(max(day, -719_162), 2_932_896) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
