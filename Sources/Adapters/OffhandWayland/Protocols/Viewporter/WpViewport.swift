// Generated from protocols/viewporter.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_viewport`: Crop and scale interface to a wl_surface.
struct WpViewport: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_viewport", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("set_source", "ffff"),
      MessageDescription("set_destination", "ii"),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Remove scaling and cropping from the surface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Set the surface size for scaling.
  func setDestination(width: Int32, height: Int32) {
    send(2, [.int(width), .int(height)])
  }
}
