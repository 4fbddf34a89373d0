public import Offhand

/// What is known of one input device of this machine.
public struct InputDeviceReport: Sendable, Hashable {
  /// Its device node.
  public var path: String
  /// What the kernel calls it.
  public var name: String
  /// What it is.
  public var kind: InputDeviceKind
  /// The seat it belongs to.
  public var seat: String
  /// Who may read it.
  public var permission: NodePermission?
  /// What it says of itself; `nil` for everything but touch screens that may be read: nothing else is opened.
  public var screen: TouchScreenFacts?
  /// Why a touch screen could not be opened.
  public var problem: LibinputError?

  /// Every input device that udev knows, of all seats, in the order of their nodes.
  ///
  /// Only touch screens are opened, for reading, and closed again.
  public static func all(opener: any InputDeviceOpener = NodeOpener()) throws(LibinputError) -> [InputDeviceReport] {
    var reports: [InputDeviceReport] = []
    for node in try UdevDevice.eventNodes() {
      if let report = InputDeviceReport(node, opener: opener) { reports.append(report) }
    }
    return reports
  }

  private init?(_ node: String, opener: any InputDeviceOpener) {
    guard let udev = UdevDevice(node: node) else { return nil }
    path = node
    name = udev.name
    kind = udev.kind
    seat = udev.seat
    permission = NodePermission(of: node)
    guard kind == .touchScreen else { return }
    let host = LibinputHost(opener: opener, log: { _ in })
    let descriptor = host.open(node)
    guard descriptor >= 0 else {
      problem = host.reasonForRefusing(node)
      return
    }
    screen = TouchScreenFacts(descriptor, udev: udev)
    host.close(descriptor)
  }
}

/// What a touch screen says of itself when it is opened.
public struct TouchScreenFacts: Sendable, Hashable {
  /// What its place on an output depends on: size, calibration, connection.
  public var panel: TouchPanel
  /// The names of its place: where it hangs on the bus, and the links to its node; the first is the one to configure it by.
  public var places: [String]
  /// Bus, vendor, product and version, as the kernel numbers them; empty where it does not speak multitouch protocol B.
  public var identity: [Int]
  /// An axis: what it counts, and how finely.
  public struct Axis: Sendable, Hashable {
    /// From the smallest to the largest value, in the device's units.
    public var range: ClosedRange<Int>
    /// Units a millimetre; zero where it does not say.
    public var unitsPerMillimetre: Int
  }

  /// The axis of positions across; `nil` where it does not speak multitouch protocol B.
  public var x: Axis?
  /// The axis of positions down; `nil` where it does not speak multitouch protocol B.
  public var y: Axis?
  /// The axes of what a contact is besides its position, by the names of recordings: `major`, `minor`, `orientation`.
  public var shapeAxes: [String: Axis]
  /// How many contacts it follows at once; zero where it does not speak multitouch protocol B.
  public var contacts: Int
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
    x = snapshot.flatMap { Axis($0.x) }
    y = snapshot.flatMap { Axis($0.y) }
    shapeAxes = ["major": snapshot?.major, "minor": snapshot?.minor, "orientation": snapshot?.orientation]
      .compactMapValues { $0.flatMap { Axis($0) } }
    // Lengths that say no measure of their own are in units of the position.
    for name in ["major", "minor"] where shapeAxes[name]?.unitsPerMillimetre == 0 {
      shapeAxes[name]?.unitsPerMillimetre = x?.unitsPerMillimetre ?? 0
    }
    contacts = snapshot?.slots.count ?? 0
    announcesShape = snapshot?.major != nil
    announcesPressure = snapshot?.hasPressure ?? false
  }
}

extension TouchScreenFacts.Axis {
  /// `nil` where the device turns its range round.
  init?(_ axis: EvdevAxis) {
    guard let range = axis.range else { return nil }
    self.init(range: range, unitsPerMillimetre: Int(axis.resolution))
  }
}
