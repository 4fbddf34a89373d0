import CPlatform
package import Offhand
import OffhandPlatform

/// A device as udev knows it; owns a reference to it.
struct UdevDevice: ~Copyable {
  private let raw: OpaquePointer

  /// Takes ownership of a reference.
  private init(owning raw: OpaquePointer) {
    self.raw = raw
  }

  /// The input device behind a device node; `nil` if udev knows none there.
  init?(node path: String) {
    guard let status = try? Descriptor.status(of: path) else { return nil }
    self.init(number: status.deviceNumber)
  }

  /// The device that is found with a context of udev.
  private init?(_ find: (OpaquePointer) -> OpaquePointer?) {
    guard let context = udev_new() else { return nil }
    defer { udev_unref(context) }
    guard let device = find(context) else { return nil }
    self.init(owning: device)
  }

  /// The input device whose node has this number; `nil` if udev knows none (`udev_device_new_from_devnum`).
  init?(number: UInt64) {
    self.init { udev_device_new_from_devnum($0, CChar(UInt8(ascii: "c")), dev_t(number)) }
  }

  /// The device in a directory of sysfs (`udev_device_new_from_syspath`).
  init?(sysfs path: String) { self.init { udev_device_new_from_syspath($0, path) } }

  /// The device behind a device of libinput (`libinput_device_get_udev_device`).
  init?(of device: OpaquePointer) {
    guard let device = libinput_device_get_udev_device(device) else { return nil }
    self.init(owning: device)
  }

  deinit { udev_device_unref(raw) }

  /// A property that udev's rules set (`udev_device_get_property_value`).
  func property(_ name: String) -> String? {
    udev_device_get_property_value(raw, name).map { String(cString: $0) }
  }

  /// Whether udev's rules classify the device as this kind.
  func isTagged(_ name: String) -> Bool { property(name).map { $0 != "0" } ?? false }

  /// The device node.
  var node: String? { udev_device_get_devnode(raw).map { String(cString: $0) } }

  /// Its stable names: the bus path and the links to its node.
  var places: [String] {
    let links = (property("DEVLINKS") ?? "").split(separator: " ").map { String($0) }
    return (property("ID_PATH").map { [$0] } ?? []) + links
  }

  /// The kind of connection, according to udev.
  var connection: TouchPanel.Connection {
    let bus = property("ID_BUS")
    return bus == "usb" || bus == "bluetooth" ? .external : .builtIn
  }

  /// The calibration matrix that udev's rules or the hardware database give it.
  var calibration: CalibrationMatrix {
    let numbers = (property("LIBINPUT_CALIBRATION_MATRIX") ?? "").split(separator: " ").compactMap { Double($0) }
    return CalibrationMatrix(numbers) ?? .identity
  }

  /// A sensor of `size` millimetres with what its output depends on besides.
  func panel(_ size: Size?, _ calibration: CalibrationMatrix) -> TouchPanel {
    TouchPanel(
      sensorSize: size, calibration: calibration, udevOutput: property("WL_OUTPUT"), connection: connection)
  }

  /// The name under which the kernel knows the event device, such as `event5`.
  var sysname: String { udev_device_get_sysname(raw).map { String(cString: $0) } ?? "" }

  /// The seat that it belongs to.
  var seat: String { property("ID_SEAT") ?? "seat0" }

  /// The name of the input device that the event device belongs to, as the kernel gives it.
  var name: String {
    guard let parent = udev_device_get_parent_with_subsystem_devtype(raw, "input", nil),
      let quoted = udev_device_get_property_value(parent, "NAME")
    else { return "" }
    return String(String(cString: quoted).trimmingPrefix("\"").reversed().trimmingPrefix("\"").reversed())
  }

  /// The codes that the kernel's device announces under `name`: `KEY`, `ABS`, `PROP`. Words of the kernel's length, the highest first.
  func codes(_ name: String) -> [Int] {
    guard let parent = udev_device_get_parent_with_subsystem_devtype(raw, "input", nil),
      let text = udev_device_get_property_value(parent, name)
    else { return [] }
    let words = String(cString: text).split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
    return words.enumerated().flatMap { index, word in
      (0..<UInt.bitWidth).filter { word >> UInt($0) & 1 == 1 }.map { index * UInt.bitWidth + $0 }
    }
  }

  /// What it is, if it only resembles a touch screen.
  var lookalike: TouchLookalike? {
    func words(_ name: String) -> Set<UInt16> { Set(codes(name).compactMap { UInt16(exactly: $0) }) }
    return TouchLookalike(keys: words("KEY"), axes: words("ABS"), properties: Set(codes("PROP")))
  }

