/// A pipeline that places overlays as well, if it infers the hand: one estimate serves events and placements.
package protocol PlacingPipeline: GesturePipeline {
  /// The hand as of the latest frame; `.unknown` while nothing touches, and always if no hand is inferred.
  var inferredHand: Hand { get }

  /// Replaces the panel.
  mutating func setPanel(_ panel: Rect)

  /// Returns the placement of the overlay as of the latest frame; `nil` if no hand is inferred.
  mutating func place(_ request: OverlayRequest) -> Placement?

  /// Forgets an overlay that is no longer shown.
  mutating func remove(_ id: OverlayID)

  /// Returns the expected hidden fraction of a rectangle, 0 to 1; 0 if no hand is inferred.
  mutating func hiddenFraction(of rect: Rect) -> Double
}

extension EstimatingPipeline: PlacingPipeline where Estimator == StandardPlacement {
  package var inferredHand: Hand { estimator.hand }
  package mutating func setPanel(_ panel: Rect) { estimator.environment.panel = panel }
  package mutating func place(_ request: OverlayRequest) -> Placement? { estimator.place(request) }
  package mutating func remove(_ id: OverlayID) { estimator.remove(id) }
  package mutating func hiddenFraction(of rect: Rect) -> Double { estimator.hiddenFraction(of: rect) }
}

/// A pipeline that infers no hand.
package struct HandlessPipeline<Base: GesturePipeline>: PipelineLayer, PlacingPipeline {
  package var base: Base

  package init(_ base: Base) { self.base = base }

  package mutating func process(_ frame: borrowing TouchFrame) { base.process(frame) }

  package var inferredHand: Hand { .unknown }
  package mutating func setPanel(_ panel: Rect) {}
  package mutating func place(_ request: OverlayRequest) -> Placement? { nil }
  package mutating func remove(_ id: OverlayID) {}
  package mutating func hiddenFraction(of rect: Rect) -> Double { 0 }
}

// Made here, where the path of a frame is compiled for each of them.
extension PipelineCatalog {
  /// The pipeline named `name` for a surface made of `outputs`, with the hand from `placer` unless that is `nil`; `nil` if there is no
  /// such pipeline.
  package static func placingPipeline(
    named name: String, outputs: [Rect], placer: StandardPlacement?
  ) -> (any PlacingPipeline)? {
    switch name {
    case "standard": placing(StandardPipeline(outputs: outputs), placer)
    case "multitap": placing(PurposePipelines.multitap(outputs: outputs), placer)
    case "navigation": placing(PurposePipelines.navigation(outputs: outputs), placer)
    case "measure": placing(PurposePipelines.measure(), placer)
    case "original": HandlessPipeline(PurposePipelines.original())
    default: nil
    }
  }

  /// The same for the recognizers that `descriptions` ask for. What cannot be is an error that names the recognizer.
  package static func placingPipeline(
    of descriptions: [RecognizerDescription], outputs: [Rect], placer: StandardPlacement?
  ) throws(PipelineError) -> any PlacingPipeline {
    placing(try Pipeline(descriptions, outputs: outputs), placer)
  }

  private static func placing(_ pipeline: some GesturePipeline, _ placer: StandardPlacement?) -> any PlacingPipeline {
    if let placer { return EstimatingPipeline(pipeline, estimator: placer) }
    return HandlessPipeline(pipeline)
  }
}
