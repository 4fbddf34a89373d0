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
