// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_display`: Core global object.
struct WlDisplay: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_display", version: 1,
    requests: [
      MessageDescription("sync", "n", ["wl_callback"]),
      MessageDescription("get_registry", "n", ["wl_registry"]),
    ],
    events: [
      MessageDescription("error", "ous"),
      MessageDescription("delete_id", "u"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Asynchronous roundtrip.
  func sync() -> WlCallback {
    make(0, [.newID])
  }

  /// Get global registry object.
  func getRegistry() -> WlRegistry {
    make(1, [.newID])
  }
}
