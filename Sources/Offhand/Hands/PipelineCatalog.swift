/// The pipelines that can be chosen by name.
public enum PipelineCatalog {
  /// A pipeline that has a name.
  public struct Entry: Sendable {
    /// The name.
    public var name: String
    package var summary: String
    package var hasSwipes = true
    /// Makes it for these outputs, with an estimator of the hand for a panel if there is one.
    fileprivate let build:
      @Sendable ([Rect], HandSeparation, SwipeGestureRecognizer.Trigger, PanelSetup?) -> AnyPipeline

    /// Makes the pipeline for a surface that is this panel. `separation` tells hands apart where the pipeline has a copy for each hand;
    /// `swipe` is the moment at which its swipes are recognized.
    public func make(
      _ setup: PanelSetup, _ separation: HandSeparation = .automatic, swipe: SwipeGestureRecognizer.Trigger = .threshold
    ) -> AnyPipeline {
      build([setup.panel], separation, swipe, setup)
    }
  }

  /// All pipelines, the usual one first. `standard` and `navigation` have a copy for each hand on the glass.
  public static let entries: [Entry] = [
    Entry(name: "standard", summary: "taps, long press, pan, swipe, pinch, rotation and edge pans on one surface") {
      outputs, separation, swipe, setup in
      if let setup { return AnyPipeline(StandardHandedPipeline(setup, separation, swipe)) }
      let pipeline = StandardPipeline(outputs: outputs, swipe: swipe)
      return separation == .none ? AnyPipeline(pipeline) : AnyPipeline(pipeline.byHand(separation))
    },
    Entry(
      name: "multitap",
      summary: "the standard gestures with double and triple taps and the quick scale; taps wait 0.3 s"
    ) { finished(PurposePipelines.multitap(outputs: $0, swipe: $2).byHand($1), $3) },
    Entry(name: "original", summary: "the pinch of the original, with its rule for the hand", hasSwipes: false) {
      _, _, _, _ in AnyPipeline(PurposePipelines.original())
    },
    Entry(name: "navigation", summary: "edge pans, swipes and pinches of three and more fingers, as a shell wants them")
    { finished(PurposePipelines.navigation(outputs: $0, swipe: $2).byHand($1), $3) },
    Entry(name: "measure", summary: "pan, pinch and rotation at once, without thresholds", hasSwipes: false) {
      finished(PurposePipelines.measure(), $3)
    },
  ]

  /// The pipeline named `name` for a surface of `bounds`; `nil` if there is none. The posture decides how informative touches
  /// are about the hand: most on a handheld device. The prior is the probability of a right hand before any touch; `separation` tells
  /// hands apart; `swipe` is the moment at which its swipes are recognized.
  public static func pipeline(
    named name: String, bounds: Rect, posture: Posture = .unknown, rightHandPrior: Double = 0.9,
    separation: HandSeparation = .automatic, swipe: SwipeGestureRecognizer.Trigger = .threshold
  ) -> AnyPipeline? {
    entries.first { $0.name == name }?.make(
      PanelSetup(panel: bounds, posture: posture, rightHandPrior: rightHandPrior), separation, swipe: swipe)
  }

  /// The pipeline named `name` without an estimator of the hand, for a surface made of `outputs`; `nil` if there is none. `separation`
  /// tells hands apart where the pipeline has a copy for each hand.
  package static func plainPipeline(
    named name: String, outputs: [Rect], separation: HandSeparation = .automatic
  ) -> AnyPipeline? {
    entries.first { $0.name == name }?.build(outputs, separation, .threshold, nil)
  }

  /// The pipeline of the recognizers that `descriptions` ask for. What cannot be is an error that names the recognizer.
  package static func plainPipeline(
    of descriptions: [RecognizerDescription], outputs: [Rect], separation: HandSeparation = .automatic
  ) throws(PipelineError) -> AnyPipeline {
    let pipeline = try Pipeline(descriptions, outputs: outputs)
    return separation == .none ? AnyPipeline(pipeline) : AnyPipeline(pipeline.byHand(separation))
  }

  /// `pipeline`, with the hand of each event from the package's estimator if there is a panel.
  private static func finished(_ pipeline: some GesturePipeline, _ setup: PanelSetup?) -> AnyPipeline {
    guard let setup else { return AnyPipeline(pipeline) }
    return AnyPipeline(EstimatingPipeline(pipeline, estimator: BayesianHandEstimator(environment: setup)))
  }
}

/// `standard` of the catalog. A concrete type, so that the estimator's layer is compiled for this pipeline: behind `AnyPipeline`
/// it would be called through generic code.
private struct StandardHandedPipeline: PipelineLayer {
  var base: EstimatingPipeline<HandPipelines, BayesianHandEstimator>

  init(_ setup: PanelSetup, _ separation: HandSeparation, _ swipe: SwipeGestureRecognizer.Trigger) {
    base = EstimatingPipeline(
      StandardPipeline(outputs: [setup.panel], swipe: swipe).byHand(separation),
      estimator: BayesianHandEstimator(environment: setup))
  }

  // Not by default, and inlined: otherwise all of `base` is copied to read one of its properties, which takes 140 instructions.
  var events: GestureEvents {
    @inline(__always) get { base.events }
  }
  var deadline: Timestamp? {
    @inline(__always) get { base.deadline }
  }
  mutating func process(_ frame: borrowing TouchFrame) { base.process(frame) }
}
