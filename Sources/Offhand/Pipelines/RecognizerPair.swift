/// Recognizers and one more: how a result builder strings them together without a list and without an existential.
public struct RecognizerPair<First: RecognizerGroup, Second: RecognizerGroup>: RecognizerGroup {
  /// The lanes of both.
  public private(set) var lanes = LaneSet.none
  private var first: First
  private var second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Takes lanes, the first's before the second's.
  public mutating func enroll(in arbiter: inout Arbiter) {
    first.enroll(in: &arbiter)
    second.enroll(in: &arbiter)
    lanes = first.lanes | second.lanes
  }

  /// Offers the fingers that landed to both.
  @inline(__always)
  public mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter) {
    first.offer(to: lanes, in: &arbiter)
    second.offer(to: lanes, in: &arbiter)
  }

  /// Lets both take the frame in.
  @inline(__always)
  public mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter) {
    first.recognize(lanes, in: &arbiter)
    second.recognize(lanes, in: &arbiter)
  }

  /// What the recognizer of `lane` measures.
  @inline(__always)
  public mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter) {
    if first.lanes.contains(lane: lane) {
      first.measure(lane, into: &gesture, in: arbiter)
    } else {
      second.measure(lane, into: &gesture, in: arbiter)
    }
  }

  /// Starts the one of `lane` from identity.
  public mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter) {
    first.rebase(lane, in: arbiter)
    second.rebase(lane, in: arbiter)
  }

  /// Sets a value of `lane`.
  public mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter) {
    first.set(value, of: lane, in: arbiter)
    second.set(value, of: lane, in: arbiter)
  }

  /// Lets those of `lanes` forget their attempts.
  public mutating func reset(_ lanes: LaneSet) {
    first.reset(lanes)
    second.reset(lanes)
  }
}
