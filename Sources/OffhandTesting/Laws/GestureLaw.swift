public import Offhand

/// Something that holds for every composition of recognizers, whatever the fingers do.
///
/// A law is tried on the steps of a seed; where it fails, the same seed fails again, and `shrink` finds a small script that does.
public struct GestureLaw: Sendable {
  /// What it says.
  public let name: String
  /// Whether it holds for a composition at all.
  public let applies: @Sendable (LawSubject) -> Bool
  /// Plays steps through a composition; whatever is random in it comes from the seed.
  private let judge: @Sendable (LawSubject, [Step], UInt64) -> Verdict

  /// A law.
  public init(
    name: String, applies: @escaping @Sendable (LawSubject) -> Bool = { _ in true },
    judge: @escaping @Sendable (LawSubject, [Step], UInt64) -> Verdict
  ) {
    self.name = name
    self.applies = applies
    self.judge = judge
  }

  /// What came of a trial.
  public struct Verdict: Sendable {
    /// What was said against the law.
    public var violation: String?
    /// How many frames were played.
    public var frames: Int
    /// How many answers there were.
    public var answers: Int

    /// What came of it.
    public init(violation: String?, frames: Int, answers: Int) {
      self.violation = violation
      self.frames = frames
      self.answers = answers
    }
  }

  /// The surface on which the laws are tried, in millimetres.
  public static let bounds = Rect(x: 0, y: 0, width: 300, height: 190)

  /// All laws.
  public static let all: [GestureLaw] = [
    grammar, freshness, waking, mirror, quarterTurn, anyTurn, anyPlace, anyUnit, anySlot,
  ]

  /// Tries the law on touches of `seed`, about `reports` hardware reports of them.
  public func trial(
    of subject: LawSubject, seed: UInt64, reports: Int, discipline: RandomTouches.Discipline = .valid
  ) -> Verdict {
    var touches = RandomTouches(seed: seed, discipline: discipline)
    let steps = touches.sequence(reports: reports)
    var verdict = judge(subject, steps, seed)
    if let violation = verdict.violation {
      let small = shrink(steps, attempts: 400) { judge(subject, $0, seed).violation != nil }
      verdict.violation = """
        \(name), \(subject.name), seed \(seed), \(discipline): \(violation)
        \(small.map(\.source).joined(separator: "\n"))
        """
    }
    return verdict
  }

  /// Compares the answers of two plays.
  static func compare(
    _ play: LawPlay, with other: LawPlay, under map: PlaneMap = .identity, _ parts: LawComparison = LawComparison()
  ) -> Verdict {
    var violation: String?
    for (mine, theirs) in zip(play.events, other.events) where violation == nil {
      violation = mine.difference(from: theirs, under: map, comparing: parts)
    }
    if violation == nil,
      let index = zip(play.fingers, other.fingers).enumerated().first(where: { $1.0 != $1.1 })?.offset
    {
      violation = "\(play.events[index].name) \(play.events[index].state) with other fingers"
    }
    if violation == nil, play.events.count != other.events.count {
      violation = "\(play.events.count) answers where \(other.events.count) were due"
    }
    return Verdict(violation: violation, frames: play.frames + other.frames, answers: play.events.count)
  }
}

extension LawSubject {
  /// What comes of `steps` on the surface that `map` makes of `bounds`.
  public func played(_ steps: [Step], on map: PlaneMap = .identity, waking moments: [Double] = []) -> LawPlay {
    var play = LawPlay(make(map.apply(GestureLaw.bounds)))
    play.play(steps.map { $0.mapped(map.apply) }, waking: moments)
    return play
  }
}
