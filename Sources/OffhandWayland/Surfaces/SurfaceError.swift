import Glibc

/// Why a surface could not be made or drawn.
public enum SurfaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The compositor does not offer the kind of surface.
  case roleUnavailable(UnavailableGlobal)
  /// The kernel gave no memory for a buffer of so many device pixels; `code` is its reason.
  case noMemory(width: Int32, height: Int32, code: Int32)
  /// No buffer can hold so many device pixels: 2 GiB is the limit of `wl_shm`.
  case tooLarge(width: Int32, height: Int32)

  /// One plain line: what, and what to do.
  public var description: String {
    switch self {
    case .roleUnavailable(let global): "\(global); use another kind of surface"
    case .noMemory(let width, let height, let code):
      "no memory for a picture of \(width)×\(height) pixels (\(strerror(code).map { String(cString: $0) } ?? "error \(code)"))"
    case .tooLarge(let width, let height): "a surface of \(width)×\(height) pixels is larger than Wayland can show"
    }
  }
}
