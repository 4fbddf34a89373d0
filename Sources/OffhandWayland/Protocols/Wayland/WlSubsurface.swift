// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_subsurface`: Sub-surface interface to a wl_surface.
struct WlSubsurface: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_subsurface", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("set_position", "ii"),
      MessageDescription("place_above", "o", ["wl_surface"]),
      MessageDescription("place_below", "o", ["wl_surface"]),
      MessageDescription("set_sync", ""),
      MessageDescription("set_desync", ""),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Wl_surface is not a sibling or the parent.
    static let badSurface = Error(rawValue: 0)
  }

  /// Remove sub-surface interface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Reposition the sub-surface.
  func setPosition(x: Int32, y: Int32) {
    send(1, [.int(x), .int(y)])
  }

  /// Restack the sub-surface.
  func placeAbove(sibling: WlSurface) {
    send(2, [.object(sibling.proxy)])
  }

  /// Restack the sub-surface.
  func placeBelow(sibling: WlSurface) {
    send(3, [.object(sibling.proxy)])
  }

  /// Set sub-surface to synchronized mode.
  func setSync() {
    send(4)
  }

  /// Set sub-surface to desynchronized mode.
  func setDesync() {
    send(5)
  }
}
