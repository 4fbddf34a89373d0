import CPlatform

/// Lists the input devices that udev knows.
enum UdevEnumeration {
  /// The nodes of all event devices, whatever their kind and seat, in the order of their numbers (`udev_enumerate_…`).
  static func nodes() throws(LibinputError) -> [String] {
    guard let udev = udev_new(), let enumeration = udev_enumerate_new(udev) else {
      throw .unavailable(reason: "udev does not answer (is /run/udev there?)")
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
