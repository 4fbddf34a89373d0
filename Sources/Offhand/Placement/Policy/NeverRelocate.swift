/// Stays where it was placed, whatever happens.
public struct NeverRelocate: RelocationPolicy {
  /// The policy.
  public init() {}

  /// An hour: nothing is ever looked at.
  public var interval: Duration { .seconds(3600) }

  /// No.
  public func reconsiders(_ state: inout OverlayState, seeing observation: OverlayObservation) -> Bool { false }

  /// No.
  public func accepts(gain: Double, for state: OverlayState) -> Bool { false }

  /// At once.
  public func transition(
    from start: Box, to end: Box, crossing field: borrowing ShadowField, in environment: PlacementEnvironment
  ) -> OverlayTransition { .jump }
}
