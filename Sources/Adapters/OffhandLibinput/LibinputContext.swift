import CPlatform
import Glibc

/// A context of libinput; owns it, and keeps the host that libinput calls back alive for as long.
struct LibinputContext: ~Copyable {
  let raw: OpaquePointer
  let host: TouchDeviceHost

  // libinput keeps the address of this table for the life of the context. Safe to share: it is written once and then only read.
  private nonisolated(unsafe) static let interface: UnsafePointer<libinput_interface> = {
    let table = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    table.initialize(
      to: libinput_interface(
        open_restricted: { path, _, data in
          guard let path, let data else { return -EINVAL }
          return LibinputContext.host(behind: data).open(String(cString: path))
        },
        close_restricted: { descriptor, data in
          guard let data else { return }
          LibinputContext.host(behind: data).close(descriptor)
        }))
    return UnsafePointer(table)
  }()

  /// A context for the touch screens of a seat, with hot-plug; without devices until `assign` (`libinput_udev_create_context`).
  init(udev host: TouchDeviceHost) throws(TouchDeviceError) {
    guard let udev = udev_new() else { throw .unavailable(reason: "udev is not reachable (is /run/udev there?)") }
    defer { udev_unref(udev) }
    let data = Unmanaged.passUnretained(host).toOpaque()
    guard let raw = libinput_udev_create_context(LibinputContext.interface, data, udev) else {
      throw .unavailable(reason: "libinput_udev_create_context failed (out of memory or descriptors?)")
    }
    self.init(owning: raw, host: host)
  }

  /// A context for single devices (`libinput_path_create_context`).
  init(nodes host: TouchDeviceHost) throws(TouchDeviceError) {
    let data = Unmanaged.passUnretained(host).toOpaque()
    guard let raw = libinput_path_create_context(LibinputContext.interface, data) else {
      throw .unavailable(reason: "libinput_path_create_context failed; is udev running?")
    }
    self.init(owning: raw, host: host)
  }

  private init(owning raw: OpaquePointer, host: TouchDeviceHost) {
    self.raw = raw
    self.host = host
    offhand_libinput_set_log_sink(raw) { libinput, priority, text in
      guard let text, let data = libinput_get_user_data(libinput) else { return }
      var message = String(cString: text)
      while message.last?.isNewline == true { message.removeLast() }
      let grade = LibinputLogLine.Priority(rawValue: Int(priority)) ?? .error
      LibinputContext.host(behind: data).take(LibinputLogLine(priority: grade, message: message))
    }
    libinput_log_set_priority(raw, LIBINPUT_LOG_PRIORITY_INFO)
  }

  deinit { libinput_unref(raw) }

  // Sound: the context holds the host and ends before it; libinput calls back only while the context exists.
  private static func host(behind data: UnsafeMutableRawPointer) -> TouchDeviceHost {
    Unmanaged<TouchDeviceHost>.fromOpaque(data).takeUnretainedValue()
  }

  /// Readable when there is something to dispatch (`libinput_get_fd`).
  var descriptor: Int32 { libinput_get_fd(raw) }

  /// Opens the touch screens of a seat, including those connected later (`libinput_udev_assign_seat`).
  func assign(seat: String) throws(TouchDeviceError) {
    guard libinput_udev_assign_seat(raw, seat) == 0 else {
      throw .unavailable(reason: "the devices of \(seat) cannot be listed; is udev running?")
    }
  }

  /// Opens a device (`libinput_path_add_device`).
  func add(_ path: String) -> Bool { libinput_path_add_device(raw, path) != nil }

  /// Closes a device; its contacts are cancelled (`libinput_path_remove_device`).
  func remove(_ device: OpaquePointer) { libinput_path_remove_device(device) }

  /// Closes all devices; their contacts are cancelled (`libinput_suspend`).
  func suspend() { libinput_suspend(raw) }

  /// Opens the devices again; returns whether all could be opened (`libinput_resume`).
  func resume() -> Bool { libinput_resume(raw) == 0 }
}

/// A line that libinput logged; it names its device.
public struct LibinputLogLine: Sendable, Hashable {
  /// The priority.
  public enum Priority: Int, Sendable {
    /// Debugging detail.
    case debug = 10
    /// Information.
    case info = 20
    /// An error.
    case error = 30
  }

  /// The priority.
  public var priority: Priority
  /// The text without a line end.
  public var message: String
}
