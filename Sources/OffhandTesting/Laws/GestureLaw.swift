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

/// The laws about the life of a gesture.
extension GestureLaw {
  /// Answers obey the grammar, every beginning has one end, nothing comes of a cancel, and at the end nothing is left over.
  public static let grammar = GestureLaw(name: "grammar") { subject, steps, _ in
    var play = subject.played(steps)
    play.finish(at: (steps.last?.time ?? .zero) + .seconds(5))
    return Verdict(violation: play.violations.first, frames: play.frames, answers: play.events.count)
  }

  /// A pipeline that has come to rest answers as one that is new; only whose hand it was is remembered.
  public static let freshness = GestureLaw(
    name: "a rested pipeline is a new one"
  ) { subject, steps, _ in
    let pause = (steps.last?.time ?? .zero) + .seconds(60) - Timestamp.zero
    let later = steps.map { step in
      var step = step
      step.time = step.time + pause
      return step
    }
    var used = LawPlay(subject.make(bounds))
    used.play(steps)
    used.finish(at: Timestamp.zero + pause)
    let before = used.events.count
    used.play(later)
    let new = subject.played(later)
    var violation: String?
    for (mine, theirs) in zip(used.events[before...], new.events) where violation == nil {
      violation = mine.difference(from: theirs, under: .identity, comparing: LawComparison(hand: false))
    }
    if violation == nil, used.events.count - before != new.events.count {
      violation = "\(used.events.count - before) answers where a new pipeline gives \(new.events.count)"
    }
    return Verdict(violation: violation, frames: used.frames + new.frames, answers: new.events.count)
  }

  /// However often and whenever an event loop looks at the clock, the answers are the same.
  public static let waking = GestureLaw(name: "M4 A22 the clock") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let moments = (0..<3).map { _ in random.number(0...0.999) }.sorted()
    return compare(subject.played(steps, waking: moments), with: subject.played(steps))
  }
}

/// Plays steps through a pipeline whose type is not known, keeps its answers, and notes what was said against the grammar.
public struct LawPlay {
  /// The pipeline.
  public private(set) var pipeline: any GesturePipeline
  /// All answers so far.
  public private(set) var events: [GestureEvent] = []
  /// The fingers of each answer, in the order of their landing.
  public private(set) var fingers: [[Touch.ID]] = []
  /// How many frames were played.
  public private(set) var frames = 0
  /// What was said against the grammar, or came out of a cancel.
  public private(set) var violations: [String] = []
  private var grammar = Grammar()
  private var assembler = TouchFrameAssembler()

  /// A play with `pipeline`.
  public init(_ pipeline: any GesturePipeline) {
    self.pipeline = pipeline
  }

  /// Plays `steps`. Between two frames, time passes as `moments` says: shares of the pause, at which deadlines are served.
  public mutating func play(_ steps: [Step], waking moments: [Double] = []) {
    var assembler = self.assembler
    var last: Timestamp?
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      if let last { pass(from: last, to: frame.timestamp, moments) }
      last = frame.timestamp
      pipeline.process(frame)
      frames += 1
      for event in pipeline.events where event.timestamp == frame.timestamp { judgeLoss(event) }
      read()
    }
    self.assembler = assembler
  }

  /// Takes all fingers away at `time`, and says what is left over.
  public mutating func finish(at time: Timestamp) {
    pipeline.cancel(at: time)
    read()
    violations += grammar.violations
    for lane in grammar.open { violations.append("\(pipeline.names[lane]) is left open") }
    if !pipeline.isIdle { violations.append("the pipeline is not idle though no finger is down") }
    if pipeline.deadline != nil { violations.append("a deadline is left over") }
  }

  private mutating func pass(from start: Timestamp, to end: Timestamp, _ moments: [Double]) {
    let pause = Double(end.nanoseconds - start.nanoseconds)
    for moment in moments where pause > 1 {
      pipeline.advance(to: Timestamp(nanoseconds: start.nanoseconds + Int64(pause * moment)))
      read()
    }
  }

  /// Nothing comes of fingers that were taken away: no end, no tap, no fling.
  private mutating func judgeLoss(_ event: GestureEvent) {
    if event.state == .cancelled, event.gesture.velocity != .zero {
      violations.append("\(event.name) was broken off and still flies")
    }
    guard event.state == .ended || event.state == .recognized else { return }
    let touches = pipeline.touches(of: event)
    guard touches.contains(where: { $0.phase == .cancelled }), !touches.contains(where: { $0.phase == .ended }) else {
      return
    }
    violations.append("\(event.name) says \(event.state) though its fingers were taken away")
  }

  private mutating func read() {
    for event in pipeline.events {
      grammar.read(event)
      events.append(event)
      fingers.append(pipeline.touches(of: event).map(\.id))
    }
  }
}
