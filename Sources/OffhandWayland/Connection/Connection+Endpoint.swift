import Glibc

extension Connection {
  /// Where a compositor is to be found.
  public enum Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// What the environment says: `WAYLAND_SOCKET`, else `WAYLAND_DISPLAY`, else `wayland-0`.
    case environment
    /// A socket's name in `XDG_RUNTIME_DIR`, or its whole path.
    case named(String)
    /// A socket that is connected already. The connection closes it, also if it fails.
    case descriptor(Int32)

    /// How an error names it.
    public var description: String {
      switch self {
      case .environment: Endpoint.place
      case .named(let name): "the display “\(name)”"
      case .descriptor(let descriptor): "file descriptor \(descriptor)"
      }
    }

    /// Where the environment leads, as libwayland reads it.
    private static var place: String {
      func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
      if let socket = value("WAYLAND_SOCKET") { return "file descriptor \(socket) of WAYLAND_SOCKET" }
      let name = value("WAYLAND_DISPLAY") ?? "wayland-0"
      if name.hasPrefix("/") { return name }
      guard let directory = value("XDG_RUNTIME_DIR") else { return "\(name), as XDG_RUNTIME_DIR is not set" }
      return "\(directory)/\(name)"
    }
  }
}
