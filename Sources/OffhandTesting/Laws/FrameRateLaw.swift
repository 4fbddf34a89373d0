import Offhand

/// Panels of every pace see the same gestures, each within a report of its own, and equally fast (recognizers.md M8).
public enum FrameRateLaw {
  /// The reports a second that are compared with the fastest.
  public static let rates = [60, 120, 240]
  /// The fastest panel.
  public static let fastest = 1000
  /// How much speeds may differ, as a share; or by `speedTolerance`.
  public static let speedShare = 0.05
  /// How much speeds may differ, in millimetres a second.
  public static let speedTolerance = 10.0

  /// Tries the law with the gesture of `seed` on the standard pipeline.
  public static func trial(seed: UInt64) -> GestureLaw.Verdict {
    let gesture = SmoothGesture(seed: seed)
    let reference = play(gesture, at: fastest)
    var verdict = GestureLaw.Verdict(violation: nil, frames: reference.frames, answers: reference.events.count)
    for rate in rates where verdict.violation == nil {
      let slower = play(gesture, at: rate)
      verdict.frames += slower.frames
      if let violation = difference(of: slower, from: reference, at: rate) {
        verdict.violation = "frame rate, seed \(seed), \(rate) Hz: \(violation)\n\(gesture)"
      }
    }
    return verdict
  }

  private static func play(_ gesture: SmoothGesture, at rate: Int) -> LawPlay {
    var play = LawPlay(StandardPipeline(outputs: [GestureLaw.bounds]))
    let steps = gesture.steps(at: rate)
    play.play(steps)
    play.finish(at: (steps.last?.time ?? .zero) + .seconds(5))
    return play
  }

  private static func difference(of slower: LawPlay, from reference: LawPlay, at rate: Int) -> String? {
    if let violation = slower.violations.first { return violation }
    let (mine, theirs) = (turns(slower), turns(reference))
    guard mine.map(\.name) == theirs.map(\.name), mine.map(\.state) == theirs.map(\.state) else {
      return "\(mine.map { "\($0.name) \($0.state)" }) where \(theirs.map { "\($0.name) \($0.state)" }) was due"
    }
    for (event, due) in zip(mine, theirs) {
      let late = event.timestamp.seconds(since: due.timestamp)
      if late < -1 / Double(fastest) || late > 1 / Double(rate) { return "\(event.name) \(event.state) \(late) s late" }
      let speeds = (event.gesture.velocity, due.gesture.velocity)
      let allowed = max(speedTolerance, speedShare * speeds.1.length)
      if event.state == .ended, (speeds.0 - speeds.1).length > allowed { return "\(event.name) ends with \(speeds)" }
    }
    return nil
  }

  /// The answers that turn something, each recognizer's together: which of two begins first is a matter of reports.
  private static func turns(_ play: LawPlay) -> [GestureEvent] {
    play.events.filter { $0.state != .changed }.enumerated().sorted { a, b in
      (a.element.recognizer, a.offset) < (b.element.recognizer, b.offset)
    }.map(\.element)
  }
}
