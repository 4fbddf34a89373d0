import CPlatform

/// The address of one interface's table. It lives as long as the process: libwayland keeps it in every proxy.
struct InterfaceTable: @unchecked Sendable {
  // Safe to share: the table is written before it is handed out, and only read afterwards.
  let pointer: UnsafePointer<wl_interface>

  /// The interface's name as C wants it.
  var name: UnsafePointer<CChar> { pointer.pointee.name }
}
