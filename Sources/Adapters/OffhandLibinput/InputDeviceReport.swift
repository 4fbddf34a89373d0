package import Offhand

/// An input device of this machine.
package struct InputDeviceReport: Sendable, Hashable {
  /// Its device node.
  package var path: String
  /// The kernel's name for it.
  package var name: String
  /// The kind.
  package var kind: InputDeviceKind
  /// The seat it belongs to.
  package var seat: String
  /// What it is, if it only resembles a touch screen.
  package var lookalike: TouchLookalike?
  /// Its properties; `nil` unless it is a touch screen that may be read: nothing else is opened.
  package var screen: TouchScreenFacts?
  /// The reason why a touch screen could not be opened.
  package var problem: TouchDeviceError?

  /// Every input device that udev knows, of all seats, in the order of their nodes.
  ///
  /// Only touch screens are opened, for reading, and closed again.
  package static func all(opener: any InputDeviceOpener = NodeOpener()) throws(TouchDeviceError) -> [InputDeviceReport]
  {
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
    lookalike = udev.lookalike
    guard kind == .touchScreen else { return }
    let host = TouchDeviceHost(opener: opener, log: { _ in })
    let descriptor = host.open(node)
    guard descriptor >= 0 else {
      problem = host.reasonForRefusing(node)
      return
    }
    screen = TouchScreenFacts(descriptor, udev: udev)
    host.close(descriptor)
  }
}

/// The properties of a touch screen, read when it is opened.
package struct TouchScreenFacts: Sendable, Hashable {
  /// The properties that its output and mapping depend on: size, calibration, connection.
  package var panel: TouchPanel
  /// Its stable names: the bus path and the links to its node; the first is the recommended one for configuration.
  package var places: [String]
  /// Where it is plugged in, as its driver says (`phys`); empty if that is unknown.
  package var plug: String
  /// Bus, vendor, product and version, as the kernel numbers them; empty if it does not use multitouch protocol B.
  package var identity: [Int]
  /// An axis: range and resolution.
  package struct Axis: Sendable, Hashable {
    /// From the smallest to the largest value, in the device's units.
    package var range: ClosedRange<Int>
    /// Units per millimetre; zero if unknown.
    package var unitsPerMillimetre: Int
  }

  /// The axis of positions across; `nil` if it does not use multitouch protocol B.
  package var x: Axis?
  /// The axis of positions down; `nil` if it does not use multitouch protocol B.
  package var y: Axis?
  /// The axes of the contact shape, by the names of recordings: `major`, `minor`, `orientation`.
  package var shapeAxes: [String: Axis]
  /// The most touches it reports at once; zero if it does not use multitouch protocol B.
  package var contacts: Int
  /// Whether it announces contact ellipses; whether they can be trusted shows only in use.
  package var announcesShape: Bool
  /// Whether it announces pressure.
  package var announcesPressure: Bool

  /// Reads the facts through an open descriptor.
  init(_ descriptor: Int32, udev: borrowing UdevDevice) {
    let snapshot = EvdevSnapshot(descriptor)
    panel = udev.panel(snapshot?.size, udev.calibration)
    places = udev.places
    plug = snapshot?.place ?? ""
    identity = snapshot?.identity ?? []
    x = snapshot.flatMap { Axis($0.x) }
    y = snapshot.flatMap { Axis($0.y) }
    shapeAxes = ["major": snapshot?.major, "minor": snapshot?.minor, "orientation": snapshot?.orientation]
      .compactMapValues { $0.flatMap { Axis($0) } }
    // Lengths without a resolution of their own are in units of the position.
    for name in ["major", "minor"] where shapeAxes[name]?.unitsPerMillimetre == 0 {
      shapeAxes[name]?.unitsPerMillimetre = x?.unitsPerMillimetre ?? 0
    }
    contacts = snapshot?.slots.count ?? 0
    announcesShape = snapshot?.major != nil
    announcesPressure = snapshot?.hasPressure ?? false
  }
}

extension TouchScreenFacts.Axis {
  /// `nil` if the device gives its range in reverse.
  init?(_ axis: EvdevAxis) {
    guard let range = axis.range else { return nil }
    self.init(range: range, unitsPerMillimetre: Int(axis.resolution))
  }
}
