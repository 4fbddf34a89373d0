/// A pipeline whose estimator of the hand also places overlays: one estimate serves events and placements.
///
/// A concrete type, so that the estimator's layer is compiled for it in this module.
package struct PlacingPipeline: PipelineLayer {
  package var base: EstimatingPipeline<AnyPipeline, StandardPlacement>

  /// `pipeline` with the hand from `placer`.
  package init(_ pipeline: AnyPipeline, placer: StandardPlacement) {
    base = EstimatingPipeline(pipeline, estimator: placer)
  }

  // Not by default, and inlined: otherwise all of `base` is copied to read one of its properties.
  package var events: GestureEvents {
    @inline(__always) get { base.events }
  }
  package var deadline: Timestamp? {
    @inline(__always) get { base.deadline }
  }
  package mutating func process(_ frame: borrowing TouchFrame) { base.process(frame) }

  /// The hand as of the latest frame; `.unknown` while nothing touches.
  package var inferredHand: Hand { base.estimator.hand }
  /// Replaces the panel.
  package mutating func setPanel(_ panel: Rect) { base.estimator.environment.panel = panel }
  /// Returns the placement of the overlay as of the latest frame.
  package mutating func place(_ request: OverlayRequest) -> Placement { base.estimator.place(request) }
  /// Forgets an overlay that is no longer shown.
  package mutating func remove(_ id: OverlayID) { base.estimator.remove(id) }
  /// Returns the expected hidden fraction of a rectangle, 0 to 1.
  package mutating func hiddenFraction(of rect: Rect) -> Double { base.estimator.hiddenFraction(of: rect) }
}

extension PipelineCatalog {
  /// The pipeline named `name` without an estimator of the hand, for a surface made of `outputs`; `nil` if there is none. `separation`
  /// tells hands apart where the pipeline has a copy for each hand.
  package static func plainPipeline(
    named name: String, outputs: [Rect], separation: HandSeparation = .byReach
  ) -> AnyPipeline? {
    switch (name, separation) {
    case ("standard", .none): AnyPipeline(StandardPipeline(outputs: outputs))
    case ("standard", _): AnyPipeline(StandardPipeline(outputs: outputs).byHand(separation))
    case ("multitap", _): AnyPipeline(PurposePipelines.multitap(outputs: outputs).byHand(separation))
    case ("navigation", _): AnyPipeline(PurposePipelines.navigation(outputs: outputs).byHand(separation))
    case ("measure", _): AnyPipeline(PurposePipelines.measure())
    case ("original", _): AnyPipeline(PurposePipelines.original())
    default: nil
    }
  }

  /// The pipeline of the recognizers that `descriptions` ask for. What cannot be is an error that names the recognizer.
  package static func plainPipeline(
    of descriptions: [RecognizerDescription], outputs: [Rect], separation: HandSeparation = .byReach
  ) throws(PipelineError) -> AnyPipeline {
    let pipeline = try Pipeline(descriptions, outputs: outputs)
    return separation == .none ? AnyPipeline(pipeline) : AnyPipeline(pipeline.byHand(separation))
  }
}
