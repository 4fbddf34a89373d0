// Generated from protocols/xdg-shell.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `xdg_surface`: Desktop user interface surface base interface.
struct XdgSurface: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "xdg_surface", version: 5,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_toplevel", "n", ["xdg_toplevel"]),
      MessageDescription("get_popup", "n?oo", ["xdg_popup", "xdg_surface", "xdg_positioner"]),
      MessageDescription("set_window_geometry", "iiii"),
      MessageDescription("ack_configure", "u"),
    ],
    events: [
      MessageDescription("configure", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `xdg_surface`.
  enum Event: ProtocolEvent {
    /// Suggest a surface change.
    case configure(serial: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .configure(serial: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Destroy the xdg_surface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Assign the xdg_toplevel surface role.
  func getToplevel() -> XdgToplevel {
    make(1, [.newID])
  }

  /// Ack a configure event.
  func ackConfigure(serial: UInt32) {
    send(4, [.uint(serial)])
  }
}
