import CPlatform
import Glibc
import OffhandPlatform

/// Opens and closes device nodes, for libinput and for the source that does without, and receives the log lines of libinput.
///
/// Least privilege: a node is opened only if udev classifies it as a touch screen, and only for reading, and is closed at once unless the
/// device itself says the same. A keyboard is never read, so typing cannot be seen, whatever libinput requests.
final class TouchDeviceHost {
  /// The reason why a node is not used.
  enum Refusal: Equatable {
    case otherKind(InputDeviceKind, name: String)
    /// A touch screen for udev, but not by what the device says of itself.
    case typing
    /// By the system, with this error number.
    case failed(code: Int32, name: String)
    case rejected(complaint: String, name: String)
  }

  /// Descriptors by node, of the devices that are open.
  private(set) var descriptors: [String: Int32] = [:]
  /// Nodes that were not opened, and the reasons.
  private(set) var refusals: [String: Refusal] = [:]
  /// The number of times a touch screen was refused.
  private(set) var refusalCount = 0
  /// The number of times libinput logged dropped events; at most five times per device in 30 s.
  private(set) var drops = 0

  /// Nodes whose device libinput uses.
  private var adopted: Set<String> = []
  /// The most severe log line since a device was opened last.
  private var complaint = ""
  /// Called with every descriptor before it is closed.
  var onClose: (Int32) -> Void = { _ in }
  private let opener: any InputDeviceOpener
  private let log: (LibinputLogLine) -> Void

  init(opener: any InputDeviceOpener, log: @escaping (LibinputLogLine) -> Void) {
    self.opener = opener
    self.log = log
  }

  /// Opens a node for libinput; returns a negative `errno` if it must not or cannot be opened.
  func open(_ path: String) -> Int32 {
    let (kind, name) = describe(path)
    guard kind == .touchScreen else {
      refuse(path, .otherKind(kind, name: name))
      return -EPERM
    }
    let descriptor = opener.open(path)
    guard descriptor >= 0 else {
      refuse(path, -descriptor == TouchScreenGate.disagreement ? .typing : .failed(code: -descriptor, name: name))
      return descriptor
    }
    // What udev knows may be about an earlier device of this name, or leave out keys for digits.
    guard offhand_evdev_is_touch_screen(descriptor) != 0 else {
      opener.close(descriptor)
      refuse(path, .typing)
      return -EPERM
    }
    refusals[path] = nil
    complaint = ""
    descriptors[path] = descriptor
    return descriptor
  }

  /// Closes a descriptor for libinput; a device that was opened and never used was rejected by libinput itself.
  func close(_ descriptor: Int32) {
    onClose(descriptor)
    opener.close(descriptor)
    guard let path = descriptors.first(where: { $0.value == descriptor })?.key else { return }
    descriptors[path] = nil
    if adopted.remove(path) == nil {
      refuse(path, .rejected(complaint: complaint, name: describe(path).name))
    }
  }

  /// Opens a second descriptor for a node that libinput reads; `nil` if that fails.
  func openBeside(_ path: String) -> Int32? {
    let descriptor = opener.open(path)
    guard descriptor >= 0 else { return nil }
    if offhand_evdev_is_touch_screen(descriptor) != 0 { return descriptor }
    opener.close(descriptor)
    return nil
  }

  /// Closes a descriptor opened by `openBeside`.
  func closeBeside(_ descriptor: Int32) { opener.close(descriptor) }

  /// Closes a device that cannot be used, and records the reason.
  func reject(_ descriptor: Int32, complaint: String) {
    self.complaint = complaint
    close(descriptor)
  }

  /// Records that libinput uses the device at `path`.
  func adopt(_ path: String) { adopted.insert(path) }

  /// Processes a log line; of devices that were refused on purpose only those that udev calls touch screens are news.
  func take(_ line: LibinputLogLine) {
    if line.message.contains("SYN_DROPPED") { drops += 1 }
    for (path, refusal) in refusals where line.message.contains("'\(path)'") {
      if case .otherKind = refusal { return }
      if refusal == .typing {
        return log(LibinputLogLine(priority: line.priority, message: "\(reasonForRefusing(path))"))
      }
    }
    if line.priority == .error || complaint.isEmpty { complaint = line.message }
    log(line)
  }

  private func refuse(_ path: String, _ refusal: Refusal) {
    refusals[path] = refusal
    if case .otherKind = refusal { return }
    refusalCount += 1
  }

  private func describe(_ path: String) -> (kind: InputDeviceKind, name: String) {
    guard let device = UdevDevice(node: path) else { return (.other, "") }
    return (device.kind, device.name)
  }
}

extension TouchDeviceHost {
  /// The reason why a named node could not be used.
  func reasonForRefusing(_ path: String) -> TouchDeviceError {
    switch refusals[path] {
    case .otherKind(let kind, _):
      return NodePermission(of: path) == nil ? .noSuchDevice(path: path) : .notATouchScreen(path: path, kind: kind)
    case .typing:
      return .cannotOpen(
        path: path, reason: "it is no touch screen, or has keys that type, and its node would show what is typed")
    case .failed(let code, let name):
      if let permission = TouchDeviceHost.permission(path, code) { return .permissionDenied(permission, device: name) }
      return code == ENOENT ? .noSuchDevice(path: path) : .cannotOpen(path: path, reason: KernelError.reason(code))
    case .rejected(let complaint, _): return .unusable(path: path, reason: complaint)
    case nil:
      return NodePermission(of: path) == nil
        ? .noSuchDevice(path: path) : .notATouchScreen(path: path, kind: .other)
    }
  }

  /// The touch screens that are not used, by node, and why.
  var obstacles: [(path: String, reason: TouchDeviceError)] {
    refusals.sorted { $0.key < $1.key }.compactMap { path, refusal in
      if case .otherKind = refusal { nil } else { (path, reasonForRefusing(path)) }
    }
  }

  /// The reason why a seat has no usable touch screen: one without read permission is a better reason than none at all.
  func reasonForAbsence(on seat: String) -> TouchDeviceError {
    obstacles.first?.reason ?? .noTouchScreen(seat: seat, otherDevices: refusals.count)
  }

  private static func permission(_ path: String, _ code: Int32) -> NodePermission? {
    code == EACCES || code == EPERM ? NodePermission(of: path) : nil
  }
}
