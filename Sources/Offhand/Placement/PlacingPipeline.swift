/// A pipeline whose estimator of the hand also places overlays: one estimate serves events and placements.
///
/// A concrete type, so that the estimator's layer is compiled for it in this module.
package struct PlacingPipeline: PipelineLayer {
  package var base: EstimatingPipeline<AnyPipeline, StandardPlacement>

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
  /// Infers the hand from a frame, and recognizes gestures in a `part` of it.
  package mutating func process(_ frame: borrowing TouchFrame, recognizing part: borrowing TouchFrame) {
    base.process(frame, recognizing: part)
  }

  /// The hand as of the latest frame; `.unknown` while nothing touches.
  package var inferredHand: Hand { base.estimator.hand }
  package mutating func setPanel(_ panel: Rect) { base.estimator.environment.panel = panel }
  package mutating func place(_ request: OverlayRequest) -> Placement { base.estimator.place(request) }
  package mutating func remove(_ id: OverlayID) { base.estimator.remove(id) }
  /// Returns the expected hidden fraction of a rectangle, 0 to 1.
  package mutating func hiddenFraction(of rect: Rect) -> Double { base.estimator.hiddenFraction(of: rect) }
}
