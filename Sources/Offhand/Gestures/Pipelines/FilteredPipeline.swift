/// A pipeline that processes frames after filters have changed them.
///
/// The original frame is not changed; the filters work on a copy in the pipeline's own storage.
public struct FilteredPipeline<Base: GesturePipeline, Filters: TouchFilter>: PipelineLayer {
  /// The recognizers.
  public var base: Base
  private var frames: FilteredFrames<Filters>
  /// The events of a call in which the recognizers were not called once.
  private var collected = EventList()
  private var isCollecting = false

  /// `base` after the filters that `content` names, in this order.
  public init(_ base: Base, @TouchFilterBuilder _ content: () -> Filters) {
    self.base = base
    frames = FilteredFrames(content())
  }

  /// The filters, applied to each frame before `base`.
  public var filters: Filters {
    get { frames.filters }
    set { frames.filters = newValue }
  }

  /// The events of the last call.
  public var events: GestureEvents { isCollecting ? collected.events : base.events }

  /// The next moment at which time alone may decide something: also whether a touch has lifted.
  public var deadline: Timestamp? { frames.deadline(beside: base.deadline) }

  /// Filters a copy of a frame and processes it.
  public mutating func process(_ original: borrowing TouchFrame) {
    begin()
    release(before: original.timestamp)
    frames.filter(original)
    base.process(frames.frame)
    collect()
  }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) {
    begin()
    release(before: time.next)
    // A touch whose lift is withheld must not become a long press meanwhile.
    if frames.isPaused { return isCollecting = true }
    base.advance(to: time)
    collect()
  }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) {
    begin()
    // What was withheld is certain now.
    release(before: Timestamp(nanoseconds: .max))
    base.cancel(at: time)
    collect()
    frames.filters.reset()
  }

  private mutating func begin() {
    collected.removeAll()
    isCollecting = false
  }

  private mutating func release(before time: Timestamp) {
    while frames.release(before: time) {
      isCollecting = true
      base.process(frames.frame)
      collected.append(contentsOf: base.events)
    }
  }

  /// Adds the events of the last of several calls.
  private mutating func collect() {
    if isCollecting { collected.append(contentsOf: base.events) }
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
