// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_region`: Region interface.
struct WlRegion: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_region", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("add", "iiii"),
      MessageDescription("subtract", "iiii"),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy region.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Add rectangle to region.
  func add(x: Int32, y: Int32, width: Int32, height: Int32) {
    send(1, [.int(x), .int(y), .int(width), .int(height)])
  }
}
