/// Where a recording's millimetres come from.
public enum MillimetreBasis: String, Sendable, Hashable, CaseIterable {
  /// The kernel's description of the axes.
  case absinfo
  /// The device's HID descriptor.
  case hid
  /// Somebody worked it out from what the device is.
  case inferred
  /// Nowhere: positions are in pixels or in the device's units.
  case none
}
