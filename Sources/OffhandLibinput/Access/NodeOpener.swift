import CPlatform
import Glibc

/// Opens device nodes directly; the right to do so comes from the node's owner, group and access list.
///
/// Always read-only: libinput asks for writing as well, which it does not need for touch screens, and which would let this
/// process put touches into the device (platform.md §2.1).
public final class NodeOpener: InputDeviceOpener {
  /// An opener of nodes.
  public init() {}

  /// Opens the node at `path` (`open`).
  public func open(_ path: String) -> Result<Int32, SystemErrorCode> {
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    return descriptor >= 0 ? .success(descriptor) : .failure(SystemErrorCode(rawValue: errno))
  }

  /// Closes the descriptor (`close`).
  public func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }
}
