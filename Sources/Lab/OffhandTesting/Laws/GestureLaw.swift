package import Offhand

/// A property of every composition of recognizers, for any touches.
///
/// A law is tried on steps generated from a seed. A failing seed always fails, and `shrink` reduces its steps to a small failing script.
public struct GestureLaw: Sendable {
  /// The name, as reports print it.
  public let name: String
  /// Whether the law applies to a composition.
  public let applies: @Sendable (LawSubject) -> Bool
  /// Plays steps through a composition. All randomness comes from the seed.
  private let judge: @Sendable (LawSubject, [Step], UInt64) -> Verdict

  /// A law.
  package init(
    name: String, applies: @escaping @Sendable (LawSubject) -> Bool = { _ in true },
    judge: @escaping @Sendable (LawSubject, [Step], UInt64) -> Verdict
  ) {
    self.name = name
    self.applies = applies
    self.judge = judge
  }

  /// The result of a trial.
  public struct Verdict: Sendable {
    /// The violation in words; `nil` if the law held.
    public var violation: String?
    /// The number of frames played.
    package var frames: Int
    /// The number of events.
    package var events: Int

    /// Whether the law held only because no gesture was ever recognized: it then says nothing of the composition. A circle is not among
    /// random touches; try the law on a script of your own.
    public var neverRecognized: Bool { violation == nil && events == 0 }

    /// A result.
    package init(violation: String?, frames: Int, events: Int) {
      self.violation = violation
      self.frames = frames
      self.events = events
    }
  }

  /// The surface on which the laws are tried, in millimetres.
  package static let bounds = Rect(x: 0, y: 0, width: 300, height: 190)

  /// Every law of this module.
  public static let all: [GestureLaw] = [
    grammar, freshness, waking, relayed, copying, listening, mirror, quarterTurn, anyTurn, anyPlace, anyUnit, anySlot,
    anyTime,
  ]

  /// Tries the law on random touches of `seed`, of about `reports` hardware reports.
  public func trial(
    of subject: LawSubject, seed: UInt64, reports: Int, discipline: RandomTouches.Discipline = .valid
  ) -> Verdict {
    var touches = RandomTouches(seed: seed, discipline: discipline)
    return trial(of: subject, touches.sequence(reports: reports), seed: seed, "\(discipline)")
  }

  /// Tries the law on a script of your own that makes the gesture, and on `mutants` of it, each as people and panels may change it: fingers
  /// tremble by .2 mm, reports are lost, a lift becomes a touch that is taken away, slots are others. Ends with the first violation.
  public func trial(of subject: LawSubject, on script: [Step], mutants: Int = 100, seed: UInt64 = 1) -> Verdict {
    var random = SeededGenerator(seed: seed)
    var verdict = trial(of: subject, script, seed: seed, "the script")
    for _ in 0..<mutants where verdict.violation == nil {
      let next = trial(of: subject, GestureLaw.mutant(of: script, by: &random), seed: seed, "a mutant of the script")
      verdict = Verdict(
        violation: next.violation, frames: verdict.frames + next.frames, events: verdict.events + next.events)
    }
    return verdict
  }

  private static func mutant(of script: [Step], by random: inout SeededGenerator) -> [Step] {
    let (trembles, loses, slot) = (random.happens(0.5), random.happens(0.5), Int32(random.number(0...7)))
    let taken = random.happens(0.3) ? script.filter { $0.kind == .up }.randomElement(using: &random) : nil
    var steps: [Step] = []
    for step in script {
      var step = step
      if loses, case .motion = step.kind, random.happens(0.1) { continue }
      if trembles {
        let tremble = Vector(dx: 0.2 * random.normal(), dy: 0.2 * random.normal())
        step = step.mapped { $0 + tremble }
      }
      if step == taken { step.kind = .cancel }
      step.finger ^= slot
      steps.append(step)
    }
    return steps
  }

  private func trial(of subject: LawSubject, _ steps: [Step], seed: UInt64, _ origin: String) -> Verdict {
    var verdict = judge(subject, steps, seed)
    if let violation = verdict.violation {
      let small = shrink(steps, attempts: 400) { judge(subject, $0, seed).violation != nil }
      verdict.violation = """
        \(name), \(subject.name), seed \(seed), \(origin): \(violation)
        \(small.map(\.source).joined(separator: "\n"))
        """
    }
    return verdict
  }

