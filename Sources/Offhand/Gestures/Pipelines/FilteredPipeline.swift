/// A pipeline that processes frames after filters have changed them.
///
/// The original frame is not changed; the filters work on a copy in the pipeline's own storage.
public struct FilteredPipeline<Base: GesturePipeline, Filters: TouchFilter>: PipelineLayer {
  /// The recognizers.
  public var base: Base
  /// The filters, applied to each frame before `base`.
  public var filters: Filters
  private var frame = TouchFrame()

  /// `base` after the filters that `content` names, in this order.
  public init(_ base: Base, @TouchFilterBuilder _ content: () -> Filters) {
    self.base = base
    filters = content()
    frame.reserveCapacity()
  }

  /// Filters a copy of a frame and processes it.
  public mutating func process(_ original: borrowing TouchFrame) {
    frame.assume(original)
    filters.filter(&frame)
    base.process(frame)
  }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) {
    base.cancel(at: time)
    filters.reset()
  }
}

extension GesturePipeline {
  /// The pipeline after the filters that `content` names, in this order.
  public func filtered<Filters: TouchFilter>(
    @TouchFilterBuilder _ content: () -> Filters
  ) -> FilteredPipeline<Self, Filters> {
    FilteredPipeline(self, content)
  }
}
