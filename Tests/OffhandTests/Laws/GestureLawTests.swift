import DesignCases
import Offhand
import OffhandTesting
import Testing

/// The laws of every recognizer and every composition, tried on some thousand frames each; `scripts/test` tries them on a million
/// in a release build.
@Suite struct GestureLawTests {
  static let rounds: UInt64 = 2
  static let reports = 100

  /// Tries `law` on every composition that it applies to.
  private func check(_ law: GestureLaw, _ discipline: RandomTouches.Discipline = .valid) {
    var events = 0
    for subject in LawSubject.all where law.applies(subject) {
      for seed in 0..<Self.rounds {
        let verdict = law.trial(of: subject, seed: 7000 + seed, reports: Self.reports, discipline: discipline)
        events += verdict.events
        if let violation = verdict.violation {
          Issue.record("\(violation)")
          return
        }
      }
    }
    #expect(events > 100, "too few events to judge by")
  }

  @Test(.recognition("M2", "M3", "B8"), arguments: [RandomTouches.Discipline.valid, .invalid, .cancelsLost])
  func `the grammar holds over random touches`(_ discipline: RandomTouches.Discipline) {
    check(.grammar, discipline)
  }

  @Test(.recognition("M2")) func `an idle pipeline gives the events of a new one`() { check(.freshness) }

  @Test(.recognition("M4", "A22")) func `events do not depend on when the event loop wakes`() { check(.waking) }

  @Test(.recognition("J11")) func `the layer below gets one touch in a slot at a time`() { check(.relayed) }

  @Test func `a copy of a pipeline goes on as that one, and shares nothing with it`() {
    check(.copying)
  }

  @Test func `a recognizer that only listens changes no event of the others`() {
    var events = 0
    for seed in UInt64(0)..<60 {
      let subject = LawSubject.fromData(seed: seed)
      guard GestureLaw.listening.applies(subject) else { continue }
      let verdict = GestureLaw.listening.trial(of: subject, seed: seed, reports: Self.reports)
      events += verdict.events
      #expect(verdict.violation == nil)
    }
    #expect(events > 500, "\(events)")
  }

  @Test(.recognition("M5")) func `panels of every unit, scale and turn give the same events`() { check(.anyUnit) }

  @Test(.recognition("M6", "K11")) func `mirrored touches give mirrored events`() { check(.mirror) }

  @Test(.recognition("M6")) func `turned and shifted touches give turned and shifted events`() {
    check(.quarterTurn)
    check(.anyTurn)
    check(.anyPlace)
  }

  @Test(.recognition("M6")) func `events do not depend on slots or on the order within a report`() { check(.anySlot) }

  @Test func `events do not depend on the moment, nor on stamps of 32 bits that wrap in the middle of them`() {
    check(.anyTime)
  }

  @Test(.recognition("M8")) func `panels of 60 to 1000 Hz give the same events`() {
    for seed in UInt64(0)..<40 {
      if let violation = FrameRateLaw.trial(seed: seed).violation { Issue.record("\(violation)") }
    }
  }

  @Test func `a broken law is reported with its seed and a small script`() throws {
    let broken = GestureLaw(name: "no tap ever") { subject, steps, _ in
      let play = subject.played(steps)
      let tap = play.events.first { $0.name == .tap }
      return GestureLaw.Verdict(violation: tap.map { "\($0)" }, frames: play.frames, events: play.events.count)
    }
    let subject = try #require(LawSubject.all.first)
    let report = (0..<20).lazy.compactMap { broken.trial(of: subject, seed: $0, reports: 200).violation }.first
    let lines = try #require(report).split(separator: "\n")
    #expect(lines[0].hasPrefix("no tap ever, tap, seed "))
    #expect(lines.count == 3, "a landing and a lift are left: \(lines)")
  }

  /// A swipe of one finger, as a script of one's own.
  private static let swipe =
    [down(1, 100, 100, at: 0)] + drag(1, from: (100, 100), to: (160, 100), over: 0...120) + [up(1, at: 128)]

  @Test func `a law that held because nothing was recognized says so, and one on a script of one's own does not`() {
    let subject = LawSubject("five fingers") { _ in Pipeline { SwipeGestureRecognizer(touches: 9) } }
    for law in GestureLaw.all where law.applies(subject) {
      #expect(law.trial(of: subject, seed: 1, reports: 200).neverRecognized)
    }
    let swipe = LawSubject("swipe", .square) { _ in Pipeline { SwipeGestureRecognizer() } }
    for law in GestureLaw.all where law.applies(swipe) {
      let verdict = law.trial(of: swipe, on: Self.swipe)
      #expect(verdict.violation == nil && !verdict.neverRecognized)
    }
  }

  @Test(arguments: ["trembles", "loses", "taken", "slot"])
  func `a law is tried on mutants of a script, and names the one that breaks it`(fault: String) throws {
    let law = GestureLaw(name: "unchanged") { _, steps, _ in
      let places = Set(Self.swipe.compactMap(\.place))
      let isBroken =
        switch fault {
        case "trembles": steps.contains { $0.place.map { !places.contains($0) } ?? false }
        case "loses": steps.count < Self.swipe.count && steps.count > 2
        case "taken": steps.contains { $0.kind == .cancel }
        default: steps.contains { $0.finger != 1 }
        }
      return GestureLaw.Verdict(violation: isBroken ? "changed" : nil, frames: 1, events: 1)
    }
    let subject = try #require(LawSubject.all.first)
    #expect(law.trial(of: subject, on: Self.swipe, mutants: 0).violation == nil)
    let report = try #require(law.trial(of: subject, on: Self.swipe).violation)
    #expect(report.hasPrefix("unchanged, tap, seed 1, a mutant of the script: changed"))
  }
}

extension Step {
  /// Where the finger lands or moves to.
  fileprivate var place: Point? {
    switch kind {
    case .down(let place), .motion(let place): place
    default: nil
    }
  }
}

@Suite struct SoakTests {
  /// 8 hours of event time in some thousand reports; `scripts/test` plays as many as a panel of 120 Hz makes in 8 hours. More
  /// touches come and go than a pipeline can hold at once.
  @Test(.recognition("M9"), arguments: [Soak.Fingers.stay, .change])
  func `ten fingers on a closed path end where they began after eight hours`(_ fingers: Soak.Fingers) {
    let gesture = Soak.gesture(after: 70, fingers)
    #expect(abs(gesture.scale - 1) < 1e-6)
    #expect(abs(gesture.rotation.radians) < 1e-6)
    if fingers == .stay { #expect(gesture.translation.length < 1e-6) }
  }
}
