/// A pipeline whose estimator of the hand also places overlays: one estimate serves events and placements.
package protocol PlacingPipeline: GesturePipeline {
  /// The hand as of the latest frame; `.unknown` while nothing touches.
  var inferredHand: Hand { get }

  /// Replaces the panel.
  mutating func setPanel(_ panel: Rect)

  /// Returns the placement of the overlay as of the latest frame.
  mutating func place(_ request: OverlayRequest) -> Placement

  /// Forgets an overlay that is no longer shown.
  mutating func remove(_ id: OverlayID)

  /// Returns the expected hidden fraction of a rectangle, 0 to 1.
  mutating func hiddenFraction(of rect: Rect) -> Double
}

extension EstimatingPipeline: PlacingPipeline where Estimator == StandardPlacement {
  package var inferredHand: Hand { estimator.hand }
  package mutating func setPanel(_ panel: Rect) { estimator.environment.panel = panel }
  package mutating func place(_ request: OverlayRequest) -> Placement { estimator.place(request) }
  package mutating func remove(_ id: OverlayID) { estimator.remove(id) }
  package mutating func hiddenFraction(of rect: Rect) -> Double { estimator.hiddenFraction(of: rect) }
}

extension GesturePipeline {
  /// The pipeline with the hand from `placer`, which places overlays as well.
  package func placing(by placer: StandardPlacement) -> any PlacingPipeline {
    EstimatingPipeline(self, estimator: placer)
  }
}

extension PipelineCatalog {
  /// The pipeline named `name` without an estimator of the hand, for a surface made of `outputs`; `nil` if there is none. `separation`
  /// tells hands apart where the pipeline has a copy for each hand.
  package static func plainPipeline(
    named name: String, outputs: [Rect], separation: HandSeparation = .byReach
  ) -> (any GesturePipeline)? {
    switch (name, separation) {
    case ("standard", .none): StandardPipeline(outputs: outputs)
    case ("standard", _): StandardPipeline(outputs: outputs).byHand(separation)
    case ("multitap", _): PurposePipelines.multitap(outputs: outputs).byHand(separation)
    case ("navigation", _): PurposePipelines.navigation(outputs: outputs).byHand(separation)
    case ("measure", _): PurposePipelines.measure()
    case ("original", _): PurposePipelines.original()
    default: nil
    }
  }

  /// The pipeline of the recognizers that `descriptions` ask for. What cannot be is an error that names the recognizer.
  package static func plainPipeline(
    of descriptions: [RecognizerDescription], outputs: [Rect], separation: HandSeparation = .byReach
  ) throws(PipelineError) -> any GesturePipeline {
    let pipeline = try Pipeline(descriptions, outputs: outputs)
    return separation == .none ? pipeline : pipeline.byHand(separation)
  }
}
