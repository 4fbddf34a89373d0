/// The strategies that come with the package, by name.
public enum PlacementPreset: String, Sendable, Hashable, CaseIterable {
  /// The original to the point.
  case original
  /// Offset, flip and shift, without a hand.
  case classic
  /// Circle and rectangle, as published.
  case vogel
  /// The articulated hand.
  case standard

  /// A strategy of this kind for a panel.
  public func strategy(in environment: PanelSetup) -> any PlacementStrategy {
    switch self {
    case .original: OriginalPlacement(environment: environment)
    case .classic: ClassicPlacement(environment: environment)
    case .vogel: VogelPlacement(environment: environment)
    case .standard: StandardPlacement(environment: environment)
    }
  }

  /// The best there is.
  public static var best: PlacementPreset { .standard }
}
