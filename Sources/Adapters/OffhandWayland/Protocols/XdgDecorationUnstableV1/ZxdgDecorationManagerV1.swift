// Generated from protocols/xdg-decoration-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zxdg_decoration_manager_v1`: Window decoration manager.
struct ZxdgDecorationManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zxdg_decoration_manager_v1", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_toplevel_decoration", "no", ["zxdg_toplevel_decoration_v1", "xdg_toplevel"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy the decoration manager object.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Create a new toplevel decoration object.
  func getToplevelDecoration(toplevel: XdgToplevel) -> ZxdgToplevelDecorationV1 {
    make(1, [.newID, .object(toplevel.proxy)])
  }
}
