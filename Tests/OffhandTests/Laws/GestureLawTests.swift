import Offhand
import OffhandTesting
import Testing

/// The laws that hold for every recognizer and every composition, whatever the fingers do.
@Suite struct GestureLawTests {
  /// All recognizers under all kinds of relations at once.
  static func everything() -> any GesturePipeline {
    Pipeline {
      ScreenEdgePanGestureRecognizer(of: [Rect(x: 0, y: 0, width: 300, height: 190)]).priority(1)
      TapGestureRecognizer().requires(toFail: .doubleTap).with { $0.announcesUnconfirmed = true }
      TapGestureRecognizer(taps: 2).named(.doubleTap)
      TapGestureRecognizer(touches: 2...5).named("finger-tap").with { $0.isExclusive = false }
      LongPressGestureRecognizer()
      LongPressGestureRecognizer(touches: 2).named("pair-press").simultaneousWithAll()
      PanGestureRecognizer(contestedSlop: 3.4).simultaneous(with: .pinch, .rotation, .swipe)
      PanGestureRecognizer(touches: 2...3, axis: .locked(ratio: 1.25)).named("pair-pan").requires(toFail: "pair-swipe")
      SwipeGestureRecognizer()
      SwipeGestureRecognizer(touches: 2).named("pair-swipe")
      PinchGestureRecognizer(touches: 2...5, contestedSlop: 4).simultaneous(with: .rotation)
      RotationGestureRecognizer().overrides("pair-pan")
      TransformGestureRecognizer(touches: 3...10).requires(toFail: "finger-tap")
      HandedPinchGestureRecognizer(mode: .seed(SeedHandednessRule())).simultaneousWithAll()
    }
  }

  /// What `steps` make `pipeline` say against the laws; nothing where it obeys.
  static func violations(of pipeline: any GesturePipeline, _ steps: [Step]) -> [String] {
    var player = AnyPlayer(pipeline)
    player.play(Script(steps: steps))
    return player.violations
  }

  @Test(arguments: [RandomTouches.Discipline.valid, .invalid])
  func `M2 M3 B8 the grammar holds over random touches`(_ discipline: RandomTouches.Discipline) {
    let makers: [@Sendable () -> any GesturePipeline] =
      [{ Self.everything() }]
      + PipelineCatalog.entries.map { entry in
        { @Sendable in entry.make(Rect(x: 0, y: 0, width: 300, height: 190)) }
      }
    for (number, make) in makers.enumerated() {
      var answers = 0
      for seed in 0..<UInt64(Self.rounds) {
        var touches = RandomTouches(seed: seed &* 1000 &+ UInt64(number), discipline: discipline)
        let steps = touches.sequence(reports: 120)
        var player = AnyPlayer(make())
        player.play(Script(steps: steps))
        answers += player.answers
        guard !player.violations.isEmpty else { continue }
        let small = shrink(steps, attempts: 400) { !Self.violations(of: make(), $0).isEmpty }
        Issue.record(
          """
          seed \(seed) of pipeline \(number), \(discipline): \(player.violations.first ?? "")
          \(small.map(\.source).joined(separator: "\n"))
          """)
        return
      }
      #expect(answers > Self.rounds, "pipeline \(number) had nothing to say")
    }
  }

  static let rounds = 40
}

/// Plays through a pipeline whose type is not known, and checks the laws on the way.
struct AnyPlayer {
  private(set) var pipeline: any GesturePipeline
  private(set) var violations: [String] = []
  private(set) var answers = 0
  private var grammar = Grammar()
  private var assembler = TouchFrameAssembler()

  init(_ pipeline: any GesturePipeline) { self.pipeline = pipeline }

  mutating func play(_ script: Script) {
    var assembler = self.assembler
    var last = Timestamp.zero
    script.forEachFrame(assembler: &assembler) { frame in
      pipeline.process(frame)
      last = frame.timestamp
      read()
    }
    self.assembler = assembler
    pipeline.cancel(at: last + .seconds(5))
    read()
    violations = grammar.violations
    for lane in grammar.open { violations.append("\(pipeline.names[lane]) is left open") }
    if !pipeline.isIdle { violations.append("the pipeline is not idle though no finger is down") }
    if pipeline.deadline != nil { violations.append("a deadline is left over") }
  }

  private mutating func read() {
    for event in pipeline.events { grammar.read(event) }
    answers += pipeline.events.count
  }
}
