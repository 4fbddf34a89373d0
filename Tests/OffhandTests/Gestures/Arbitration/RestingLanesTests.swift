import Offhand
import OffhandTesting
import Testing

/// Lets its fingers go a millimetre, and fails on the frame in which it was asked for the third time.
private struct Dozer: GestureRecognizer {
  static var name: GestureName { "dozer" }
  var touchRequirement: TouchRequirement { TouchRequirement(minimum: 1, maximum: 3) }
  var slackPerFinger: Double
  private(set) var deadline: Timestamp?
  private var asked = 0

  init(slack: Double) { slackPerFinger = slack }

  mutating func recognize(
    _ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition {
    asked += 1
    if deadline == nil { deadline = contacts.timestamp + .milliseconds(500) }
    return asked == 3 ? .failed : .unchanged
  }

  func slack(of fingers: borrowing TouchGroup, in contacts: borrowing TouchTable) -> Double { slackPerFinger }
  func gesture(_ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable) -> Gesture { Gesture() }
  mutating func reset() {
    asked = 0
    deadline = nil
  }
}

/// Another recognizer that is asked for every frame, or rests as it says.
private struct Observed<Recognizer: GestureRecognizer>: GestureRecognizer {
  static var name: GestureName { Recognizer.name }
  private var recognizer: Recognizer
  private let rests: Bool

  init(_ recognizer: Recognizer, rests: Bool) {
    self.recognizer = recognizer
    self.rests = rests
  }

  var touchRequirement: TouchRequirement { recognizer.touchRequirement }
  var components: GestureComponents { recognizer.components }
  var deadline: Timestamp? { recognizer.deadline }

  func acceptance(
    of touch: Touch, beside fingers: borrowing TouchGroup, in contacts: borrowing TouchTable
  ) -> TouchAcceptance { recognizer.acceptance(of: touch, beside: fingers, in: contacts) }

