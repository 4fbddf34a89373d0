import CPlatform

/// Hears of input devices that come and go; owns libudev's monitor.
///
/// A class, because a source may have none, and an optional noncopyable value of a class cannot be borrowed.
final class UdevMonitor {
  private let udev: OpaquePointer
  private let raw: OpaquePointer

  /// Begins to listen; `nil` where udev does not answer (`udev_monitor_new_from_netlink`).
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

  /// Readable when there is news (`udev_monitor_get_fd`).
  var descriptor: Int32 { udev_monitor_get_fd(raw) }

  /// What happened to a device.
  enum News {
    case added(node: String)
    case removed(node: String)
    case other
  }

  /// The next piece of news; `nil` where there is none (`udev_monitor_receive_device`).
  func next() -> News? {
    guard let device = udev_monitor_receive_device(raw) else { return nil }
    defer { udev_device_unref(device) }
    guard let node = udev_device_get_devnode(device).map({ String(cString: $0) }), node.contains("/event"),
      let action = udev_device_get_action(device).map({ String(cString: $0) })
    else { return .other }
    return action == "add" ? .added(node: node) : action == "remove" ? .removed(node: node) : .other
  }
}
