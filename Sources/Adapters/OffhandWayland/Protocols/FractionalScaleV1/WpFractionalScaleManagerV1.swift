// Generated from protocols/fractional-scale-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_fractional_scale_manager_v1`: Fractional surface scale information.
struct WpFractionalScaleManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_fractional_scale_manager_v1", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_fractional_scale", "no", ["wp_fractional_scale_v1", "wl_surface"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Unbind the fractional surface scale interface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Extend surface interface for scale information.
  func getFractionalScale(surface: WlSurface) -> WpFractionalScaleV1 {
    make(1, [.newID, .object(surface.proxy)])
  }
}
