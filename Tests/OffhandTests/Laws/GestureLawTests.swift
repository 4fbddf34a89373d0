import Offhand
import OffhandTesting
import Testing

/// The laws that hold for every recognizer and every composition, whatever the fingers do. Each is tried here on some
/// thousand frames; `scripts/test` tries them all on a million in a release build.
@Suite struct GestureLawTests {
  static let rounds: UInt64 = 2
  static let reports = 100

  /// Tries `law` on every composition that it holds for.
  private func check(_ law: GestureLaw, _ discipline: RandomTouches.Discipline = .valid) {
    var answers = 0
    for subject in LawSubject.all where law.applies(subject) {
      for seed in 0..<Self.rounds {
        let verdict = law.trial(of: subject, seed: 7000 + seed, reports: Self.reports, discipline: discipline)
        answers += verdict.answers
        if let violation = verdict.violation {
          Issue.record("\(violation)")
          return
        }
      }
    }
    #expect(answers > 100, "nobody had anything to say")
  }

  @Test(arguments: [RandomTouches.Discipline.valid, .invalid])
  func `M2 M3 B8 the grammar holds over random touches`(_ discipline: RandomTouches.Discipline) {
    check(.grammar, discipline)
  }

  @Test func `M2 a pipeline that rests has forgotten what was`() { check(.freshness) }

  @Test func `M4 A22 whenever an event loop wakes, the answers are the same`() { check(.waking) }

  @Test func `M5 panels of every unit, scale and turn give the same answers`() { check(.anyUnit) }

  @Test func `M6 K11 mirrored touches have mirrored answers`() { check(.mirror) }

  @Test func `M6 turned and shifted touches have turned and shifted answers`() {
    check(.quarterTurn)
    check(.anyTurn)
    check(.anyPlace)
  }

  @Test func `M6 slots and the order of reports mean nothing`() { check(.anySlot) }

  @Test func `M8 panels of 60 to 1000 hertz give the same answers`() {
    for seed in UInt64(0)..<40 {
      if let violation = FrameRateLaw.trial(seed: seed).violation { Issue.record("\(violation)") }
    }
  }

  @Test func `A law that is broken is reported with its seed and a small script`() throws {
    let broken = GestureLaw(name: "no tap ever") { subject, steps, _ in
      let play = subject.played(steps)
      let tap = play.events.first { $0.name == .tap }
      return GestureLaw.Verdict(violation: tap.map { "\($0)" }, frames: play.frames, answers: play.events.count)
    }
    let subject = try #require(LawSubject.all.first)
    let report = (0..<20).lazy.compactMap { broken.trial(of: subject, seed: $0, reports: 200).violation }.first
    let lines = try #require(report).split(separator: "\n")
    #expect(lines[0].hasPrefix("no tap ever, tap, seed "))
    #expect(lines.count == 3, "a landing and a lift are left: \(lines)")
  }
}

@Suite struct SoakTests {
  /// 8 hours of event time in some thousand reports; `scripts/test` gives it all that a panel of 120 hertz has in 8 hours.
  /// More fingers come and go than a pipeline has places for.
  @Test(arguments: [Soak.Fingers.stay, .change])
  func `M9 ten fingers on a closed path of eight hours come back to where they were`(_ fingers: Soak.Fingers) {
    let gesture = Soak.gesture(after: 70, fingers)
    #expect(abs(gesture.scale - 1) < 1e-6)
    #expect(abs(gesture.rotation.radians) < 1e-6)
    if fingers == .stay { #expect(gesture.translation.length < 1e-6) }
  }
}
