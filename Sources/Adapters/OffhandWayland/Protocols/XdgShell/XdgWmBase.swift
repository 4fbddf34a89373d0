// Generated from protocols/xdg-shell.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `xdg_wm_base`: Create desktop-style surfaces.
struct XdgWmBase: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "xdg_wm_base", version: 5,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("create_positioner", "n", ["xdg_positioner"]),
      MessageDescription("get_xdg_surface", "no", ["xdg_surface", "wl_surface"]),
      MessageDescription("pong", "u"),
    ],
    events: [
      MessageDescription("ping", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `xdg_wm_base`.
  enum Event: ProtocolEvent {
    /// Check if the client is alive.
    case ping(serial: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .ping(serial: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Destroy xdg_wm_base.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Create a shell surface from a surface.
  func getXdgSurface(surface: WlSurface) -> XdgSurface {
    make(2, [.newID, .object(surface.proxy)])
  }

  /// Respond to a ping event.
  func pong(serial: UInt32) {
    send(3, [.uint(serial)])
  }
}
