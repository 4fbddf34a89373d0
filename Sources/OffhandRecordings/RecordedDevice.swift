/// The device a recording was made with, as far as the recording says.
public struct RecordedDevice: Sendable, Hashable {
  /// The kernel's or the recorder's name for it.
  public var name: String
  /// What it is: `touchscreen`, `touchpad`, `tablet`.
  public var kind: String
  /// Bus, vendor, product and version, hexadecimal as evemu writes them, where the recording says.
  public var ids: [String: String]
  /// The axes by the names of the recordings: `x`, `y`, `major`, `minor`, `orientation`, `pressure`, `slot`.
  public var axes: [String: RecordedAxis]
  /// The width of the glass in millimetres, where it is known.
  public var width: Double?
  /// The height of the glass in millimetres, where it is known.
  public var height: Double?
  /// Where the millimetres come from.
  public var basis: MillimetreBasis
  /// Logical pixels a millimetre, where the recording says.
  public var pixelsPerMillimetre: Double?
  /// How many fingers the device can tell apart, where the recording says.
  public var maximumContacts: Int?
  /// Whatever else the recording says about the device.
  public var extras: [String: JSONValue]

  /// A device of which little is known.
  public init(name: String = "unnamed", kind: String = "touchscreen") {
    self.name = name
    self.kind = kind
    ids = [:]
    axes = [:]
    basis = .none
    extras = [:]
  }
}
