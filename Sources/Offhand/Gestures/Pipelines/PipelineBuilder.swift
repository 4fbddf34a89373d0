/// Strings recognizers together, one after the other, as nested pairs.
@resultBuilder
public enum PipelineBuilder {
  /// A recognizer without relations.
  public static func buildExpression<R: GestureRecognizer>(_ recognizer: R) -> EnrolledRecognizer<R> {
    EnrolledRecognizer(recognizer)
  }

  /// A recognizer with relations.
  public static func buildExpression<R: GestureRecognizer>(_ recognizer: ConfiguredRecognizer<R>)
    -> EnrolledRecognizer<R>
  {
    EnrolledRecognizer(recognizer.recognizer, recognizer.options)
  }

  /// Recognizers that are strung together already.
  public static func buildExpression<Group: RecognizerGroup>(_ group: Group) -> Group { group }

  /// The first.
  public static func buildPartialBlock<First: RecognizerGroup>(first: First) -> First { first }

  /// One more.
  public static func buildPartialBlock<First: RecognizerGroup, Second: RecognizerGroup>(
    accumulated: First, next: Second
  ) -> RecognizerPair<First, Second> {
    RecognizerPair(accumulated, next)
  }
}

/// A recognizer with its place in a pipeline.
public struct EnrolledRecognizer<Recognizer: GestureRecognizer>: RecognizerGroup {
  /// Its one lane. It stands before the recognizer, whose size is not known where another module composes a pipeline.
  public private(set) var lanes = LaneSet(lane: 0)
  private var lane = 0
  let options: LaneOptions
  var recognizer: Recognizer

  init(_ recognizer: Recognizer, _ options: LaneOptions = LaneOptions()) {
    self.recognizer = recognizer
    self.options = options
  }

  /// Takes a lane.
  public mutating func enroll(in arbiter: inout Arbiter) {
    lane = arbiter.enroll(
      Lane(
        name: options.name ?? Recognizer.name, touches: recognizer.touchRequirement,
        components: recognizer.components), options)
    lanes = LaneSet(lane: lane)
  }

  /// Offers the fingers that landed.
  @inline(__always)
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    arbiter.offer(to: recognizer, lane)
  }

  /// Takes the frame in.
  @inline(__always)
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    recognizer.run(on: lane, in: &arbiter)
  }

  /// What it measures.
  @inline(__always)
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    gesture = recognizer.gesture(arbiter.group(of: lane), in: arbiter.contacts)
  }

  /// Starts from identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    recognizer.rebase(arbiter.group(of: lane))
  }

  /// Sets a value.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    recognizer.set(value, arbiter.group(of: lane))
  }

  /// Forgets the attempt.
  public mutating func reset(_ lanes: LaneSet) {
    recognizer.reset()
  }
}

/// Recognizers and one more: how a result builder strings them together without a list and without an existential.
public struct RecognizerPair<First: RecognizerGroup, Second: RecognizerGroup>: RecognizerGroup {
  /// The lanes of each. They stand before the recognizers, whose size is not known where another module composes a pipeline.
  private var firstLanes = LaneSet.none
  private var secondLanes = LaneSet.none
  private var first: First
  private var second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// The lanes of both.
  public var lanes: LaneSet { firstLanes | secondLanes }

  /// Takes lanes, the first's before the second's.
  public mutating func enroll(in arbiter: inout Arbiter) {
    first.enroll(in: &arbiter)
    second.enroll(in: &arbiter)
    firstLanes = first.lanes
    secondLanes = second.lanes
  }

