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
      case .environment: "the display that the environment names"
      case .named(let name): "the display “\(name)”"
      case .descriptor(let descriptor): "file descriptor \(descriptor)"
      }
    }
  }
}