  /// Compares the events of two plays, those of `other` moved by `map`.
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
      violation = "\(play.events.count) events where \(other.events.count) were due"
    }
    return Verdict(violation: violation, frames: play.frames + other.frames, events: play.events.count)
  }
}

extension LawSubject {
  /// Plays `steps`, moved by `map`, on the law's surface moved by `map`.
  package func played(_ steps: [Step], on map: PlaneMap = .identity, waking moments: [Double] = []) -> LawPlay {
    var play = LawPlay(self, in: map.apply(GestureLaw.bounds))
    play.play(steps.map { $0.mapped(map.apply) }, waking: moments)
    return play
  }
}

/// The laws about the life of a gesture.
extension GestureLaw {
  /// Events obey the grammar, every beginning has one end, cancelled touches complete no gesture, and at the end the pipeline is
  /// idle.
  package static let grammar = GestureLaw(name: "grammar") { subject, steps, _ in
    var play = subject.played(steps)
    play.finish(at: (steps.last?.time ?? .zero) + .seconds(5))
    return Verdict(violation: play.violations.first, frames: play.frames, events: play.events.count)
  }

  /// An idle pipeline gives the same events as a new one; only its memory of the hand may differ, and what a filter learned of a device.
  package static let freshness = GestureLaw(
    name: "a rested pipeline is a new one", applies: { !$0.learns }
  ) { subject, steps, _ in
    let pause = (steps.last?.time ?? .zero) + .seconds(60) - Timestamp.zero
    let later = steps.map { step in
      var step = step
      step.time = step.time + pause
      return step
    }
    var used = LawPlay(subject, in: bounds)
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
      violation = "\(used.events.count - before) events where a new pipeline gives \(new.events.count)"
    }
    return Verdict(violation: violation, frames: used.frames + new.frames, events: new.events.count)
  }

  /// The events do not depend on how often, or when, the event loop wakes between frames.
  package static let waking = GestureLaw(name: "M4 A22 the clock") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    let moments = (0..<3).map { _ in random.number(0...0.999) }.sorted()
    return compare(subject.played(steps, waking: moments), with: subject.played(steps))
  }

  /// The layer below gets touches whose events obey the grammar, one at a time in a slot, however often the loop wakes meanwhile.
  package static let relayed = GestureLaw(name: "J11 one touch in a slot") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    var (pipeline, relay, assembler) = (subject.make(bounds), TouchRelay(), TouchFrameAssembler())
    var (frames, events) = (0, 0)
    var down: [Int32: Touch.ID] = [:]
    var violation: String?
    func read() {
      events += pipeline.events.count
      for delivery in relay.deliveries {
        let touch = delivery.touch
        let slot = touch.slot &+ Int32(truncatingIfNeeded: touch.device.rawValue) &* 1000
        if touch.phase == .began ? down[slot] != nil : down[slot] != touch.id {
          violation = violation ?? "\(touch.phase) in slot \(touch.slot) at \(delivery.timestamp) beside another touch"
        }
        down[slot] = touch.isDown ? touch.id : nil
      }
    }
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      if let deadline = pipeline.deadline, deadline < frame.timestamp, random.happens(0.5) {
        pipeline.advance(to: deadline)
        relay.relay(upTo: deadline, after: pipeline)
        read()
      }
      pipeline.process(frame)
      frames += 1
      relay.relay(frame, after: pipeline)
      read()
    }
    let end = (steps.last?.time ?? .zero) + .seconds(5)
    pipeline.cancel(at: end)
    relay.cancel(at: end)
    read()
    if violation == nil, !down.isEmpty { violation = "a touch is left in the layer below" }
    return Verdict(violation: violation, frames: frames, events: events)
  }

  /// A copy of a pipeline goes on as that one does, and neither disturbs the other.
  package static let copying = GestureLaw(name: "a copy shares nothing") { subject, steps, seed in
    var random = SeededGenerator(seed: seed)
    guard var middle = steps.indices.randomElement(using: &random) else {
      return Verdict(violation: nil, frames: 0, events: 0)
    }
    // The steps of one moment are one frame.
    while middle > 0, steps[middle].time == steps[middle - 1].time { middle -= 1 }
    var old = LawPlay(subject, in: bounds)
    old.play(Array(steps[..<middle]))
    var copy = old
    copy.play(Array(steps[middle...]))
    old.play(Array(steps[middle...]))
    let undisturbed = subject.played(steps)
    let verdict = compare(copy, with: undisturbed)
    return verdict.violation == nil ? compare(old, with: undisturbed) : verdict
  }
}

