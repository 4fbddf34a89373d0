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

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Surface was not fully constructed.
    static let notConstructed = Error(rawValue: 1)
    /// Surface was already constructed.
    static let alreadyConstructed = Error(rawValue: 2)
    /// Attaching a buffer to an unconfigured surface.
    static let unconfiguredBuffer = Error(rawValue: 3)
    /// Invalid serial number when acking a configure event.
    static let invalidSerial = Error(rawValue: 4)
    /// Width or height was zero or negative.
    static let invalidSize = Error(rawValue: 5)
    /// Surface was destroyed before its role object.
    static let defunctRoleObject = Error(rawValue: 6)
  }

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

  /// Assign the xdg_popup surface role.
  func getPopup(parent: XdgSurface?, positioner: XdgPositioner) -> XdgPopup {
    make(2, [.newID, .object(parent?.proxy), .object(positioner.proxy)])
  }

  /// Set the new window geometry.
  func setWindowGeometry(x: Int32, y: Int32, width: Int32, height: Int32) {
    send(3, [.int(x), .int(y), .int(width), .int(height)])
  }

  /// Ack a configure event.
  func ackConfigure(serial: UInt32) {
    send(4, [.uint(serial)])
  }
}
