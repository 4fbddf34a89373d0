public import Offhand

/// A guarantee of every placement strategy (placement.md §2.8), tried on scenes by chance.
///
/// For a strategy of your own: `#expect(PlacementLaw.violation(from: 1, count: 500) { MyPlacement(environment: $0) } == nil)`.
public enum PlacementLaw: String, Sendable, CaseIterable {
  /// G1, G2: every answer to whatever request is finite, and inside the bounds if it fits.
  case inside
  /// G3: the same input has the same answer.
  case deterministic
  /// G4: the mirrored scene has the mirrored answer, bit for bit.
  case mirrored
  /// G5: the turned scene has the turned answer, within 1e-9 mm.
  case turned
  /// G8: no finger is covered where there is room.
  case uncovered
  /// G9: without a hand the answer is that of offset, flip and shift.
  case classicWithoutHand
  /// G10: an overlay moves at most twice, whatever the fingers do.
  case calm

  /// Makes a strategy for an environment.
  public typealias Maker = (PanelSetup) -> any PlacementStrategy

  /// How many requests one trial makes.
  public var requests: Int {
    switch self {
    case .inside, .uncovered: 1
    case .calm: 40
    case .deterministic, .mirrored, .turned, .classicWithoutHand: 2
    }
  }

  /// Tries `laws`, all unless said otherwise, with `count` seeds from `first`; answers the first violation in words.
  public static func violation(
    of laws: [PlacementLaw] = PlacementLaw.allCases, from first: UInt64, count: Int, by make: Maker
  ) -> String? {
    for seed in first..<first + UInt64(max(0, count)) {
      for law in laws {
        if let violation = law.violation(seed: seed, by: make) { return violation }
      }
    }
    return nil
  }

  /// Tries the law once; answers what broke it, in words, with the seed.
  public func violation(seed: UInt64, by make: Maker) -> String? {
    var random = SeededGenerator(seed: seed)
    let broken: String? =
      switch self {
      case .inside: PlacementLaw.leaves(RandomPlacement.nonsense(&random), make)
      case .deterministic: PlacementLaw.varies(RandomPlacement.sound(&random), make)
      case .mirrored: PlacementLaw.prefersSide(RandomPlacement.sound(&random), make)
      case .turned: PlacementLaw.prefersEdge(RandomPlacement.sound(&random), make)
      case .uncovered: PlacementLaw.covers(RandomPlacement.sound(&random), make)
      case .classicWithoutHand: PlacementLaw.differsWithoutHand(RandomPlacement.sound(&random), make)
      case .calm: PlacementLaw.wanders(&random, make)
      }
    return broken.map { "\(rawValue), seed \(seed): \($0)" }
  }
}
