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
    for node in try UdevEnumeration.nodes() {
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
