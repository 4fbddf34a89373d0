// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_compositor`: The compositor singleton.
struct WlCompositor: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_compositor", version: 5,
    requests: [
      MessageDescription("create_surface", "n", ["wl_surface"]),
      MessageDescription("create_region", "n", ["wl_region"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Create new surface.
  func createSurface() -> WlSurface {
    make(0, [.newID])
  }

  /// Create new region.
  func createRegion() -> WlRegion {
    make(1, [.newID])
  }
}
