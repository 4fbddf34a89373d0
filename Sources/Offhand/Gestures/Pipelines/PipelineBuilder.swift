/// Composes recognizers, one after the other, into nested pairs.
@resultBuilder
public enum PipelineBuilder {
  /// A recognizer without relations.
  public static func buildExpression<R: GestureRecognizer>(_ recognizer: R) -> ConfiguredRecognizer<R> {
    ConfiguredRecognizer(recognizer)
  }

  /// A recognizer with relations, or several that are composed already.
  public static func buildExpression<Group: RecognizerGroup>(_ group: Group) -> Group { group }

  /// The first recognizer.
  public static func buildPartialBlock<First: RecognizerGroup>(first: consuming First) -> First { first }

  /// One more recognizer.
  public static func buildPartialBlock<First: RecognizerGroup, Second: RecognizerGroup>(
    accumulated: consuming First, next: consuming Second
  ) -> RecognizerPair<First, Second> {
    RecognizerPair(accumulated, next)
  }
}

/// A recognizer with its options and its lane in a pipeline.
public struct ConfiguredRecognizer<Recognizer: GestureRecognizer>: RecognizerGroup, ConfigurableRecognizer {
  // The lane comes before the recognizer, whose size is not known where another module composes a pipeline.

  /// The lanes of this group: one.
  public private(set) var lanes = LaneSet(0)
  private var lane = 0
  private var options = LaneOptions()
  private var recognizer: Recognizer

  init(_ recognizer: Recognizer) { self.recognizer = recognizer }

  /// Changes any of the options.
  public func with(_ change: (inout LaneOptions) -> Void) -> Self {
    var copy = self
    change(&copy.options)
    return copy
  }

  /// Takes a lane.
  public mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError) {
    let name = options.name ?? Recognizer.name
    lane = try arbiter.enroll(
      Lane(name: name, requirement: recognizer.touchRequirement, components: recognizer.components), options)
    lanes = LaneSet(lane)
  }

  /// Offers the touches that landed.
  @inline(__always)
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) { arbiter.offer(to: recognizer, lane) }

  /// Runs the recognizer on the frame.
  @inline(__always)
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) { arbiter.run(&recognizer, lane) }

  /// Writes the recognizer's measurements.
  @inline(__always)
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    gesture = recognizer.gesture(arbiter.group(of: self.lane), in: arbiter.table)
  }

  /// Restarts at identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    recognizer.rebase(arbiter.group(of: self.lane))
  }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    recognizer.set(value, arbiter.group(of: self.lane))
  }

  /// Passes the outputs to the recognizer.
  public mutating func setOutputs(_ outputs: [Rect]) { recognizer.setOutputs(outputs) }

  /// Discards the attempt.
  public mutating func reset(_ lanes: LaneSet) { recognizer.reset() }
}

// MARK: Options

/// A recognizer that takes options for its pipeline.
public protocol ConfigurableRecognizer {
  /// The type of the recognizer.
  associatedtype Recognizer: GestureRecognizer

  /// The recognizer with any of its options changed.
  func with(_ change: (inout LaneOptions) -> Void) -> ConfiguredRecognizer<Recognizer>
}

extension GestureRecognizer {
  /// The recognizer with options, for a pipeline.
  public func with(_ change: (inout LaneOptions) -> Void) -> ConfiguredRecognizer<Self> {
    ConfiguredRecognizer(self).with(change)
  }
}

extension ConfigurableRecognizer {
  /// Uses `name` in this pipeline.
  public func named(_ name: GestureName) -> ConfiguredRecognizer<Recognizer> { with { $0.name = name } }

  /// Priority among gestures that begin in the same frame; higher goes first. 0 by default.
  public func priority(_ priority: Int) -> ConfiguredRecognizer<Recognizer> { with { $0.priority = priority } }

  /// Begins only when these have failed on the touches that it shares with them. An array of names: `with { $0.requirements += names }`.
  public func requires(toFail names: GestureName...) -> ConfiguredRecognizer<Recognizer> {
    with { $0.requirements += names }
  }

  /// May be active together with these on the same touches. An array of names: `with { $0.simultaneous += names }`.
  public func simultaneous(with names: GestureName...) -> ConfiguredRecognizer<Recognizer> {
    with { $0.simultaneous += names }
  }

  /// May be active together with any other.
  public func simultaneousWithAll() -> ConfiguredRecognizer<Recognizer> { with { $0.isSimultaneousWithAll = true } }

  /// Does not keep these from beginning.
  public func doesNotPrevent(_ names: GestureName...) -> ConfiguredRecognizer<Recognizer> {
    with { $0.notPreventing += names }
  }

  /// Is not kept from beginning by these.
  public func isNotPrevented(by names: GestureName...) -> ConfiguredRecognizer<Recognizer> {
    with { $0.notPreventedBy += names }
  }

  /// Cancels these if they are active, instead of failing.
  public func overrides(_ names: GestureName...) -> ConfiguredRecognizer<Recognizer> {
    with { $0.overridden += names }
  }
}

/// Two groups of recognizers: the result builder composes them in this way without a list and without an existential.
public struct RecognizerPair<First: RecognizerGroup, Second: RecognizerGroup>: RecognizerGroup {
  // The lanes come before the recognizers, whose size is not known where another module composes a pipeline.
  private var firstLanes = LaneSet.none
  private var secondLanes = LaneSet.none
  private var first: First
  private var second: Second

  fileprivate init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// The lanes of both.
  public var lanes: LaneSet { firstLanes | secondLanes }

  /// Takes lanes, the first's before the second's.
  public mutating func enroll(in arbiter: inout Arbiter) throws(PipelineError) {
    try first.enroll(in: &arbiter)
    try second.enroll(in: &arbiter)
    firstLanes = first.lanes
    secondLanes = second.lanes
  }

  /// Offers the touches that landed to the recognizers in `lanes`.
  @inline(__always)
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    if lanes.intersects(firstLanes) { first.offer(to: lanes, in: &arbiter) }
    if lanes.intersects(secondLanes) { second.offer(to: lanes, in: &arbiter) }
  }

  /// Runs the recognizers in `lanes` on the frame.
  @inline(__always)
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    if lanes.intersects(firstLanes) { first.recognize(lanes, in: &arbiter) }
    if lanes.intersects(secondLanes) { second.recognize(lanes, in: &arbiter) }
  }

  /// Writes the measurements of the recognizer of `lane`.
  @inline(__always)
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    if firstLanes.contains(lane) {
      first.measure(lane, into: &gesture, in: arbiter)
    } else {
      second.measure(lane, into: &gesture, in: arbiter)
    }
  }

  /// Makes the gesture of `lane` begin at identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    if firstLanes.contains(lane) { first.rebase(lane, in: arbiter) } else { second.rebase(lane, in: arbiter) }
  }

  /// Sets a value of the gesture of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    if firstLanes.contains(lane) {
      first.set(value, of: lane, in: arbiter)
    } else {
      second.set(value, of: lane, in: arbiter)
    }
  }

  /// Passes the outputs to all recognizers.
  public mutating func setOutputs(_ outputs: [Rect]) {
    first.setOutputs(outputs)
    second.setOutputs(outputs)
  }

  /// Discards the attempts of the recognizers in `lanes`.
  public mutating func reset(_ lanes: LaneSet) {
    if lanes.intersects(firstLanes) { first.reset(lanes) }
    if lanes.intersects(secondLanes) { second.reset(lanes) }
  }
}
