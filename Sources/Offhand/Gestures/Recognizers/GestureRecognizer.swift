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

/// What a recognizer answers to a frame. The lane turns answers into the one life cycle; the arbiter may refuse a beginning.
///
/// `began`, `recognized` and `beganAndEnded` are proposals: the gesture begins when the arbiter grants it, which may be
/// in a later frame, or never.
public enum Recognition: UInt8, Sendable {
  /// Nothing new.
  case unchanged
  /// These fingers do not make this gesture, and will not.
  case failed
  /// A discrete gesture happened.
  case recognized
  /// A continuous gesture begins.
  case began
  /// A continuous gesture begins and is over in one frame: a flick between two reports.
  case beganAndEnded
  /// A continuous gesture went on.
  case changed
  /// A continuous gesture is over.
  case ended
  /// A continuous gesture is broken off.
  case cancelled
}

/// How many fingers a gesture takes, and what happens when there are more, or when one is taken away.
public struct TouchRequirement: Sendable, Hashable {
  /// What happens when a finger more lands than the gesture takes. Before it begins the attempt always fails.
  public enum Overflow: Sendable, Hashable {
    /// Once the gesture is on, the finger is not part of it; it stays free for others.
    case ignore
    /// The gesture is cancelled.
    case cancel
  }

  /// What the loss of one finger (palm, pen) does while others stay.
  public enum CancelPolicy: Sendable, Hashable {
    /// The gesture is cancelled.
    case any
    /// The gesture goes on while enough fingers are left; the lost one adds nothing to it.
    case belowMinimum
  }

  /// The fewest fingers, at least one.
  public var minimum: Int
  /// The most fingers.
  public var maximum: Int
  /// What happens when there are more.
  public var overflow: Overflow
  /// What the loss of one does.
  public var cancelPolicy: CancelPolicy
  /// Whether fingers on different devices may make one gesture.
  public var spansDevices: Bool

  /// A gesture of `minimum` to `maximum` fingers.
  public init(
    minimum: Int, maximum: Int, overflow: Overflow = .ignore, cancelPolicy: CancelPolicy = .any,
    spansDevices: Bool = false
  ) {
    self.minimum = max(1, minimum)
    self.maximum = max(minimum, maximum, 1)
    self.overflow = overflow
    self.cancelPolicy = cancelPolicy
    self.spansDevices = spansDevices
  }
}

/// What a recognizer does with a finger that lands.
public enum TouchAcceptance: Sendable, Hashable {
  /// The finger becomes part of the attempt.
  case track
  /// The finger is left to others.
  case ignore
  /// The finger ends the attempt without being part of it; it may start the next.
  case fail
}
