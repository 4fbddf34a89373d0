// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_shm_pool`: A shared memory pool.
struct WlShmPool: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_shm_pool", version: 1,
    requests: [
      MessageDescription("create_buffer", "niiiiu", ["wl_buffer", nil, nil, nil, nil, nil]),
      MessageDescription("destroy", ""),
      MessageDescription("resize", "i"),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Create a buffer from the pool.
  func createBuffer(offset: Int32, width: Int32, height: Int32, stride: Int32, format: WlShm.Format) -> WlBuffer {
    make(0, [.newID, .int(offset), .int(width), .int(height), .int(stride), .uint(format.rawValue)])
  }

  /// Destroy the pool.
  func destroy() {
    sendLast(1, since: 1)
  }

  /// Change the size of the pool mapping.
  func resize(size: Int32) {
    send(2, [.int(size)])
  }
}
