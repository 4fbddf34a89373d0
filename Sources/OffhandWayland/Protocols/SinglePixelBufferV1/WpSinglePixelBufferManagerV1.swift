// Generated from protocols/single-pixel-buffer-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_single_pixel_buffer_manager_v1`: Global factory for single-pixel buffers.
struct WpSinglePixelBufferManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_single_pixel_buffer_manager_v1", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("create_u32_rgba_buffer", "nuuuu", ["wl_buffer", nil, nil, nil, nil]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy the manager.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Create a 1×1 buffer from 32-bit RGBA values.
  func createU32RgbaBuffer(r: UInt32, g: UInt32, b: UInt32, a: UInt32) -> WlBuffer {
    make(1, [.newID, .uint(r), .uint(g), .uint(b), .uint(a)])
  }
}
