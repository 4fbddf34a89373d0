// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_subcompositor`: Sub-surface compositing.
struct WlSubcompositor: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_subcompositor", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_subsurface", "noo", ["wl_subsurface", "wl_surface", "wl_surface"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The to-be sub-surface is invalid.
    static let badSurface = Error(rawValue: 0)
  }

  /// Unbind from the subcompositor interface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Give a surface the role sub-surface.
  func getSubsurface(surface: WlSurface, parent: WlSurface) -> WlSubsurface {
    make(1, [.newID, .object(surface.proxy), .object(parent.proxy)])
  }
}
