/// One event of the kernel's input protocol, as a device node gives it and as evemu and `libinput record` keep it.
public struct EvdevEvent: Sendable, Hashable {
  /// When the kernel took it in.
  public var timestamp: Timestamp
  /// `EV_SYN`, `EV_KEY`, `EV_ABS` …
  public var type: UInt16
  /// What of that type: `ABS_MT_SLOT` …
  public var code: UInt16
  /// The value.
  public var value: Int32

  /// An event of `type` and `code`.
  public init(timestamp: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.timestamp = timestamp
    self.type = type
    self.code = code
    self.value = value
  }
}
