/// A set of slots of one device. The kernel's protocol knows up to 60 or so; a slot beyond 63 is not remembered.
struct SlotSet: Equatable {
  private var bits: UInt64 = 0

  /// Whether no slot is in it.
  var isEmpty: Bool { bits == 0 }

  /// Whether the slot is in it.
  @inline(__always)
  func contains(_ slot: Int32) -> Bool { bits & SlotSet.bit(slot) != 0 }

  /// Puts the slot in.
  mutating func insert(_ slot: Int32) { bits |= SlotSet.bit(slot) }

  /// Takes the slot out.
  mutating func remove(_ slot: Int32) { bits &= ~SlotSet.bit(slot) }

  /// Puts all slots of `other` in.
  mutating func formUnion(_ other: SlotSet) { bits |= other.bits }

  @inline(__always)
  private static func bit(_ slot: Int32) -> UInt64 { slot >= 0 && slot < 64 ? 1 << UInt64(slot) : 0 }
}
