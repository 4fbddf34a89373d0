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
    try unsafeDowncast(owned(), to: TypedPipelineBox<Base>.self).change(body)
  }

  /// The events of the last call.
  public var events: GestureEvents { box.events }
  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { box.deadline }
  /// The names of the recognizers.
  public var names: [GestureName] { box.names }
  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { box.isIdle }
  /// The outputs whose edges count.
  public var outputs: [Rect] { box.outputs }
  /// The hand that is stamped on every event.
  public var hand: Hand {
    get { box.hand }
    set { owned().setHand(newValue) }
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
  /// Lets recognizers take part, or takes them out.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) { owned().setEnabled(name, isEnabled) }
  /// Writes what the recognizers decide into `journal`.
  public mutating func setJournal(_ journal: GestureJournal) { owned().setJournal(journal) }
  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { box.touches(of: event) }
  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { box.forEachTouch(of: event, body) }
  /// What the recognizers claim of a touch.
  public func claim(on id: Touch.ID) -> TouchClaim { box.claim(on: id) }
}

/// A pipeline of any type, as an ``AnyPipeline`` and each copy of ``HandPipelines`` hold it. It is a source of the events that its pipeline
/// holds.
///
/// An object, because a value of a type that another module composed would be looked up, with its type, wherever it is read. Sound as
/// `@unchecked Sendable` and `@exclusivity(unchecked)`: its owner changes it only while nothing else reads.
class PipelineBox: GestureEventSource, @unchecked Sendable {
  /// The next moment at which time alone may decide something.
  @exclusivity(unchecked) private(set) final var deadline: Timestamp?
  /// Whether the events of a call are kept here: reading them from the pipeline takes a hundred instructions. A pipeline whose events are
  /// kept leaves its storage to them in the next call unless they are released before, which takes 30.
  @exclusivity(unchecked) final var keepsEvents = true {
    didSet { if !keepsEvents { kept = nil } }
  }
  @exclusivity(unchecked) private final var kept: GestureEvents?
  /// The gestures of the pipeline, where it recognizes those of one hand.
  @exclusivity(unchecked) final var gestures = HandGestures()

  fileprivate init(_ deadline: Timestamp?) {
    self.deadline = deadline
    // The closure is only ever called with the object that holds it, so the downcast holds.
    super.init { unsafeDowncast($0, to: PipelineBox.self).event(at: $1) }
  }

  fileprivate init(copying other: PipelineBox) {
    deadline = other.deadline
    keepsEvents = other.keepsEvents
    kept = other.kept
    gestures = other.gestures
    super.init(count: other.count, read: other.read)
    changeCount = other.changeCount
  }

  // MARK: What the pipeline's type decides

  fileprivate var pipelineEvents: GestureEvents { .none }
  fileprivate func pipelineEvent(at index: Int) -> GestureEvent { pipelineEvents[index] }
  var names: [GestureName] { [] }
  var isIdle: Bool { true }
  var outputs: [Rect] { [] }
  var hand: Hand { .unknown }
  /// The same with its own storage.
  func copied() -> PipelineBox { PipelineBox(copying: self) }
  func touches(of event: GestureEvent) -> [Touch] { [] }
  func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {}
  func claim(on id: Touch.ID) -> TouchClaim { [] }

  func process(_ frame: borrowing TouchFrame) {}
  func advance(to time: Timestamp) {}
  func cancel(at time: Timestamp) {}
  func setHand(_ hand: Hand) {}
  func set(_ value: GestureValue, of name: GestureName) {}
  func setOutputs(_ outputs: [Rect]) {}
  func setEnabled(_ name: GestureName, _ isEnabled: Bool) {}
  func setJournal(_ journal: GestureJournal) {}

  // MARK: Events

  /// The events of the last call.
  final var events: GestureEvents {
    @inline(__always) get { kept ?? pipelineEvents }
  }

  @inline(__always)
  private final func event(at index: Int) -> GestureEvent {
    if let kept { return kept[index] }
    return pipelineEvent(at: index)
  }