/// The law about recognizers that only listen.
extension GestureLaw {
  /// A recognizer that only listens changes no event of the others.
  package static let listening = GestureLaw(
    name: "a listener does not affect other recognizers", applies: { $0.listening != nil }
  ) { subject, steps, _ in
    var heard = subject
    if let listening = subject.listening { heard.make = listening }
    return compare(heard.played(steps).without(LawSubject.listener), with: subject.played(steps))
  }
}

/// Plays steps through a pipeline of any type, keeps its events, and records violations of the grammar.
package struct LawPlay {
  /// The pipeline.
  package private(set) var pipeline: any GesturePipeline
  /// All events so far.
  package private(set) var events: [GestureEvent] = []
  /// The touches of each event, in the order of their landing.
  package private(set) var fingers: [[Touch.ID]] = []
  /// The number of frames played.
  package private(set) var frames = 0
  /// Violations of the grammar, and gestures completed by cancelled touches.
  package private(set) var violations: [String] = []
  private var grammar = Grammar()
  private var assembler = TouchFrameAssembler()
  /// Changes the pipeline after a frame, and returns whether that made events.
  private let change: ((inout any GesturePipeline, borrowing TouchFrame) -> Bool)?

  /// A play with `pipeline`.
  package init(_ pipeline: any GesturePipeline) {
    self.pipeline = pipeline
    change = nil
  }

  /// A play with a composition, on a surface of `bounds`.
  init(_ subject: LawSubject, in bounds: Rect) {
    pipeline = subject.make(bounds)
    change = subject.change.map { change in { change(&$0, $1, bounds) } }
  }

  /// Plays `steps`. `moments` are fractions of each pause between two frames at which the pipeline is advanced.
  package mutating func play(_ steps: [Step], waking moments: [Double] = []) {
    var assembler = self.assembler
    var last: Timestamp?
    Script(steps: steps).forEachFrame(assembler: &assembler) { frame in
      if let last { pass(from: last, to: frame.timestamp, moments) }
      last = frame.timestamp
      pipeline.process(frame)
      frames += 1
      for event in pipeline.events where event.timestamp == frame.timestamp { judgeLoss(event) }
      read()
      if let change, change(&pipeline, frame) { read() }
    }
    self.assembler = assembler
  }

  /// Cancels all touches at `time`, and records what is then still open.
  package mutating func finish(at time: Timestamp) {
    pipeline.cancel(at: time)
    read()
    violations += grammar.violations
    for name in grammar.open { violations.append("\(name) is left open") }
    if !pipeline.isIdle { violations.append("the pipeline is not idle though no finger is down") }
    if pipeline.deadline != nil { violations.append("a deadline is left over") }
    if let change, change(&pipeline, TouchFrame(timestamp: time)) { read() }
  }

  /// The play without the events of the recognizer named `name`.
  func without(_ name: GestureName) -> LawPlay {
    var rest = self
    let kept = events.indices.filter { events[$0].name != name }
    (rest.events, rest.fingers) = (kept.map { events[$0] }, kept.map { fingers[$0] })
    return rest
  }

  /// The play with all events `nanoseconds` earlier.
  func earlier(by nanoseconds: Int64) -> LawPlay {
    var earlier = self
    for index in events.indices { earlier.events[index].timestamp.nanoseconds -= nanoseconds }
    return earlier
  }

  private mutating func pass(from start: Timestamp, to end: Timestamp, _ moments: [Double]) {
    let pause = Double(end.nanoseconds - start.nanoseconds)
    for moment in moments where pause > 1 {
      pipeline.advance(to: Timestamp(nanoseconds: start.nanoseconds + Int64(pause * moment)))
      read()
    }
  }

  /// Cancelled touches must not end, complete or fling a gesture.
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
