/// Resistance past an end: the further one pulls, the less follows, never further than `extent`.
///
/// `f(x) = (1 − 1/(x·c/d + 1))·d` with c = 0.55, as scroll views do it (recognizers.md §3.11).
public struct RubberBand: Sendable, Hashable {
  /// How far it can be pulled at most, in millimetres; usually the size of what is pulled.
  public var extent: Double
  /// How much of the first millimetre follows, 0 to 1.
  public var stiffness: Double

  /// A band that gives `extent` millimetres at most.
  public init(extent: Double, stiffness: Double = 0.55) {
    self.extent = extent
    self.stiffness = stiffness
  }

  /// How far it gives for a pull of `distance` past the end; odd in the distance.
  public func displacement(pulledBy distance: Double) -> Double {
    guard extent > 0 else { return 0 }
    let give = (1 - 1 / (abs(distance) * stiffness / extent + 1)) * extent
    return distance < 0 ? -give : give
  }

  /// The pull that gives `displacement`: with it a finger that catches something beyond its end does not make it jump.
  public func pull(displacing displacement: Double) -> Double {
    guard extent > 0, stiffness > 0 else { return 0 }
    let part = min(abs(displacement) / extent, 1 - 1e-9)
    let pull = (1 / (1 - part) - 1) * extent / stiffness
    return displacement < 0 ? -pull : pull
  }

  /// The place for a finger at `position` that may move freely within `range` and against the band outside.
  public func position(for position: Double, within range: ClosedRange<Double>) -> Double {
    if position < range.lowerBound { return range.lowerBound + displacement(pulledBy: position - range.lowerBound) }
    if position > range.upperBound { return range.upperBound + displacement(pulledBy: position - range.upperBound) }
    return position
  }

  /// The finger's position that gives the place `position`.
  public func finger(at position: Double, within range: ClosedRange<Double>) -> Double {
    if position < range.lowerBound { return range.lowerBound + pull(displacing: position - range.lowerBound) }
    if position > range.upperBound { return range.upperBound + pull(displacing: position - range.upperBound) }
    return position
  }
}
