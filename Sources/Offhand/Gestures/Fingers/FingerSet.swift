/// A set of fingers, each named by its place in a `ContactTable`: one bit a finger, 64 places.
public struct FingerSet: Sendable, Hashable {
  /// One bit a place.
  public var bits: UInt64

  /// The set of the places whose bits are set.
  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  /// The set of one finger.
  @inlinable
  public init(place: Int) { bits = 1 &<< UInt64(truncatingIfNeeded: place) }

  /// No finger.
  public static let none = FingerSet(bits: 0)

  /// Whether there is no finger.
  @inlinable public var isEmpty: Bool { bits == 0 }

  /// Whether there are two fingers or more: without counting, which costs seventeen instructions where the processor has none
  /// of its own for it.
  @inlinable public var hasSeveral: Bool { bits & (bits &- 1) != 0 }

  /// How many fingers.
  @inlinable public var count: Int { bits.nonzeroBitCount }

  /// The lowest place; 64 where there is none.
  @inlinable public var first: Int { bits.trailingZeroBitCount }

  /// Whether the finger at `place` is in the set.
  @inlinable
  public func contains(place: Int) -> Bool { bits & (1 &<< UInt64(truncatingIfNeeded: place)) != 0 }

  /// Whether the sets share a finger.
  @inlinable
  public func intersects(_ other: FingerSet) -> Bool { bits & other.bits != 0 }

  /// Takes the lowest place out and answers it; `nil` where there is none.
  @inlinable
  public mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let place = bits.trailingZeroBitCount
    bits &= bits &- 1
    return place
  }

  /// The fingers of either set.
  @inlinable
  public static func | (a: FingerSet, b: FingerSet) -> FingerSet { FingerSet(bits: a.bits | b.bits) }

  /// The fingers of both sets.
  @inlinable
  public static func & (a: FingerSet, b: FingerSet) -> FingerSet { FingerSet(bits: a.bits & b.bits) }

  /// The fingers of `a` that are not in `b`.
  @inlinable
  public static func - (a: FingerSet, b: FingerSet) -> FingerSet { FingerSet(bits: a.bits & ~b.bits) }

  /// Adds the fingers of `b`.
  @inlinable
  public static func |= (a: inout FingerSet, b: FingerSet) { a.bits |= b.bits }

  /// Takes the fingers of `b` out.
  @inlinable
  public static func -= (a: inout FingerSet, b: FingerSet) { a.bits &= ~b.bits }
}