  /// Offers the fingers that landed to those of `lanes`.
  @inline(__always)
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    if lanes.intersects(firstLanes) { first.offer(to: lanes, in: &arbiter) }
    if lanes.intersects(secondLanes) { second.offer(to: lanes, in: &arbiter) }
  }

  /// Lets those of `lanes` take the frame in.
  @inline(__always)
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    if lanes.intersects(firstLanes) { first.recognize(lanes, in: &arbiter) }
    if lanes.intersects(secondLanes) { second.recognize(lanes, in: &arbiter) }
  }

  /// What the recognizer of `lane` measures.
  @inline(__always)
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    if firstLanes.contains(lane: lane) {
      first.measure(lane, into: &gesture, in: arbiter)
    } else {
      second.measure(lane, into: &gesture, in: arbiter)
    }
  }

  /// Starts the one of `lane` from identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    if firstLanes.contains(lane: lane) { first.rebase(lane, in: arbiter) } else { second.rebase(lane, in: arbiter) }
  }

  /// Sets a value of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    if firstLanes.contains(lane: lane) {
      first.set(value, of: lane, in: arbiter)
    } else {
      second.set(value, of: lane, in: arbiter)
    }
  }

  /// Lets those of `lanes` forget their attempts.
  public mutating func reset(_ lanes: LaneSet) {
    if lanes.intersects(firstLanes) { first.reset(lanes) }
    if lanes.intersects(secondLanes) { second.reset(lanes) }
  }
}

/// A recognizer with its name, rank and relations, before it stands in a pipeline.
public struct ConfiguredRecognizer<Recognizer: GestureRecognizer>: Sendable {
  let recognizer: Recognizer
  private(set) var options: LaneOptions

  init(_ recognizer: Recognizer, _ options: LaneOptions = LaneOptions()) {
    self.recognizer = recognizer
    self.options = options
  }

  /// Goes by `name` in this pipeline.
  public func named(_ name: GestureName) -> Self { with { $0.name = name } }

  /// Comes before beginnings of lower priority in one frame; 0 by default.
  public func priority(_ priority: Int) -> Self { with { $0.priority = priority } }

  /// Begins only when these have failed on the fingers that it shares with them.
  public func requires(toFail names: GestureName...) -> Self { with { $0.requirements += names } }

  /// May be on together with these on the same fingers.
  public func simultaneous(with names: GestureName...) -> Self { with { $0.simultaneous += names } }

  /// May be on together with any other.
  public func simultaneousWithAll() -> Self { with { $0.isSimultaneousWithAll = true } }

  /// Does not keep these from beginning.
  public func doesNotPrevent(_ names: GestureName...) -> Self { with { $0.notPreventing += names } }

  /// Is not kept from beginning by these.
  public func isNotPrevented(by names: GestureName...) -> Self { with { $0.notPreventedBy += names } }

  /// Cancels these where they are on, instead of failing.
  public func overrides(_ names: GestureName...) -> Self { with { $0.overridden += names } }

  /// Changes any of the options.
  public func with(_ change: (inout LaneOptions) -> Void) -> Self {
    var copy = self
    change(&copy.options)
    return copy
  }
}

extension GestureRecognizer {
  /// The recognizer with options, to stand in a pipeline.
  public func with(_ change: (inout LaneOptions) -> Void) -> ConfiguredRecognizer<Self> {
    ConfiguredRecognizer(self).with(change)
  }

  /// Goes by `name` in this pipeline.
  public func named(_ name: GestureName) -> ConfiguredRecognizer<Self> { with { $0.name = name } }

  /// Comes before beginnings of lower priority in one frame; 0 by default.
  public func priority(_ priority: Int) -> ConfiguredRecognizer<Self> { with { $0.priority = priority } }

  /// Begins only when these have failed on the fingers that it shares with them.
  public func requires(toFail names: GestureName...) -> ConfiguredRecognizer<Self> { with { $0.requirements += names } }

  /// May be on together with these on the same fingers.
  public func simultaneous(with names: GestureName...) -> ConfiguredRecognizer<Self> {
    with { $0.simultaneous += names }
  }

  /// May be on together with any other.
  public func simultaneousWithAll() -> ConfiguredRecognizer<Self> { with { $0.isSimultaneousWithAll = true } }

  /// Does not keep these from beginning.
  public func doesNotPrevent(_ names: GestureName...) -> ConfiguredRecognizer<Self> {
    with { $0.notPreventing += names }
  }

  /// Is not kept from beginning by these.
  public func isNotPrevented(by names: GestureName...) -> ConfiguredRecognizer<Self> {
    with { $0.notPreventedBy += names }
  }

  /// Cancels these where they are on, instead of failing.
  public func overrides(_ names: GestureName...) -> ConfiguredRecognizer<Self> { with { $0.overridden += names } }
}
