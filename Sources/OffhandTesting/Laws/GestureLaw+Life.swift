import Offhand

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
