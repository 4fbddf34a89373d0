import CPlatform
import Glibc
package import OffhandPlatform

/// Has device nodes opened by another process, for a program that gives up the right to open them.
///
/// A touch screen that is plugged in later has a node that does not exist yet, so a program that opens it itself must keep the right to
/// open every input device. The other process keeps that right, opens touch screens only (`TouchScreenGate`), and can do nothing else.
package final class BrokeredOpener: InputDeviceOpener {
  private let broker: FileBroker

  /// Starts the other process. Call it before there are threads. Throws if the system has no process left.
  package init() throws(KernelError) {
    // The folder of the nodes comes with the first device; until then it is the one above. What udev knows is in the other two.
    let nodes = Confinement.folders(of: "\(TouchScreenGate.nodes)/event0")
    let confinement = Confinement(readable: nodes + ["/run/udev", "/sys"])
    broker = try FileBroker(named: "offhand-opener", confinement: confinement) { (path) throws(KernelError) in
      try TouchScreenGate().open(path)
    }
  }

  package func open(_ path: String) -> Int32 {
    do throws(KernelError) { return try broker.open(path).release() } catch { return -error.code }
  }

  package func close(_ descriptor: Int32) { Descriptor.close(descriptor) }

  /// Readable once the other process has ended.
  package var descriptor: Int32? { broker.descriptor }

  /// Whether the other process has ended.
  package var hasEnded: Bool { broker.hasEnded }
}

/// Opens the nodes of touch screens, read-only, and no others, whatever it is asked for.
struct TouchScreenGate {
  /// The folder of the nodes of all input devices.
  static let nodes = "/dev/input"

  /// The folder in which nodes may be.
  var folder = TouchScreenGate.nodes
  /// The kind of the device with a number.
  var kind: (_ number: UInt64) -> InputDeviceKind = { number in
    guard let device = UdevDevice(number: number) else { return .other }
    return device.kind
  }
  /// Whether the open device says itself that it is a touch screen. What udev knows of a number may be about the device that had it before,
  /// and it calls a panel with keys for digits a touch screen, which would be read as they are typed.
  var agrees: (_ descriptor: Int32) -> Bool = { offhand_evdev_is_touch_screen($0) != 0 }

  /// The error number of a device whose capabilities are not those of a touch screen. Permissions would not help.
  static let disagreement = EMEDIUMTYPE

  /// Opens the node at `path`, which may be a link to it. Throws `EACCES` if udev knows no touch screen there, `disagreement` if the
  /// device's capabilities are not those of one.
  func open(_ path: String) throws(KernelError) -> Descriptor {
    guard let node = Files.resolved(path) else { throw KernelError(call: "open \(path)", code: ENOENT) }
    let number = try touchScreen(try Descriptor.status(of: node), node)
    let descriptor = try Descriptor(opening: node, .readingNode)
    // Between the two another device may have taken the node's place.
    guard try touchScreen(try descriptor.status(), node) == number else { throw refusal(node) }
    guard agrees(descriptor.number) else { throw KernelError(call: "open \(node)", code: TouchScreenGate.disagreement) }
    return descriptor
  }

  /// The number of the touch screen with this status. Throws if it is something else.
  private func touchScreen(_ status: Descriptor.Status, _ node: String) throws(KernelError) -> UInt64 {
    guard node.hasPrefix("\(folder)/"), status.isCharacterDevice, kind(status.deviceNumber) == .touchScreen else {
      throw refusal(node)
    }
    return status.deviceNumber
  }

  private func refusal(_ node: String) -> KernelError { KernelError(call: "open \(node)", code: EACCES) }
}
