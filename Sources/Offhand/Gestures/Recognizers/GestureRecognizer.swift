/// Recognizes one kind of gesture. A value: it takes a frame, returns a `Recognition`, and names its next `deadline`.
///
/// It reads no clock and keeps no timer: a deadline that has come is a frame in which nothing moved, with the deadline's timestamp.
/// The arbiter decides which touches it is given, when a gesture may begin, and when the next attempt starts; a recognizer only
/// measures. To write one, see the page *Adding to it*.
public protocol GestureRecognizer: Sendable, ConfigurableRecognizer where Recognizer == Self {
  /// The name it has unless its pipeline gives it another one.
  static var name: GestureName { get }

  /// The number of touches it takes.
  var touchRequirement: TouchRequirement { get }

  /// The parts of a motion that it reports once it is active; none by default.
  var components: GestureComponents { get }

  /// When time alone will decide something; `nil`, the default, while nothing waits. A deadline is served once.
  var deadline: Timestamp? { get }

  /// Decides about a touch that lands, before it joins `group`; `.track` by default.
  func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance

  /// Processes a frame or a deadline. Called while the recognizer has touches or a deadline.
  mutating func recognize(
    _ group: borrowing TouchGroup, in table: borrowing TouchTable, beside others: GestureComponents
  ) -> Recognition

  /// The distance in mm that every touch may move from where it is now before `recognize` must run again; 0 by default. Within it,
  /// `recognize` would return `.unchanged`, or `.changed` once the gesture is active and its touches move, and would remember nothing
  /// that matters later. It still runs when a touch lands, lifts or is cancelled, when anything is decided in the pipeline, and at its
  /// deadline. Called after `recognize` has taken in the frame. An active gesture that only follows its touches returns `.infinity`.
  func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double

  /// Returns its current measurements.
  func gesture(_ group: borrowing TouchGroup, in table: borrowing TouchTable) -> Gesture

  /// Starts from identity, because the beginning was granted after a wait: motion during the wait is not part of the gesture.
  mutating func rebase(_ group: borrowing TouchGroup)

  /// Sets a value; later measurements count from it. Ignored by default.
  mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup)

  /// Takes the outputs of the surface, for touches that land from now on. Ignored by default.
  mutating func setOutputs(_ outputs: [Rect])

  /// Forgets the attempt; settings stay.
  mutating func reset()
}

extension GestureRecognizer {
  /// No components.
  public var components: GestureComponents { GestureComponents() }

  /// No deadline.
  public var deadline: Timestamp? { nil }

  /// `.track`: every touch becomes part of the attempt.
  public func acceptance(
    of touch: Touch, beside group: borrowing TouchGroup, in table: borrowing TouchTable
  ) -> TouchAcceptance { .track }

  /// 0: `recognize` is called for every frame.
  public func slack(of group: borrowing TouchGroup, in table: borrowing TouchTable) -> Double { 0 }

  /// Changes nothing.
  public mutating func rebase(_ group: borrowing TouchGroup) {}

  /// Ignores the value.
  public mutating func set(_ value: GestureValue, _ group: borrowing TouchGroup) {}

  /// Ignores the outputs.
  public mutating func setOutputs(_ outputs: [Rect]) {}
}

/// What a recognizer returns for a frame. The arbiter turns it into steps of the life cycle, and may refuse a beginning.
///
/// `began`, `recognized` and `beganAndEnded` are proposals: the gesture begins when the arbiter grants it, which may be
/// in a later frame, or never.
public enum Recognition: UInt8, Sendable {
  /// Nothing happened.
  case unchanged
  /// These touches do not make this gesture, and will not.
  case failed
  /// A discrete gesture happened.
  case recognized
  /// A continuous gesture begins.
  case began
  /// A continuous gesture begins and ends in one frame: a flick between two reports.
  case beganAndEnded
  /// A continuous gesture changed.
  case changed
  /// A continuous gesture ends.
  case ended
  /// A continuous gesture is cancelled.
  case cancelled
}

/// The number of touches that a gesture takes, and what happens when one is cancelled. When one more lands, an attempt fails; of an active
/// gesture it is no part, and stays free for others.
public struct TouchRequirement: Sendable, Hashable {
  /// What happens when one touch is cancelled (a palm, a pen) while others stay.
  public enum CancelPolicy: Sendable, Hashable {
    /// The gesture is cancelled.
    case any
    /// The gesture continues while enough touches are left; the lost one adds nothing to it.
    case belowMinimum
  }

  /// The smallest number of touches, at least 1.
  public var minimum: Int
  /// The largest number of touches.
  public var maximum: Int
  /// What happens when one is cancelled.
  public var cancelPolicy: CancelPolicy
  /// Whether touches on different devices may make one gesture.
  public var spansDevices: Bool
  /// Whether the touches that stay down when one lifts start the next attempt if this one is over. Otherwise they belong to it until
  /// they lift.
  public var restartsWithRemaining: Bool

  /// A gesture of `minimum` to `maximum` touches.
  public init(
    minimum: Int, maximum: Int, cancelPolicy: CancelPolicy = .any,
    spansDevices: Bool = false, restartsWithRemaining: Bool = false
  ) {
    self.minimum = max(1, minimum)
    self.maximum = max(minimum, maximum, 1)
    self.cancelPolicy = cancelPolicy
    self.spansDevices = spansDevices
    self.restartsWithRemaining = restartsWithRemaining
  }
}

/// The treatment of a touch that lands.
public enum TouchAcceptance: Sendable, Hashable {
  /// The touch becomes part of the attempt.
  case track
  /// The touch is left to others; an exclusive tap takes none beside it before it has lifted.
  case ignore
  /// The touch ends the attempt without being part of it; it may start the next.
  case fail
}
