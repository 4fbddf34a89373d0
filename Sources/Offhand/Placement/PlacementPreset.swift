/// The strategies that come with the package, by name.
public enum PlacementPreset: String, Sendable, Hashable, CaseIterable {
  /// The original to the point.
  case original
  /// Offset, flip and shift, without a hand.
  case classic

  /// A strategy of this kind for a panel.
  public func strategy(in environment: PlacementEnvironment) -> any PlacementStrategy {
    switch self {
    case .original: OriginalPlacement(environment: environment)
    case .classic: ClassicPlacement(environment: environment)
    }
  }

  /// The best there is.
  public static var best: PlacementPreset { .classic }
}
