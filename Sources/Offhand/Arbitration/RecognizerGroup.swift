/// The recognizers of a pipeline, as one value whose type names them all: `RecognizerPair<EnrolledRecognizer<Tap…>, …>`.
///
/// The arbiter knows lanes by number; this is how it reaches the recognizer behind one. Whoever calls sees to it that some of
/// the lanes are the group's, so that those with nothing to do are not even asked.
public protocol RecognizerGroup: Sendable {
  /// The lanes that were taken.
  var lanes: LaneSet { get }
  /// Takes lanes in the arbiter, in order.
  mutating func enroll(in arbiter: inout Arbiter)
  /// Offers fingers that landed to `lanes`.
  mutating func offer(to lanes: LaneSet, in arbiter: inout Arbiter)
  /// Lets `lanes` take the frame in.
  mutating func recognize(_ lanes: LaneSet, in arbiter: inout Arbiter)
  /// Writes down what the recognizer of `lane` measures; handed back through a pair of pairs, a gesture is copied at each of them.
  /// It changes nothing of the group, but what is not `mutating` is lent a copy of all recognizers.
  mutating func measure(_ lane: Int, into gesture: inout Gesture, in arbiter: borrowing Arbiter)
  /// The beginning of `lane` is granted after a wait.
  mutating func rebase(_ lane: Int, in arbiter: borrowing Arbiter)
  /// Sets a value of `lane`.
  mutating func set(_ value: GestureValue, of lane: Int, in arbiter: borrowing Arbiter)
  /// Makes the recognizers of `lanes` forget their attempts.
  mutating func reset(_ lanes: LaneSet)
}

extension RecognizerGroup {
  /// What the recognizer of `lane` measures.
  mutating func gesture(of lane: Int, in arbiter: borrowing Arbiter) -> Gesture {
    var gesture = Gesture()
    measure(lane, into: &gesture, in: arbiter)
    return gesture
  }
}
