// Generated from protocols/viewporter.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_viewporter`: Surface cropping and scaling.
struct WpViewporter: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_viewporter", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_viewport", "no", ["wp_viewport", "wl_surface"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Unbind from the cropping and scaling interface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Extend surface interface for crop and scale.
  func getViewport(surface: WlSurface) -> WpViewport {
    make(1, [.newID, .object(surface.proxy)])
  }
}
