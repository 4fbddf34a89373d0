import DesignCases
import Offhand
import OffhandTesting
import Testing

/// A hand that is told by its fingers alone: one is a left hand's, two are a right hand's.
private struct CountingEstimator: HandEstimator {
  let tracks = HandTracks()
  private(set) var hand = Hand.unknown
  private(set) var hints: [GestureKind] = []

  mutating func ingest(_ frame: borrowing TouchFrame) {
    hand = frame.downCount == 0 ? .unknown : Hand(side: frame.downCount > 1 ? .right : .left, confidence: 0.7)
  }

  mutating func note(_ kind: GestureHint.Kind) -> Bool {
    hints.append(kind)
    return true
  }

  mutating func reset() { hand = .unknown }
}

@Suite struct EstimatingPipelineTests {
  @Test(.recognition("A22")) func `what was due before a late frame is the answer of the hand of then`() {
    let pipeline = EstimatingPipeline(
      Pipeline {
        LongPressGestureRecognizer().simultaneousWithAll()
        PanGestureRecognizer(slop: 0).requires(toFail: .longPress)
      }, estimator: CountingEstimator())
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 700)
    }
    #expect(played.first(.longPress)?.milliseconds == "500")
    #expect(played.first(.longPress)?.gesture.hand.side == .left)
  }

  @Test(.recognition("A22")) func `the fingers of what was due before a late frame are not those that land in it`() {
    let taps = Pipeline {
      TapGestureRecognizer().requires(toFail: .doubleTap)
      TapGestureRecognizer(taps: 2).named(.doubleTap)
    }
    let script = Script(steps: [down(1, 50, 50, at: 0), up(1, at: 50), down(1, 150, 50, at: 1000)])
    var plain = Player(taps)
    plain.play(script)
    #expect(plain.lines == ["tap recognized 350"])
    #expect(plain.touches.map { $0.map(\.position.x) } == [[50]])
    var estimating = Player(EstimatingPipeline(taps, estimator: CountingEstimator()))
    estimating.play(script)
    #expect(estimating.touches.map { $0.map(\.position.x) } == [[50]])
  }

  @Test func `What the last lift completes is the answer of the hand that lifted`() {
    let pipeline = EstimatingPipeline(Pipeline { TapGestureRecognizer(touches: 1...2) }, estimator: CountingEstimator())
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      down(2, 90, 50, at: 8)
      up(1, at: 80)
      up(2, at: 80)
    }
    #expect(played.first(.tap)?.gesture.hand.side == .right)
  }

  @Test func `A beginning that time alone grants is told to the estimator as well`() {
    let pipeline = EstimatingPipeline(
      Pipeline {
        TapGestureRecognizer()
        PanGestureRecognizer().requires(toFail: .tap)
      }, estimator: CountingEstimator())
    let played = play(pipeline) {
      down(1, 50, 50, at: 0)
      move(1, to: 53, 50, at: 100)
    }
    #expect(played.lines == ["pan began 750"])
    #expect(played.pipeline.estimator.hints == [.drag])
  }

  @Test func `A pinch and a rotation that begin are told to the estimator as what they are`() {
    func hints(_ pipeline: some GesturePipeline, to x: Double, _ y: Double) -> [GestureKind] {
      let played = play(EstimatingPipeline(pipeline, estimator: CountingEstimator())) {
        down(1, 50, 50, at: 0)
        down(2, 90, 50, at: 0)
        drag(2, from: (90, 50), to: (x, y), over: 10...300)
      }
      return played.pipeline.estimator.hints
    }
    #expect(hints(Pipeline { PinchGestureRecognizer() }, to: 140, 50) == [.pinch])
    #expect(hints(Pipeline { RotationGestureRecognizer() }, to: 70, 90) == [.rotate])
  }

  @Test func `After a cancel there is no hand until fingers land again`() {
    var pipeline = EstimatingPipeline(Pipeline { PanGestureRecognizer() }, estimator: CountingEstimator())
    pipeline.process(frame([Point(x: 50, y: 50)]))
    #expect(pipeline.estimator.hand.side == .left)
    pipeline.cancel(at: Timestamp(seconds: 2))
    #expect(pipeline.estimator.hand == .unknown)
  }

  /// Everything at once, with the hand as the estimator of the package sees it, on a panel for several people.
  private static func standard() -> EstimatingPipeline<StandardPipeline, BayesianHandEstimator> {
    let panel = Rect(x: 0, y: 0, width: 520, height: 290)
    let environment = PanelSetup(panel: panel, posture: .kiosk, rightHandPrior: 0.5)
    return EstimatingPipeline(
      StandardPipeline(outputs: [panel]), estimator: BayesianHandEstimator(environment: environment))
  }

  @Test func `Two hands on two things: each answer is that of the hand whose finger it has`() throws {
    var targets = TargetPipeline<AnyPipeline>()
    try targets.add(
      1, region: Rect(x: 0, y: 0, width: 260, height: 290), AnyPipeline(Pipeline { LongPressGestureRecognizer() }))
    try targets.add(
      2, region: Rect(x: 260, y: 0, width: 260, height: 290), AnyPipeline(Pipeline { TapGestureRecognizer() }))
    let played = play(EstimatingPipeline(targets, estimator: EstimatingPipelineTests.standard().estimator)) {
      down(1, 80, 150, at: 0)
      down(2, 400, 150, at: 900)
      up(2, at: 980)
      up(1, at: 1_200)
    }
    #expect(played.lines == ["long-press began 500", "tap recognized 980", "long-press ended 1200"])
    #expect(played.events.map { $0.gesture.hand.side } == [.unknown, .right, .left])
  }

  @Test func `A pinch of two hands is one of both, also when one of them has left`() {
    let played = play(EstimatingPipelineTests.standard()) {
      down(1, 200, 150, at: 0)
      down(2, 330, 150, at: 30)
      for step in 1...20 {
        move(1, to: 200 - 3 * Double(step), 150, at: 40 + 10 * Double(step))
        move(2, to: 330 + 3 * Double(step), 150, at: 40 + 10 * Double(step))
      }
      up(2, at: 300)
      up(1, at: 400)
    }
    let pinches = played.events.filter { $0.name == .pinch }
    #expect(pinches.first?.state == .began)
    #expect(pinches.last?.state == .ended)
    #expect(pinches.allSatisfy { $0.gesture.hand.side == .both })
  }

  /// Behind `AnyPipeline` the copies do not get their hands before a frame: every event gets that of its touches afterwards.
  @Test func `an event has the hand of its touches, whether it is known before the frame or afterwards`() {
    let setup = PanelSetup(panel: Rect(x: 0, y: 0, width: 520, height: 390), posture: .tabletop)
    let estimator = BayesianHandEstimator(environment: setup)
    let pipeline = StandardPipeline(outputs: [setup.panel]).byHand()
    var hands: Set<Handedness> = []
    for seed in UInt64(0)..<40 {
      var touches = RandomTouches(seed: seed, maximumFingers: 6)
      let script = Script(steps: touches.sequence(reports: 300))
      var before = Player(EstimatingPipeline(pipeline, estimator: estimator))
      before.play(script)
      var after = Player(EstimatingPipeline(AnyPipeline(pipeline), estimator: estimator))
      after.play(script)
      #expect(before.events.count == after.events.count)
      let different = zip(before.events, after.events).first { "\($0)" != "\($1)" }
      #expect(different == nil, "seed \(seed)")
      hands.formUnion(before.events.map(\.gesture.hand.side))
    }
    #expect(hands.count == 4)
  }
}
