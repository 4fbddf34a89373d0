public import Offhand

/// What a touch screen says of itself when it is opened.
public struct TouchScreenFacts: Sendable, Hashable {
  /// What its place on an output depends on: size, calibration, connection.
  public var panel: TouchPanel
  /// The names of its place: where it hangs on the bus, and the links to its node; the first is the one to configure it by.
  public var places: [String]
  /// Bus, vendor, product and version, as the kernel numbers them; empty where it does not speak multitouch protocol B.
  public var identity: [Int]
  /// The range of positions across, in the device's units.
  public var rangeX: ClosedRange<Int>?
  /// The range of positions down, in the device's units.
  public var rangeY: ClosedRange<Int>?
  /// How many contacts it follows at once; zero where it does not speak multitouch protocol B.
  public var contacts: Int
  /// Units a millimetre across; zero where it does not say.
  public var unitsPerMillimetreX: Int
  /// Units a millimetre down; zero where it does not say.
  public var unitsPerMillimetreY: Int
  /// Whether it announces the ellipses that fingers leave; whether they can be trusted shows only in use.
  public var announcesShape: Bool
  /// Whether it announces pressure.
  public var announcesPressure: Bool

  /// Reads the facts through an open descriptor.
  init(_ descriptor: Int32, udev: borrowing UdevDevice) {
    let snapshot = EvdevSnapshot(descriptor)
    panel = TouchPanel(
      sensorSize: snapshot?.size, calibration: udev.calibration, udevOutput: udev.property("WL_OUTPUT"),
      connection: udev.connection)
    places = udev.places
    identity = snapshot?.identity ?? []
    rangeX = snapshot?.x.range
    rangeY = snapshot?.y.range
    contacts = snapshot?.slots.count ?? 0
    announcesShape = snapshot?.major != nil
    announcesPressure = snapshot?.hasPressure ?? false
    unitsPerMillimetreX = Int(snapshot?.x.resolution ?? 0)
    unitsPerMillimetreY = Int(snapshot?.y.resolution ?? 0)
  }
}
