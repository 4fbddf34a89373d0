import Glibc
import Offhand
import OffhandTesting

/// Tries the laws of `OffhandTesting` on random touches until so many frames were played: GestureLawRun [frames [first seed]]
///
/// The tests try the same laws on fewer: a debug build plays some thousand frames a second, a release build hundreds of
/// thousands. Afterwards ten fingers go round for eight hours of event time. Ends with 1 where a law is broken, and prints the seed and a small script that breaks it.
@main
struct GestureLawRun {
  private var frames = 0
  private var answers = 0

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    guard arguments.count == CommandLine.argc - 1, arguments.count <= 2 else {
      end("usage: GestureLawRun [frames [first seed]]", with: 64)
    }
    var run = GestureLawRun()
    var seed = arguments.dropFirst().first ?? 1
    while run.frames < Int(arguments.first ?? 1_000_000) {
      run.tryAll(seed)
      seed += 1
    }
    run.soak()
    print("laws: \(run.frames) frames, \(run.answers) answers, \(LawSubject.all.count) compositions, no violation")
  }

  /// Tries every law on every composition with touches of `seed`.
  private mutating func tryAll(_ seed: UInt64) {
    for subject in LawSubject.all {
      for law in GestureLaw.all where law.applies(subject) { note(law.trial(of: subject, seed: seed, reports: 150)) }
      note(GestureLaw.grammar.trial(of: subject, seed: seed, reports: 150, discipline: .invalid))
    }
    for gesture in UInt64(0)..<20 { note(FrameRateLaw.trial(seed: seed &* 20 &+ gesture)) }
  }

  /// Lets ten fingers go round as long as a panel of 120 hertz sees them in eight hours.
  private mutating func soak() {
    let rounds = 8 * 3600 * 120 / Soak.reportsPerRound
    for fingers in [Soak.Fingers.stay, .change] {
      let gesture = Soak.gesture(after: rounds, fingers)
      frames += rounds * Soak.reportsPerRound
      let drift = max(abs(gesture.scale - 1), abs(gesture.rotation.radians))
      if drift > 1e-6 {
        GestureLawRun.end("M9: after eight hours in which fingers \(fingers) they are off by \(drift)", with: 1)
      }
    }
  }

  private mutating func note(_ verdict: GestureLaw.Verdict) {
    frames += verdict.frames
    answers += verdict.answers
    if let violation = verdict.violation { GestureLawRun.end(violation, with: 1) }
  }

  private static func end(_ message: String, with code: Int32) -> Never {
    print(message)
    exit(code)
  }
}
