import AllocationCount
import Offhand
import OffhandTesting

/// The laws of recognizers and predictors, on a number of frames of random touches.
///
/// Every seed brings a pipeline from random data of its own, and touches for the predictors. At the end ten fingers move for eight hours of
/// event time.
struct GestureLaws {
  private var frames = 0
  private var events = 0
  private var predictions = 0

  static func run(_ count: Int, from first: UInt64) {
    var run = GestureLaws()
    var seed = first
    while run.frames < count {
      run.tryAll(seed)
      seed += 1
    }
    run.soak()
    for hands in 1...10 {
      let allocations = allocations(byHandsOf: hands)
      guard allocations == 0 else {
        LawRun.end("\(hands) hands: \(allocations) allocations once they were warm", with: 1)
      }
    }
    countAllocations(of: SteadyMotionPredictor())
    countAllocations(of: ResamplingPredictor())
    countAllocations(of: NoPrediction())
    print(
      "laws: \(run.frames) frames, \(run.events) events, \(LawSubject.all.count) compositions and \(seed - first) from data, "
        + "\(run.predictions) trials of predictors, no violation")
  }

  /// Tries every law on every composition with touches of `seed`.
  private mutating func tryAll(_ seed: UInt64) {
    for subject in LawSubject.all + [.fromData(seed: seed)] {
      for law in GestureLaw.all where law.applies(subject) { note(law.trial(of: subject, seed: seed, reports: 150)) }
      for discipline in [RandomTouches.Discipline.invalid, .cancelsLost] {
        note(GestureLaw.grammar.trial(of: subject, seed: seed, reports: 150, discipline: discipline))
      }
    }
    for gesture in UInt64(0)..<20 { note(FrameRateLaw.trial(seed: seed &* 20 &+ gesture)) }
    for touches in UInt64(0)..<10 {
      predict(SteadyMotionPredictor(), seed &* 10 &+ touches)
      predict(ResamplingPredictor(), seed &* 10 &+ touches)
      predict(NoPrediction(), seed &* 10 &+ touches)
    }
  }

  /// Tries the laws of prediction on `predictor` with touches of `seed`.
  private mutating func predict(_ predictor: some MotionPredictor, _ seed: UInt64) {
    for law in PredictionLaw.allCases {
      predictions += 1
      if let violation = law.violation(of: predictor, seed: seed) {
        LawRun.end("\(type(of: predictor)): \(violation)", with: 1)
      }
    }
  }

  /// Moves ten fingers on a closed path for as many reports as a panel of 120 Hz makes in eight hours.
  private mutating func soak() {
    let rounds = 8 * 3600 * 120 / Soak.reportsPerRound
    for fingers in [Soak.Fingers.stay, .change] {
      let gesture = Soak.gesture(after: rounds, fingers)
      frames += rounds * Soak.reportsPerRound
      let drift = max(abs(gesture.scale - 1), abs(gesture.rotation.radians))
      if drift > 1e-6 {
        LawRun.end("M9: after eight hours in which fingers \(fingers) they are off by \(drift)", with: 1)
      }
    }
  }

  /// N12: allocations while as many hands pinch and drag beside each other twenty times, after twenty equal rounds.
  private static func allocations(byHandsOf hands: Int) -> UInt {
    var steps: [Step] = []
    for round in 0..<40 {
      for hand in 0..<hands {
        let (x, y) = (60 + 110 * Double(hand % 5), 80 + 200 * Double(hand / 5))
        let start = 1000 * Double(round) + 40 * Double(hand)
        let finger = Int32(2 * hand)
        steps.append(down(finger, x, y, at: start))
        steps += drag(finger, from: (x, y), to: (x - 20, y + 5), over: start...start + 500)
        steps.append(up(finger, at: start + 508))
        guard round % 2 == 0, hand < 5 else { continue }
        steps.append(down(finger + 1, x + 30, y, at: start + 16))
        steps += drag(finger + 1, from: (x + 30, y), to: (x + 50, y - 5), over: start + 16...start + 500)
        steps.append(up(finger + 1, at: start + 516))
      }
    }
    var frames: [TouchFrame] = []
    var assembler = TouchFrameAssembler()
    Script(steps: together(steps)).forEachFrame(assembler: &assembler) { frames.append(copy $0) }
    var pipeline = StandardPipeline().byHand()
    var before: UInt = 0
    var events = 0
    for (index, frame) in frames.enumerated() {
      if index == frames.count / 2 { before = allocation_count() }
      pipeline.process(frame)
      for event in pipeline.events { events += event.gesture.fingers }
    }
    let allocations = allocation_count() - before
    guard events > 0 else { LawRun.end("\(hands) hands made no gesture", with: 1) }
    return allocations
  }

  /// Counts the allocations of `predictor` over ten thousand frames. It is not copied: a copy allocates storage of its own when it
  /// changes.
  private static func countAllocations(of predictor: consuming some MotionPredictor) {
    let frames = PredictionLaw.frames(seed: 1, reports: 10_000)
    var sum = 0.0
    let before = allocation_count()
    for frame in frames {
      predictor.record(frame)
      for index in frame.indices {
        let time = frame.timestamp + .milliseconds(25)
        sum += predictor.position(of: frame[index].id, at: time, asOf: frame.timestamp)?.uncertainty ?? 0
      }
    }
    let allocations = allocation_count() - before
    guard allocations == 0, sum > 0 else { LawRun.end("\(type(of: predictor)): \(allocations) allocations", with: 1) }
  }

  private mutating func note(_ verdict: GestureLaw.Verdict) {
    frames += verdict.frames
    events += verdict.events
    if let violation = verdict.violation { LawRun.end(violation, with: 1) }
  }
}
