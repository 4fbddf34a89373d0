/// Tells one kind of gesture from all others. A value: it takes a frame, answers a `Recognition`, and names its next `deadline`.
///
/// It reads no clock and keeps no timer: a deadline that has come is a frame in which nothing moved, with the deadline's
/// own time stamp. Which fingers it is given, when a beginning is granted, and when the next attempt starts is the lane's
/// and the arbiter's business; a recognizer only measures. To write one, see *How to add a recognizer* in the guide.
public protocol GestureRecognizer: Sendable {
  /// The name it goes by where its pipeline gives it no other.
  static var name: GestureName { get }

  /// How many fingers it takes.
  var touchRequirement: TouchRequirement { get }

  /// Which parts of a motion it answers for once it is on.
  var components: GestureComponents { get }

  /// When time alone will decide something; `nil` while nothing waits. A deadline is served once.
  var deadline: Timestamp? { get }

  /// Decides about a finger that lands, before it becomes one of `fingers`.
  func acceptance(
    of touch: Touch, beside fingers: borrowing FingerGroup, in contacts: borrowing ContactTable
  ) -> TouchAcceptance

  /// Takes a frame, or a deadline, in. Called while it has fingers or a deadline.
  mutating func recognize(
    _ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable, beside others: GestureComponents
  ) -> Recognition

  /// How far each of its fingers may go from where it is now, in millimetres, without its being asked: as long as all stay nearer,
  /// `recognize` would answer nothing but `unchanged` to frames that only move fingers, or once it is on `changed` where they are
  /// its own, and would remember nothing that matters later. It is not called for such frames then; but it is when a finger lands,
  /// lifts or is taken away, when anything is decided in the pipeline, and at its deadline. Asked after `recognize` took the frame
  /// in; a gesture that is on and only follows its fingers says that they may go anywhere.
  func slack(of fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Double

  /// What it measures now.
  func gesture(_ fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Gesture

  /// The beginning is granted after a wait: what was gathered in the wait is no part of the gesture.
  mutating func rebase(_ fingers: borrowing FingerGroup)

  /// Its owner sets a value; what follows is counted from it.
  mutating func set(_ value: GestureValue, _ fingers: borrowing FingerGroup)

  /// Forgets the attempt; settings stay.
  mutating func reset()

  /// Takes the frame in on its lane, and tells the arbiter the answer. To be left as it is: a requirement, so that it is
  /// compiled for each recognizer where that is declared, and a pipeline that is composed in another module runs the
  /// recognizers of this one as fast as one that is composed here.
  mutating func run(on lane: Int, in arbiter: inout Arbiter)
}

extension GestureRecognizer {
  /// Nothing.
  public var components: GestureComponents { GestureComponents() }

  /// None.
  public var deadline: Timestamp? { nil }

  /// Every finger becomes part of the attempt.
  public func acceptance(
    of touch: Touch, beside fingers: borrowing FingerGroup, in contacts: borrowing ContactTable
  ) -> TouchAcceptance { .track }

  /// None: it is called for every frame.
  public func slack(of fingers: borrowing FingerGroup, in contacts: borrowing ContactTable) -> Double { 0 }

  /// Asks `recognize`, and for the gesture where the answer says that there is one.
  @inline(__always)
  public mutating func run(on lane: Int, in arbiter: inout Arbiter) { arbiter.run(&self, lane) }

  /// Nothing was gathered.
  public mutating func rebase(_ fingers: borrowing FingerGroup) {}

  /// Nothing can be set.
  public mutating func set(_ value: GestureValue, _ fingers: borrowing FingerGroup) {}
}
