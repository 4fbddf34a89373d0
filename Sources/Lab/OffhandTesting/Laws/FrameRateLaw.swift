import Offhand

/// Panels of any report rate give the same events, within one report of the time and with the same velocity (Design/Recognizing.md M8).
package enum FrameRateLaw {
  /// Report rates in Hz that are compared with `fastest`.
  private static let rates = [60, 120, 240]
  /// Report rate in Hz of the reference panel.
  private static let fastest = 1000
  /// Relative difference of velocities that is allowed; a difference below `speedTolerance` always is.
  private static let speedShare = 0.05
  /// Difference of velocities that is always allowed, in mm/s.
  private static let speedTolerance = 10.0

  /// Tries the law on the standard pipeline with the gesture of `seed`.
  package static func trial(seed: UInt64) -> GestureLaw.Verdict {
    let gesture = SmoothGesture(seed: seed)
    let reference = play(gesture, at: fastest)
    var verdict = GestureLaw.Verdict(violation: nil, frames: reference.frames, events: reference.events.count)
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

  /// Events that change a recognizer's state, grouped by recognizer: which of two begins first depends on the report rate.
  private static func turns(_ play: LawPlay) -> [GestureEvent] {
    play.events.filter { $0.state != .changed }.enumerated().sorted { a, b in
      (a.element.recognizer, a.offset) < (b.element.recognizer, b.offset)
    }.map(\.element)
  }
}

/// A gesture in continuous time, before a panel samples it.
///
/// Motion is uniform, so that its true velocity is known, and the fingers lift while they move.
private struct SmoothGesture {
  /// The kind of motion.
  enum Kind: Equatable {
    /// No motion.
    case rest
    /// Translation at `speed` mm/s in a direction.
    case drag(speed: Double, Angle)
    /// Change of the span in mm/s; negative closes it.
    case spread(rate: Double)
    /// Rotation about the centre, in radians per second.
    case turn(rate: Double)
  }

  /// The kind of motion.
  var kind: Kind
  /// The number of fingers.
  var fingers: Int
  /// Time from landing to lift in milliseconds; a multiple of 50, so that panels of 60 to 1000 Hz sample the same end.
  var milliseconds: Double
  /// Centre of the fingers at the landing.
  var center: Point
  /// Span of the fingers at the landing, in millimetres.
  var span: Double
  /// Direction from the centre to the first finger.
  var angle: Angle

  /// A random gesture of `seed`, so far from every threshold of the package that one report more or less changes no result.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    fingers = random.number(1...2)
    span = random.number(36...60)
    angle = Angle(degrees: random.number(0...360))
    center = Point(x: random.number(100...200), y: random.number(80...110))
    let way = Angle(degrees: random.number(0...360))
    switch random.number(0...(fingers == 1 ? 2 : 4)) {
    case 0:
      kind = .rest
      milliseconds = Double(random.number(2...6)) * 50
    case 1:
      kind = .rest
      milliseconds = Double(random.number(16...20)) * 50
    case 2:
      kind = .drag(speed: random.number(60...200), way)
      milliseconds = Double(random.number(6...9)) * 50
    case 3:
      fingers = random.number(2...5)
      kind = .spread(rate: random.number(60...90) * (random.happens(0.5) ? 1 : -1))
      milliseconds = Double(random.number(5...7)) * 50
    default:
      fingers = random.number(2...5)
      kind = .turn(rate: random.number(2.5...5) * (random.happens(0.5) ? 1 : -1))
      milliseconds = Double(random.number(6...9)) * 50
    }
  }

  /// The steps that a panel of `rate` reports per second reports.
  func steps(at rate: Int) -> [Step] {
    let last = Int((milliseconds * Double(rate) / 1000).rounded())
    var steps: [Step] = []
    for report in 0...last {
      let time = Double(report) * 1000 / Double(rate)
      for finger in 0..<fingers {
        let place = place(of: finger, after: time / 1000)
        let number = Int32(finger)
        switch report {
        case 0: steps.append(down(number, place.x, place.y, at: time))
        case last: steps.append(up(number, at: time))
        default: if kind != .rest { steps.append(move(number, to: place.x, place.y, at: time)) }
        }
      }
    }
    return steps
  }

  private func place(of finger: Int, after seconds: Double) -> Point {
    var (middle, width, turned) = (center, fingers > 1 ? span : 0, angle)
    switch kind {
    case .rest: break
    case .drag(let speed, let way): middle += Vector(angle: way) * (speed * seconds)
    case .spread(let rate): width += rate * seconds
    case .turn(let rate): turned = turned + Angle(radians: rate * seconds)
    }
    let own = Angle(degrees: 360 * Double(finger) / Double(fingers))
    return middle + Vector(angle: turned + own) * (width / 2)
  }
}
