/// Tells a jump that no finger makes from a fast flick: a driver that replaced a contact without lifting it
/// (recognizers.md LI7, A4, A5).
public struct TeleportGuard: Sendable, Hashable {
  /// Millimetres a second above which a step is suspect; a flick stays below 5 m/s, 8 leaves room.
  public var maximumSpeed: Double
  /// Millimetres below which a step never counts as a jump, however short its time.
  public var minimumDistance: Double

  /// A guard for steps that are both faster and longer than these.
  public init(maximumSpeed: Double = 8000, minimumDistance: Double = 15) {
    self.maximumSpeed = maximumSpeed
    self.minimumDistance = minimumDistance
  }

  /// Whether a step by `distance` millimetres in `seconds` is no finger's; where time runs backwards nobody can tell.
  public func isTeleport(distance: Double, seconds: Double) -> Bool {
    distance > minimumDistance && seconds >= 0 && distance > maximumSpeed * seconds
  }
}
