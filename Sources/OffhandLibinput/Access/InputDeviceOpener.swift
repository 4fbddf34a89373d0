/// Opens device nodes: the one place where a touch source gets at hardware, and the seam for whoever hands out descriptors.
///
/// A source asks only for nodes that udev calls touch screens, and only for reading.
public protocol InputDeviceOpener: AnyObject {
  /// Opens the node at `path` for reading, without blocking and closed on exec; answers the descriptor, or why not.
  func open(_ path: String) -> Result<Int32, SystemErrorCode>

  /// Closes a descriptor that `open` gave out.
  func close(_ descriptor: Int32)
}
