/// One figure of a target: what it may be, and what it is.
public struct TargetFigure: Sendable {
  /// Which way it is to be read.
  public enum Bound: Sendable {
    /// The figure may be at most so much.
    case atMost(Double)
    /// The figure must be at least so much.
    case atLeast(Double)
  }

  /// What it is a figure of, such as a workload.
  public var name: String
  /// What it may be.
  public var bound: Bound
  /// Its unit, where the figures of a target have several; else empty.
  public var unit: String
  /// What it is; `nil` where it was not measured.
  public var measured: Double?

  /// The figure of `name`.
  public init(_ name: String, _ bound: Bound, unit: String = "", _ measured: Double?) {
    self.name = name
    self.unit = unit
    self.bound = bound
    self.measured = measured
  }

  /// 1 where the target is just met, more where it is missed; `nil` where it was not measured.
  public var ratio: Double? {
    guard let measured else { return nil }
    switch bound {
    case .atMost(0): return measured == 0 ? 0 : .infinity
    case .atMost(let limit): return measured / limit
    case .atLeast(let limit): return measured > 0 ? limit / measured : .infinity
    }
  }
}
