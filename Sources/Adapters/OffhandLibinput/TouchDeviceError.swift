/// The reason why touches cannot be read. Every description is one line: the fault, the device or seat, and the remedy.
public enum TouchDeviceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The seat has no touch screen among its input devices.
  case noTouchScreen(seat: String, otherDevices: Int)
  /// The node may not be read.
  case permissionDenied(NodePermission, device: String)
  /// There is no such device.
  case noSuchDevice(path: String)
  /// The device is not a touch screen.
  case notATouchScreen(path: String, kind: InputDeviceKind)
  /// The node could not be opened; `reason` is the kernel's.
  case cannotOpen(path: String, reason: String)
  /// The node was opened, but libinput cannot use the device; `reason` is libinput's.
  case unusable(path: String, reason: String)
  /// libinput or udev could not be started.
  case unavailable(reason: String)
  /// Another program has captured the device.
  case grabbedElsewhere(path: String)

  /// One plain line.
  public var description: String {
    switch self {
    case .noTouchScreen(let seat, let others):
      "no touch screen on \(seat) (\(others) other input devices seen): plug one in, or name its device node"
    case .permissionDenied(let permission, let device):
      "cannot read the touch screen\(device.isEmpty ? "" : " \"\(device)\"") at \(permission.path): permission denied; "
        + "\(permission.facts). Let the active seat read touch screens: \(NodePermission.remedy)"
    case .noSuchDevice(let path):
      "\(path): no such input device; 'offhand devices' lists what is there"
    case .notATouchScreen(let path, let kind):
      "\(path) is no touch screen but: \(kind.rawValue); it is left alone ('offhand devices' lists touch screens)"
    case .cannotOpen(let path, let reason):
      "cannot open \(path): \(reason)"
    case .unusable(let path, let reason):
      "libinput cannot use \(path): \(reason)"
    case .unavailable(let reason):
      "libinput cannot be started: \(reason)"
    case .grabbedElsewhere(let path):
      "\(path) cannot be captured: another program has captured it; end that program first"
    }
  }
}
