/// What a pipeline lets its owner know and change of its recognizers, between two calls. By default there is nothing to know and
/// nothing to change.
public protocol RecognizerHost: Sendable {
  /// The names of the recognizers, in the order of `GestureEvent.recognizer`; by default none.
  var names: [GestureName] { get }

  /// Whether no touch is down and no recognizer is undecided; by default, for a ``GesturePipeline``, whether it waits for no time.
  var isIdle: Bool { get }

  /// The hand that is stamped on every event; `.unknown` until it is set, and by default for good.
  var hand: Hand { get set }

  /// The outputs whose edges count, in millimetres, as they were set; by default none.
  var outputs: [Rect] { get }

  /// Sets a value of the active gesture named `name`; its next event continues from that value. Ignored by default.
  mutating func set(_ value: GestureValue, of name: GestureName)

  /// Replaces the outputs whose edges count, for touches that land from now on. Touches that are down and gestures that are active
  /// continue. Ignored by default.
  mutating func setOutputs(_ outputs: [Rect])

  /// Lets the recognizers named `name` take part, or takes them out until they are enabled again, from the next frame or deadline on;
  /// active gestures are then cancelled. Ignored by default.
  mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool)

  /// Writes what its recognizers decide from now on into `journal`; ignored by default.
  mutating func setJournal(_ journal: GestureJournal)

  /// The touches of an event of the last call, in the order of their landing; by default none.
  func touches(of event: GestureEvent) -> [Touch]

  /// Calls `body` with each touch of an event of the last call, in no particular order and without allocating; by default with
  /// each of `touches(of:)`.
  func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void)

  /// Stamps every event of the next `process`, which is of `frame`, with the hand to which its touches belong, where that is known before
  /// they are recognized. Returns whether it is; by default it is not. All hands `together` are the pipeline's `hand`; `owner` is the index
  /// of a touch's hand, if it belongs to one, and `hand` the hand at an index.
  mutating func setHands(
    together: Hand, in frame: borrowing TouchFrame, owner: (Touch.ID) -> Int?, hand: (Int) -> Hand
  ) -> Bool

  /// What the recognizers claim of the touch `id` after the last call, for a ``TouchRelay``; nothing by default. A layer that
  /// holds several pipelines combines their claims.
  func claim(on id: Touch.ID) -> TouchClaim
}

extension RecognizerHost {
  /// None.
  public var names: [GestureName] { [] }

  /// `.unknown`, whatever it is set to.
  public var hand: Hand {
    get { .unknown }
    set {}
  }

  /// None.
  public var outputs: [Rect] { [] }

  /// Ignores it: a pipeline without values.
  public mutating func set(_ value: GestureValue, of name: GestureName) {}

  /// Ignores the outputs: a pipeline without edge pans.
  public mutating func setOutputs(_ outputs: [Rect]) {}

  /// Ignores it: a pipeline whose recognizers are its own affair.
  public mutating func setEnabled(_ name: GestureName, _ isEnabled: Bool) {}

  /// Ignores it: a pipeline whose recognizers are its own affair.
  public mutating func setJournal(_ journal: GestureJournal) {}

  /// None.
  public func touches(of event: GestureEvent) -> [Touch] { [] }

  /// Calls `body` with each of `touches(of:)`.
  public func forEachTouch(of event: GestureEvent, _ body: (Touch) -> Void) { touches(of: event).forEach(body) }

  /// Nothing: whose touches are whose is not known.
  public mutating func setHands(
    together: Hand, in frame: borrowing TouchFrame, owner: (Touch.ID) -> Int?, hand: (Int) -> Hand
  ) -> Bool { false }

  /// Nothing: a layer below gets every touch.
  public func claim(on id: Touch.ID) -> TouchClaim { [] }
}
