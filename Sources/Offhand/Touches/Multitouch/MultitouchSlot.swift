/// What the kernel last said about one slot, in the device's units.
public struct MultitouchSlot: Sendable, Hashable {
  /// The kernel's number for the contact; -1 where no finger is in the slot.
  public var trackingID: Int32 = -1
  /// The position across.
  public var x: Int32 = 0
  /// The position down.
  public var y: Int32 = 0
  /// The long axis of the contact; 0 where never reported.
  public var major: Int32 = 0
  /// The short axis of the contact; 0 where never reported.
  public var minor: Int32 = 0
  /// The orientation of the contact.
  public var orientation: Int32 = 0
  /// The pressure.
  public var pressure: Int32 = 0

  /// An empty slot.
  public init() {}

  /// Whether the contact ellipse and the pressure are those of `other`.
  func hasShape(of other: MultitouchSlot) -> Bool {
    major == other.major && minor == other.minor && orientation == other.orientation && pressure == other.pressure
  }
}
