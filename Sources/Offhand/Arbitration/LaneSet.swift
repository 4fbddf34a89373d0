/// A set of recognizers of one pipeline, each named by its number: one bit a lane, 64 lanes.
public struct LaneSet: Sendable, Hashable {
  /// How many recognizers a pipeline, or a tree of targets, can hold.
  public static let capacity = 64

  /// One bit a lane.
  public var bits: UInt64

  /// The set of the lanes whose bits are set.
  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  /// The set of one lane.
  @inlinable
  public init(lane: Int) { bits = 1 &<< UInt64(truncatingIfNeeded: lane) }

  /// No lane.
  public static let none = LaneSet(bits: 0)

  /// Whether there is no lane.
  @inlinable public var isEmpty: Bool { bits == 0 }

  /// Whether the sets share a lane.
  @inlinable
  public func intersects(_ other: LaneSet) -> Bool { bits & other.bits != 0 }

  /// Whether `lane` is in the set.
  @inlinable
  public func contains(lane: Int) -> Bool { bits & (1 &<< UInt64(truncatingIfNeeded: lane)) != 0 }

  /// Adds `lane`.
  @inlinable
  public mutating func insert(lane: Int) { bits |= 1 &<< UInt64(truncatingIfNeeded: lane) }

  /// Takes `lane` out.
  @inlinable
  public mutating func remove(lane: Int) { bits &= ~(1 &<< UInt64(truncatingIfNeeded: lane)) }

  /// Takes the first lane out and answers it; `nil` where there is none.
  @inlinable
  public mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let lane = bits.trailingZeroBitCount
    bits &= bits &- 1
    return lane
  }

  /// The lanes of either set.
  @inlinable
  public static func | (a: LaneSet, b: LaneSet) -> LaneSet { LaneSet(bits: a.bits | b.bits) }

  /// The lanes of both sets.
  @inlinable
  public static func & (a: LaneSet, b: LaneSet) -> LaneSet { LaneSet(bits: a.bits & b.bits) }

  /// The lanes of `a` that are not in `b`.
  @inlinable
  public static func - (a: LaneSet, b: LaneSet) -> LaneSet { LaneSet(bits: a.bits & ~b.bits) }
}
