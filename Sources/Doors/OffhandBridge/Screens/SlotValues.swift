import Offhand

/// The values of one slot of the kernel's multitouch protocol: all that a device says of a contact, in its own units.
struct SlotValues: Sendable {
  /// The codes of the values: those of `ABS_MT_…` after the slot itself.
  static var codes: ClosedRange<UInt16> { EvdevCode.touchMajor...0x3D }
  /// A value that no event has told yet.
  static let unknown = Int32.min

  /// The number of the touch; -1 if the slot is empty.
  var trackingID: Int32 = -1
  private var values = [14 of Int32](repeating: SlotValues.unknown)

  /// The value of a code of `codes`.
  subscript(code: UInt16) -> Int32 {
    get { values[Int(code - SlotValues.codes.lowerBound)] }
    set { values[Int(code - SlotValues.codes.lowerBound)] = newValue }
  }

  /// Forgets all values: the next ones are told again.
  mutating func forget() { values = [14 of Int32](repeating: SlotValues.unknown) }
}
