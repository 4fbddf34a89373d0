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

/// Whether a phone is worked by the thumb of the hand that holds it or by a finger of the other, as far as strokes told.
///
/// People keep to one for a while: known, it makes of every stroke a better witness to the side. Fades like `HandMemory`.
struct DigitHabit: Sendable {
  /// The most that is carried over, in nats: 92 %.
  static let firmness = 2.5
  /// The most that one stroke may say.
  static let cap = 0.85

  private var learned = 0.0
  private var learnedAt = Timestamp.zero

  /// How likely the digit of a gesture that begins at `time` is a thumb.
  func thumbProbability(at time: Timestamp, in posture: Posture) -> Double {
    let prior = DigitHabit.prior(posture)
    let idle = max(0, time.seconds(since: learnedAt))
    let likelihood = HandTrack.probability(prior + learned * HandMemory.share(after: idle, in: posture))
    return likelihood * (1 - HandMemory.hazard) + HandTrack.probability(prior) * HandMemory.hazard
  }

  /// Remembers what a finished stroke told, by a hand that is a right one with probability `right`, and a left one with `left`.
  mutating func learn(
    _ stroke: StrokeReading, right: Double, left: Double, at time: Timestamp, in posture: Posture
  ) {
    let thumb = right * stroke.likelihood(ofThumb: 1) + left * stroke.likelihood(ofThumb: -1)
    let finger = right * stroke.likelihood(ofFinger: 1) + left * stroke.likelihood(ofFinger: -1)
    let ratio = _log(thumb) - _log(finger)
    guard ratio.isFinite else { return }
    let kept = learned * HandMemory.share(after: max(0, time.seconds(since: learnedAt)), in: posture)
    learned = min(
      max(kept + min(max(ratio, -DigitHabit.cap), DigitHabit.cap), -DigitHabit.firmness), DigitHabit.firmness)
    learnedAt = time
  }

  /// Even odds in one hand and the other; 95 % where the thumbs are said to work.
  private static func prior(_ posture: Posture) -> Double { posture == .thumbs ? 3 : 0 }
}

/// Where the user stands, as far as their hands tell: at which edge of a table, and how far to the side of a kiosk.
///
/// Kept for 20 seconds without a touch, because then another person may have come (placement.md cases 33, 34 and 45).
struct UserStance: Sendable {
  /// How long it is kept.
  static let memory = Duration.seconds(20)
  /// How much likelier another edge must be, in nats.
  static let convincing = 1.0
  /// The most that the forearm is turned by where somebody stands, in degrees.
  static let farthest = 30.0

  /// The edge at which hands were seen to come in; `nil` where nobody was seen to come from another than the stated one.
  private(set) var edge: ScreenEdge?
  private var offsets = 0.0
  private var count = 0.0
  private var latest = Timestamp.zero

  /// By how many degrees a right forearm comes further from the right than at the usual place; a left one the less from the left.
  var turn: Double {
    min(max(offsets / (count + 1), -UserStance.farthest), UserStance.farthest)
  }

  /// Forgets what is too old.
  mutating func refresh(at now: Timestamp) {
    if now - latest > UserStance.memory { self = UserStance() }
    latest = max(latest, now)
  }

  /// Takes in at which edge a hand came in.
  mutating func move(to edge: ScreenEdge) { self.edge = edge }

  /// Takes in by how much a forearm came further from the right than usual, in degrees.
  mutating func note(_ offset: Double) {
    guard offset.isFinite else { return }
    offsets += min(max(offset, -45), 45)
    count += 1
  }
}

/// What may be kept of a person between two runs of a program: one number and a day, and only where they agreed to it
/// (placement.md case 69). Which hand somebody uses is told by nobody but themselves: nothing is written unless a file for it is named.
///
/// As text it is `0.87 2026-11-21`, so that a person can read, change and delete it.
public struct HandHabit: Sendable, Hashable, LosslessStringConvertible {
  /// How likely a right hand is, 0.02 to 0.98: nobody is so sure of it that a hand could not be told by its fingers any more.
  public let rightProbability: Double
  /// The day on which that was learned, counted from the first of January 1970.
  public let day: Int

  /// What was learned on `day`.
  public init(rightProbability: Double, day: Int) {
    let known = rightProbability.isFinite ? rightProbability : 0.5
    self.rightProbability = (min(max(known, 0.02), 0.98) * 100).rounded() / 100
    self.day = day
  }

  /// Reads the text form; `nil` where it is none.
  public init?(_ description: String) {
    let parts = description.split(separator: " ")
    guard parts.count == 2, let right = Double(parts[0]), (0...1).contains(right) else { return nil }
    let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard date.count == 3, (1...9999).contains(date[0]), (1...12).contains(date[1]), (1...31).contains(date[2]) else {
      return nil
    }
    self.init(rightProbability: right, day: HandHabit.day(year: date[0], month: date[1], day: date[2]))
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

  /// The prior for a program that begins on `day`: what was learned, halfway back to nine in ten after a year.
  public func prior(on day: Int) -> Double {
    let years = Double(max(0, day - self.day)) / 365
    return 0.9 + (rightProbability - 0.9) * _exp(-years * 0.6931471805599453)
  }

  /// Days since 1970 of a date of the calendar; years begin in March, so that the leap day comes last.
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