  override final func state(at index: Int) -> GestureState { events.state(at: index) }

  /// Releases the events of the last call, before the pipeline changes.
  @inline(__always)
  fileprivate final func release() {
    if keepsEvents { kept = nil }
  }

  /// Takes the state of the pipeline after a call that processed something.
  @inline(__always)
  fileprivate final func note(_ events: consuming GestureEvents, _ deadline: Timestamp?) {
    if gestures.areTracked { gestures.note(events) }
    keep(events, deadline)
  }

  /// Takes the state of the pipeline after a change between two calls.
  @inline(__always)
  fileprivate final func keep(_ events: consuming GestureEvents, _ deadline: Timestamp?) {
    count = events.count
    changeCount = events.changeCount
    self.deadline = deadline
    if keepsEvents { kept = events }
  }
}

class TypedPipelineBox<Base: GesturePipeline>: PipelineBox, @unchecked Sendable {
  @exclusivity(unchecked) fileprivate(set) final var pipeline: Base

  init(_ pipeline: Base) {
    self.pipeline = pipeline
    super.init(pipeline.deadline)
    keep(pipeline.events, pipeline.deadline)
  }

  fileprivate init(copying other: TypedPipelineBox) {
    pipeline = other.pipeline
    super.init(copying: other)
  }

  override func copied() -> PipelineBox { TypedPipelineBox(copying: self) }
  // Read only, never `inout`: several threads may read events that were kept.
  fileprivate override var pipelineEvents: GestureEvents { pipeline.events }
  fileprivate override func pipelineEvent(at index: Int) -> GestureEvent { pipeline.events[index] }
  override var names: [GestureName] { pipeline.names }
  override var isIdle: Bool { pipeline.isIdle }
  override var outputs: [Rect] { pipeline.outputs }
  override var hand: Hand { pipeline.hand }
  override func touches(of event: GestureEvent) -> [Touch] { pipeline.touches(of: event) }
  override func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { pipeline.forEachTouch(of: event, body) }
  override func claim(on id: Touch.ID) -> TouchClaim { pipeline.claim(on: id) }

  override func process(_ frame: borrowing TouchFrame) {
    release()
    pipeline.process(frame)
    note(&pipeline)
  }

  override func advance(to time: Timestamp) {
    release()
    pipeline.advance(to: time)
    note(&pipeline)
  }

  override func cancel(at time: Timestamp) {
    release()
    pipeline.cancel(at: time)
    note(&pipeline)
  }

  override func setHand(_ hand: Hand) { change { $0.hand = hand } }
  override func set(_ value: GestureValue, of name: GestureName) { change { $0.set(value, of: name) } }
  override func setOutputs(_ outputs: [Rect]) { change { $0.setOutputs(outputs) } }
  override func setEnabled(_ name: GestureName, _ isEnabled: Bool) { change { $0.setEnabled(name, isEnabled) } }
  override func setJournal(_ journal: GestureJournal) { change { $0.setJournal(journal) } }

  /// Lends the pipeline to `body`, between two calls.
  @inline(__always)
  final func change<Result, Failure: Error>(_ body: (inout Base) throws(Failure) -> Result) throws(Failure) -> Result {
    release()
    defer { keep(&pipeline) }
    return try body(&pipeline)
  }

  // `inout`, although they change nothing: a getter of a property of an object is passed a copy.
  @inline(__always)
  private func note(_ pipeline: inout Base) { note(pipeline.events, pipeline.deadline) }
  @inline(__always)
  private func keep(_ pipeline: inout Base) { keep(pipeline.events, pipeline.deadline) }
}

/// The box of the pipeline that most programs have: methods of a generic class are not specialised, which costs a hundred instructions a
/// frame.
final class StandardPipelineBox: TypedPipelineBox<StandardPipeline>, @unchecked Sendable {
  override func copied() -> PipelineBox { StandardPipelineBox(copying: self) }

  override func process(_ frame: borrowing TouchFrame) {
    release()
    pipeline.process(frame)
    note(pipeline.events, pipeline.deadline)
  }
}
