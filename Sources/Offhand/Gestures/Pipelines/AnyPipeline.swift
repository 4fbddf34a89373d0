/// A pipeline whose type is known only to itself: what a list, a switch or a program that chooses at run time holds.
///
/// A value like every pipeline: a copy is a snapshot. Unlike `any GesturePipeline` it exists in Embedded Swift, and reading it does not
/// copy it.
public struct AnyPipeline: GesturePipeline {
  private var box: PipelineBox

  /// `pipeline`, whatever its type.
  public init(_ pipeline: some GesturePipeline) { box = TypedPipelineBox(pipeline) }

  /// The pipeline, for mutation. A value that was copied copies its pipeline first.
  @inline(__always)
  private mutating func owned() -> PipelineBox {
    if !isKnownUniquelyReferenced(&box) { box = box.copied() }
    return box
  }

  /// The pipeline as what it is: `Base` must be the type that it was made with.
  func assumed<Base: GesturePipeline>(as type: Base.Type) -> Base {
    unsafeDowncast(box, to: TypedPipelineBox<Base>.self).pipeline
  }

  /// Lends the pipeline to `body` as what it is: `Base` must be the type that it was made with.
  mutating func change<Base: GesturePipeline, Result, Failure: Error>(
    _ body: (inout Base) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&unsafeDowncast(owned(), to: TypedPipelineBox<Base>.self).pipeline)
  }

  /// The events of the last call.
  public var events: GestureEvents { box.events }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { box.deadline }
  /// The names of the recognizers.
  public var names: [GestureName] { box.names }
  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { box.isIdle }
  /// The hand that is stamped on every event.
  public var hand: Hand {
    get { box.hand }
    set { owned().hand = newValue }
  }

  /// Processes a frame.
  public mutating func process(_ frame: borrowing TouchFrame) { owned().process(frame) }
  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { owned().advance(to: time) }
  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) { owned().cancel(at: time) }
  /// Sets a value of the active gesture named `name`.
  public mutating func set(_ value: GestureValue, of name: GestureName) { owned().set(value, of: name) }
  /// Replaces the outputs whose edges count.
  public mutating func setOutputs(_ outputs: [Rect]) { owned().setOutputs(outputs) }
  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { box.touches(of: event) }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { box.forEachTouch(of: event, body) }
  /// What the recognizers claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { box.claim(on: id) }
}

/// The members of a pipeline of any type: the only place that forwards them.
///
/// An object, because a value of a type that another module composed would be looked up, with its type, wherever it is read. Sound as
/// `@unchecked Sendable` and, in what inherits from it, `@exclusivity(unchecked)`: its owner changes it only while nothing else reads.
class PipelineBox: @unchecked Sendable {
  fileprivate init() {}

  var events: GestureEvents { .none }
  var deadline: Timestamp? { nil }
  var names: [GestureName] { [] }
  var isIdle: Bool { true }
  var hand: Hand {
    get { .unknown }
    set {}
  }
  /// The same with its own storage.
  func copied() -> PipelineBox { self }
  func process(_ frame: borrowing TouchFrame) {}
  func advance(to time: Timestamp) {}
  func cancel(at time: Timestamp) {}
  func set(_ value: GestureValue, of name: GestureName) {}
  func setOutputs(_ outputs: [Rect]) {}
  func touches(of event: GestureEvent) -> [Touch] { [] }
  func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {}
  func claim(on id: Touch.ID) -> TouchClaim { [] }
}

private final class TypedPipelineBox<Base: GesturePipeline>: PipelineBox, @unchecked Sendable {
  @exclusivity(unchecked) var pipeline: Base

  init(_ pipeline: Base) {
    self.pipeline = pipeline
    super.init()
  }

  override var events: GestureEvents { pipeline.events }
  override var deadline: Timestamp? { pipeline.deadline }
  override var names: [GestureName] { pipeline.names }
  override var isIdle: Bool { pipeline.isIdle }
  override var hand: Hand {
    get { pipeline.hand }
    set { pipeline.hand = newValue }
  }
  override func copied() -> PipelineBox { TypedPipelineBox(pipeline) }
  override func process(_ frame: borrowing TouchFrame) { pipeline.process(frame) }
  override func advance(to time: Timestamp) { pipeline.advance(to: time) }
  override func cancel(at time: Timestamp) { pipeline.cancel(at: time) }
  override func set(_ value: GestureValue, of name: GestureName) { pipeline.set(value, of: name) }
  override func setOutputs(_ outputs: [Rect]) { pipeline.setOutputs(outputs) }
  override func touches(of event: GestureEvent) -> [Touch] { pipeline.touches(of: event) }
  override func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    pipeline.forEachTouch(of: event, body)
  }
  override func claim(on id: Touch.ID) -> TouchClaim { pipeline.claim(on: id) }
}
