/// Why a touch screen cannot be made. Every description is one line: what, where, and what to do.
public enum VirtualTouchScreenError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The door to the kernel cannot be opened.
  case cannotOpen(SystemErrorCode)
  /// The kernel does not make the device.
  case refused(name: String, SystemErrorCode)
  /// The kernel does not take an event.
  case cannotWrite(SystemErrorCode)

  /// One plain line.
  public var description: String {
    switch self {
    case .cannotOpen(let code):
      "cannot open \(VirtualTouchScreen.path): \(code); load the module with 'sudo modprobe uinput', and run this as root"
    case .refused(let name, let code): "the kernel makes no touch screen '\(name)': \(code)"
    case .cannotWrite(let code): "the kernel takes no touches on \(VirtualTouchScreen.path): \(code)"
    }
  }
}