  mutating func recognize(
    _ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition { recognizer.recognize(fingers, in: contacts, beside: others) }

  func slack(of fingers: borrowing TouchGroup, in contacts: borrowing TouchTable) -> Double {
    rests ? recognizer.slack(of: fingers, in: contacts) : 0
  }

  func gesture(_ fingers: borrowing TouchGroup, in contacts: borrowing TouchTable) -> Gesture {
    recognizer.gesture(fingers, in: contacts)
  }

  mutating func rebase(_ fingers: borrowing TouchGroup) { recognizer.rebase(fingers) }
  mutating func set(_ value: GestureValue, _ fingers: borrowing TouchGroup) { recognizer.set(value, fingers) }
  mutating func reset() { recognizer.reset() }
}

@Suite struct RestingLanesTests {
  /// Whether the dozer has been asked a third time after a landing, a frame in which it is asked how far the finger may go, and
  /// `steps`.
  private func isAsked(slack: Double, @ScriptBuilder _ steps: () -> [Step]) -> Bool {
    var player = Player(Pipeline { Dozer(slack: slack) })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 50.1, 50, at: 8)] + steps()))
    return player.pipeline.state(of: "dozer") == .failed
  }

  @Test func `who says nothing is asked for every frame`() {
    #expect(isAsked(slack: 0) { move(1, to: 50.2, 50, at: 16) })
  }

  @Test func `a finger that stays near is not asked about, wherever it wanders`() {
    #expect(
      !isAsked(slack: 1) {
        for step in 0..<40 { move(1, to: 50.1 + (step % 2 == 0 ? 0.9 : -0.9), 50, at: Double(16 + 8 * step)) }
      })
    #expect(!isAsked(slack: .infinity) { move(1, to: 60, 50, at: 16) })
  }

  @Test func `a finger that goes farther is asked about in that frame`() {
    #expect(isAsked(slack: 1) { move(1, to: 51.2, 50, at: 16) })
  }

  @Test func `a landing, another finger's lift and a deadline are asked about`() {
    #expect(isAsked(slack: .infinity) { down(2, 80, 50, at: 16) })
    var player = Player(Pipeline { Dozer(slack: .infinity) })
    player.play(Script(steps: [down(1, 50, 50, at: 0), move(1, to: 50.1, 50, at: 8)]))
    player.wait(until: 499)
    #expect(player.pipeline.state(of: "dozer") == .possible)
    player.wait(until: 500)
    #expect(player.pipeline.state(of: "dozer") == .failed)
  }

  @Test func `a frame at the very moment of a deadline is asked about`() {
    #expect(isAsked(slack: .infinity) { move(1, to: 51, 50, at: 500) })
  }

  /// The tap fails at 3,6 mm; what the finger went until then is no part of the pan, what it goes from then on is.
  @Test(arguments: [true, false])
  func `whoever rests hears in the same frame that a tap has come to nothing`(_ tapRests: Bool) {
    let pipeline = Pipeline {
      Observed(TapGestureRecognizer(), rests: tapRests)
      PanGestureRecognizer(contestedSlop: 6)
    }
    let steps = (1...5).map { move(1, to: 50 + 1.2 * Double($0), 50, at: Double(8 * $0)) }
    #expect(play(pipeline) { [down(1, 50, 50, at: 0)] + steps.dropLast() }.lines == [])
    #expect(play(pipeline) { [down(1, 50, 50, at: 0)] + steps }.lines == ["pan began 40"])
  }

  /// Two fingers that pan and pinch, then move one after the other, in turns; one of two pans has but the first finger.
  @Test(arguments: [true, false])
  func `gestures that are on go on in the frames in which a finger of theirs moves, asked or not`(_ rest: Bool) {
    let pipeline = Pipeline {
      Observed(PanGestureRecognizer(touches: 1...1), rests: rest).named("one").simultaneousWithAll()
      Observed(PanGestureRecognizer(touches: 1...2), rests: rest).named("two").simultaneousWithAll()
    }
    let steps = [
      down(1, 50, 50, at: 0), move(1, to: 55, 50, at: 8), down(2, 80, 50, at: 16), move(1, to: 56, 50, at: 24),
      move(1, to: 57, 50, at: 32), move(2, to: 81, 50, at: 40), move(1, to: 58, 50, at: 48),
    ]
    let lines = play(pipeline) { steps }.lines
    #expect(
      lines.suffix(7) == [
        "one changed 24", "two changed 24", "one changed 32", "two changed 32", "two changed 40", "one changed 48",
        "two changed 48",
      ])
  }

  /// All recognizers of the package under all kinds of relations; none of them rests, or each as it says.
  private func everything(in bounds: Rect, rests: Bool) -> some GesturePipeline {
    Pipeline {
      Observed(ScreenEdgePanGestureRecognizer(of: [bounds]), rests: rests).priority(1)
      Observed(TapGestureRecognizer(), rests: rests).requires(toFail: .doubleTap).with {
        $0.announcesUnconfirmed = true
      }
      Observed(TapGestureRecognizer(taps: 2), rests: rests).named(.doubleTap)
      Observed(TapGestureRecognizer(touches: 2...5), rests: rests).named("finger-tap").with { $0.isExclusive = false }
      Observed(LongPressGestureRecognizer(taps: 1), rests: rests).named("tap-press")
      Observed(LongPressGestureRecognizer(), rests: rests)
      Observed(PanGestureRecognizer(contestedSlop: 3.4, contestedSlopOfSeveral: 5), rests: rests)
        .simultaneous(with: .pinch, .rotation, .swipe)
      Observed(PanGestureRecognizer(touches: 2...3, axis: .locked(ratio: 1.25)), rests: rests).named("pair-pan")
      Observed(PanGestureRecognizer(axis: .horizontal), rests: rests).named("column").simultaneousWithAll()
      Observed(SwipeGestureRecognizer(clock: .motionStart), rests: rests)
      Observed(SwipeGestureRecognizer(touches: 2, trigger: .lift(speed: 40)), rests: rests).named("pair-swipe")
      Observed(PinchGestureRecognizer(touches: 2...5, contestedSlop: 4), rests: rests).simultaneous(with: .rotation)
      Observed(RotationGestureRecognizer(contestedArc: 2.5), rests: rests).overrides("pair-pan")
      Observed(TransformGestureRecognizer(touches: 3...10), rests: rests)
      Observed(HandedPinchGestureRecognizer(mode: .seed(OriginalHandednessRule())), rests: rests).simultaneousWithAll()
    }
  }

  /// What a pipeline answers, and when it wants to be woken, frame by frame.
  private func account(_ pipeline: some GesturePipeline, of script: Script) -> [String] {
    var pipeline = pipeline
    var assembler = TouchFrameAssembler()
    var lines: [String] = []
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      for event in pipeline.events {
        lines.append("\(event.name) \(event.state) \(event.timestamp.nanoseconds) \(event.fingers) \(event.gesture)")
      }
      lines.append("\(pipeline.deadline?.nanoseconds ?? -1)")
    }
    return lines
  }

  /// Fingers that mostly roll, as they do before anything is decided: a finger's step is a third of what it is elsewhere.
  private func rolling(_ seed: UInt64) -> Script {
    var touches = RandomTouches(seed: seed, discipline: seed % 4 == 0 ? .invalid : .valid)
    let script = Script(steps: touches.sequence(reports: 60))
    return seed % 3 == 0 ? script : script.mapped { Point(x: 100 + $0.x / 3, y: 60 + $0.y / 3) }
  }

  @Test func `resting changes no answer, over random touches`() {
    let bounds = Rect(x: 90, y: 50, width: 160, height: 100)
    var answers = 0
    for seed in UInt64(9000)..<9120 {
      let script = rolling(seed)
      let resting = account(everything(in: bounds, rests: true), of: script)
      let awake = account(everything(in: bounds, rests: false), of: script)
      answers += awake.count
      if resting != awake {
        Issue.record("seed \(seed): \(zip(resting, awake).first { $0 != $1 }.map { "\($0)" } ?? "a length")")
        return
      }
    }
    #expect(answers > 10_000)
  }
}
