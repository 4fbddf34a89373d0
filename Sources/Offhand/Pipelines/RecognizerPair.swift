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
