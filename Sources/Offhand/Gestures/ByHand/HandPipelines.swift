/// A copy of a pipeline for each hand on the glass: what one hand does neither disturbs nor joins what another one does.
///
/// Touches are one hand's until two people are proven, and on glass with a diagonal under 300 mm always (``HandSeparation/automatic``). While
/// they are, frames go straight to the first copy, and events are those of the pipeline without the layer. `GestureEvent.handIndex`
/// distinguishes hands. A palm beside a finger is left out.
///
///     var pipeline = StandardPipeline(outputs: outputs).byHand()
///     pipeline.process(frame)
///     for event in pipeline.events { … }
///
/// Copies are made when first needed and used again, so steady operation allocates nothing.
public struct HandPipelines: GesturePipeline {
  private var storage: HandPipelinesStorage

  /// Copies of `base`, which has not processed anything yet.
  public init(_ base: some GesturePipeline, separation: HandSeparation = .automatic) {
    self.init(TypedPipelineBox(base), separation)
  }

  /// Copies of the standard pipeline.
  public init(_ base: StandardPipeline, separation: HandSeparation = .automatic) {
    self.init(StandardPipelineBox(base), separation)
  }

  private init(_ base: PipelineBox, _ separation: HandSeparation) {
    storage = HandPipelinesStorage(HandPipelinesCore(base, separation, base.hand))
  }

  /// The state, for mutation. A pipeline that was copied copies it first.
  @inline(__always)
  private mutating func owned() -> HandPipelinesStorage {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
    return storage
  }

  @inline(never)
  private mutating func copyStorage() { storage = HandPipelinesStorage(copying: storage) }

  /// The hand that is stamped on every event.
  public var hand: Hand {
    get { storage.core.hand }
    set { owned().core.setHand(newValue) }
  }

  /// The events of the last call, in the order of time; those of one moment by copy, in which the hands have no order.
  public var events: GestureEvents { storage.core.events }

  /// The next moment at which time alone may decide something.
  public var deadline: Timestamp? { storage.core.deadline }

  /// The names of the recognizers.
  public var names: [GestureName] { storage.core.copies[0].names }

  /// The outputs whose edges count.
  public var outputs: [Rect] { storage.core.copies[0].outputs }

  /// Whether no touch is down and no recognizer is undecided.
  public var isIdle: Bool { storage.core.copies.allSatisfy { $0.isIdle } }

  /// Stamps the events of each copy with the hand of its touches, where no touch lands or lifts and those of a copy are of one hand.
  public mutating func setHands(
    together: Hand, in frame: borrowing TouchFrame, owner: (Touch.ID) -> Int?, hand: (Int) -> Hand
  ) -> Bool {
    owned().core.setHands(together: together, in: frame, owner: owner, hand: hand)
  }

  /// Assigns the touches of a frame to hands, and processes those of each.
  public mutating func process(_ frame: borrowing TouchFrame) { owned().core.process(frame) }

  /// Serves the deadlines up to and including `time`.
  public mutating func advance(to time: Timestamp) { owned().core.advance(to: time) }

  /// Cancels every gesture and forgets every touch.
  public mutating func cancel(at time: Timestamp) { owned().core.cancel(at: time) }

  /// Sets a value of the active gesture named `name`, of every hand that makes it.
  public mutating func set(_ value: GestureValue, of name: GestureName) { owned().core.set(value, of: name) }

  /// Replaces the outputs whose edges count, for every hand.
  public mutating func setOutputs(_ outputs: [Rect]) { owned().core.setOutputs(outputs) }

  /// Lets recognizers take part, or takes them out, for every hand.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) { owned().core.setEnabled(name, isEnabled) }

  /// Writes what the recognizers of every hand decide into `journal`.
  public mutating func setJournal(_ journal: GestureJournal) { owned().core.setJournal(journal) }

  /// The touches of an event.
  public func touches(of event: GestureEvent) -> [Touch] { storage.core.copy(of: event).touches(of: event) }

  /// Calls `body` with each touch of an event.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) {
    storage.core.copy(of: event).forEachTouch(of: event, body)
  }

  /// The index of the hand to which the touch `id` of the last frame belongs, as in `GestureEvent.handIndex`; `nil` if there is no such
  /// touch, or if it is left out.
  public func handIndex(of id: Touch.ID) -> UInt8? { storage.core.handIndex(of: id) }

  /// What the recognizers of its hand claim of the touch `id`.
  public func claim(on id: Touch.ID) -> TouchClaim { storage.core.claim(on: id) }
}

extension TargetPipeline {
  /// Not available: touches on one target are one gesture, so hands are told apart on each target.
  @available(*, unavailable, message: "give each target a pipeline by hand: TargetPipeline<HandPipelines>")
  public func byHand(_ separation: HandSeparation = .automatic) -> HandPipelines {
    preconditionFailure("not available")
  }
}

extension GesturePipeline {
  /// A copy of the pipeline for each hand on the glass.
  public func byHand(_ separation: HandSeparation = .automatic) -> HandPipelines {
    HandPipelines(self, separation: separation)
  }
}

extension StandardPipeline {
  /// A copy of the pipeline for each hand on the glass.
  public func byHand(_ separation: HandSeparation = .automatic) -> HandPipelines {
    HandPipelines(self, separation: separation)
  }
}
