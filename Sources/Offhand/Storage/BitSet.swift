/// A set of indices from 0 to 63, one bit each. `Index` is a phantom type that keeps sets of different things apart: a set of
/// fingers is not a set of lanes.
///
/// An index outside of the range is taken modulo 64.
public struct BitSet<Index>: Sendable, Hashable {
  /// One bit per index.
  public var bits: UInt64

  /// The set of the indices whose bits are set.
  @inlinable
  public init(bits: UInt64) { self.bits = bits }

  /// The set of one index.
  @inlinable
  public init(_ index: Int) { bits = 1 &<< UInt64(truncatingIfNeeded: index) }

  /// The number of indices that a set can hold.
  @inlinable public static var capacity: Int { 64 }

  /// The empty set.
  @inlinable public static var none: BitSet { BitSet(bits: 0) }

  /// All indices.
  @inlinable public static var all: BitSet { BitSet(bits: .max) }

  /// Whether the set is empty.
  @inlinable public var isEmpty: Bool { bits == 0 }

  /// The number of indices in the set.
  @inlinable public var count: Int { bits.nonzeroBitCount }

  /// The lowest index; 64 if the set is empty.
  @inlinable public var first: Int { bits.trailingZeroBitCount }

  /// The lowest index that is not in the set; 64 if it holds all.
  @inlinable public var firstAbsent: Int { (~bits).trailingZeroBitCount }

  /// Whether `index` is in the set.
  @inlinable
  public func contains(_ index: Int) -> Bool { bits & (1 &<< UInt64(truncatingIfNeeded: index)) != 0 }

  /// Whether the sets have an index in common.
  @inlinable
  public func intersects(_ other: BitSet) -> Bool { bits & other.bits != 0 }

  /// Adds `index`.
  @inlinable
  public mutating func insert(_ index: Int) { bits |= 1 &<< UInt64(truncatingIfNeeded: index) }

  /// Removes `index`.
  @inlinable
  public mutating func remove(_ index: Int) { bits &= ~(1 &<< UInt64(truncatingIfNeeded: index)) }

  /// Removes the lowest index and returns it; `nil` if the set is empty.
  @inlinable
  public mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let index = bits.trailingZeroBitCount
    bits &= bits &- 1
    return index
  }

  /// The indices of either set.
  @inlinable
  public static func | (a: BitSet, b: BitSet) -> BitSet { BitSet(bits: a.bits | b.bits) }

  /// The indices in both sets.
  @inlinable
  public static func & (a: BitSet, b: BitSet) -> BitSet { BitSet(bits: a.bits & b.bits) }

  /// The indices of `a` that are not in `b`.
  @inlinable
  public static func - (a: BitSet, b: BitSet) -> BitSet { BitSet(bits: a.bits & ~b.bits) }

  /// Adds the indices of `b`.
  @inlinable
  public static func |= (a: inout BitSet, b: BitSet) { a.bits |= b.bits }

  /// Keeps only the indices that are in `b`.
  @inlinable
  public static func &= (a: inout BitSet, b: BitSet) { a.bits &= b.bits }

  /// Removes the indices of `b`.
  @inlinable
  public static func -= (a: inout BitSet, b: BitSet) { a.bits &= ~b.bits }
}

extension BitSet: Sequence, IteratorProtocol {
  /// Removes the lowest index and returns it: a loop over a set has its indices in ascending order.
  @inlinable
  public mutating func next() -> Int? { popFirst() }
}