  /// The kind. A device that has a whole alphabet as well is a keyboard: its node shows what is typed.
  var kind: InputDeviceKind {
    if isTagged("ID_INPUT_TOUCHSCREEN") && !isTagged("ID_INPUT_KEYBOARD") { return .touchScreen }
    if isTagged("ID_INPUT_TOUCHPAD") { return .touchpad }
    if isTagged("ID_INPUT_TABLET") || isTagged("ID_INPUT_TABLET_PAD") { return .tablet }
    if isTagged("ID_INPUT_MOUSE") || isTagged("ID_INPUT_POINTINGSTICK") { return .pointer }
    if isTagged("ID_INPUT_KEYBOARD") || isTagged("ID_INPUT_KEY") { return .keyboard }
    return .other
  }

  /// The nodes of all event devices, whatever their kind and seat, in the order of their numbers (`udev_enumerate_…`).
  static func eventNodes() throws(TouchDeviceError) -> [String] {
    guard let udev = udev_new(), let enumeration = udev_enumerate_new(udev) else {
      throw .unavailable(reason: "udev is not reachable (is /run/udev there?)")
    }
    defer {
      udev_enumerate_unref(enumeration)
      udev_unref(udev)
    }
    udev_enumerate_add_match_subsystem(enumeration, "input")
    udev_enumerate_scan_devices(enumeration)
    var nodes: [String] = []
    var entry = udev_enumerate_get_list_entry(enumeration)
    while let present = entry {
      if let path = udev_list_entry_get_name(present), let device = UdevDevice(sysfs: String(cString: path)),
        device.sysname.hasPrefix("event"), let node = device.node
      {
        nodes.append(node)
      }
      entry = udev_list_entry_get_next(present)
    }
    return nodes.sorted { ($0.count, $0) < ($1.count, $1) }
  }
}

extension TouchPanel {
  /// What udev knows of the touch screen at `node`, which need not be readable, and its stable names. `size` is in millimetres.
  package static func known(at node: String, size: Size) -> (panel: TouchPanel, places: [String])? {
    guard let udev = UdevDevice(node: node) else { return nil }
    return (udev.panel(size, .identity), udev.places)
  }
}

/// The kind of an input device, as udev's rules classify it.
public enum InputDeviceKind: String, Sendable, CaseIterable {
  /// A touch screen: the only kind that is ever opened.
  case touchScreen = "touch screen"
  /// A touchpad.
  case touchpad
  /// A drawing tablet.
  case tablet
  /// A mouse or a pointing stick.
  case pointer
  /// A keyboard or a set of buttons.
  case keyboard
  /// Something else: a switch, a sensor, a joystick.
  case other
}

/// Reports input devices that are added and removed; owns libudev's monitor.
///
/// A class, because a source may have none, and an optional noncopyable value of a class cannot be borrowed.
final class UdevMonitor {
  private let udev: OpaquePointer
  private let raw: OpaquePointer

  /// Starts to listen; `nil` if udev is not reachable (`udev_monitor_new_from_netlink`).
  init?() {
    guard let udev = udev_new() else { return nil }
    guard let raw = udev_monitor_new_from_netlink(udev, "udev") else {
      udev_unref(udev)
      return nil
    }
    udev_monitor_filter_add_match_subsystem_devtype(raw, "input", nil)
    udev_monitor_enable_receiving(raw)
    self.udev = udev
    self.raw = raw
  }

  deinit {
    udev_monitor_unref(raw)
    udev_unref(udev)
  }

  /// Readable when a device was added or removed (`udev_monitor_get_fd`).
  var descriptor: Int32 { udev_monitor_get_fd(raw) }

  /// A change of a device.
  enum News {
    /// It was added, or its rights may have changed: since version 258 logind has udev give them, by a `change`.
    case added(node: String)
    case removed(node: String)
    case other
  }

  /// The next change; `nil` if there is none (`udev_monitor_receive_device`).
  func next() -> News? {
    guard let device = udev_monitor_receive_device(raw) else { return nil }
    defer { udev_device_unref(device) }
    guard let node = udev_device_get_devnode(device).map({ String(cString: $0) }), node.contains("/event"),
      let action = udev_device_get_action(device).map({ String(cString: $0) })
    else { return .other }
    switch action {
    case "add", "change": return .added(node: node)
    case "remove": return .removed(node: node)
    default: return .other
    }
  }
}
