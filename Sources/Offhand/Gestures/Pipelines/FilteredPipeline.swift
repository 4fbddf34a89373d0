/// A pipeline that sees frames only after filters have.
///
/// The frame that comes in stays as it is; the filters work on a copy in storage of the pipeline's own.
public struct FilteredPipeline<Base: GesturePipeline, Filters: TouchFilter>: PipelineLayer {
  /// The recognizers.
  public var base: Base
  /// What frames pass before.
  public var filters: Filters
  private var frame = TouchFrame()

  /// `base` behind the filters that `content` names, in this order.
  public init(_ base: Base, @TouchFilterBuilder _ content: () -> Filters) {
    self.base = base
    filters = content()
    frame.reserveCapacity()
  }

  /// Takes a frame in.
  public mutating func process(_ original: borrowing TouchFrame) {
    frame.assume(original)
    filters.filter(&frame)
    base.process(frame)
  }

  /// Breaks every gesture off and forgets every finger.
  public mutating func cancel(at time: Timestamp) {
    base.cancel(at: time)
    filters.reset()
  }
}

extension GesturePipeline {
  /// The pipeline behind the filters that `content` names, in this order.
  public func filtered<Filters: TouchFilter>(
    @TouchFilterBuilder _ content: () -> Filters
  ) -> FilteredPipeline<Self, Filters> {
    FilteredPipeline(self, content)
  }
}
