// Generated from protocols/xdg-output-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zxdg_output_manager_v1`: Manage xdg_output objects.
struct ZxdgOutputManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zxdg_output_manager_v1", version: 3,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_xdg_output", "no", ["zxdg_output_v1", "wl_output"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy the xdg_output_manager object.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Create an xdg output from a wl_output.
  func getXdgOutput(output: WlOutput) -> ZxdgOutputV1 {
    make(1, [.newID, .object(output.proxy)])
  }
}
