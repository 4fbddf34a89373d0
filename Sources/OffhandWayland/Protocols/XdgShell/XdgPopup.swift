// Generated from protocols/xdg-shell.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `xdg_popup`: Short-lived, popup surfaces for menus.
struct XdgPopup: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "xdg_popup", version: 5,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("grab", "ou", ["wl_seat", nil]),
      MessageDescription("reposition", "3ou", ["xdg_positioner", nil]),
    ],
    events: [
      MessageDescription("configure", "iiii"),
      MessageDescription("popup_done", ""),
      MessageDescription("repositioned", "3u"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Tried to grab after being mapped.
    static let invalidGrab = Error(rawValue: 0)
  }

  /// What the compositor says about a `xdg_popup`.
  enum Event: ProtocolEvent {
    /// Configure the popup surface.
    case configure(x: Int32, y: Int32, width: Int32, height: Int32)

    /// Popup interaction is done.
    case popupDone

    /// Signal the completion of a repositioned request.
    case repositioned(token: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .configure(x: arguments.int(0), y: arguments.int(1), width: arguments.int(2), height: arguments.int(3))
      case 1:
        self = .popupDone
      case 2:
        self = .repositioned(token: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Remove xdg_popup interface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Make the popup take an explicit grab.
  func grab(seat: WlSeat, serial: UInt32) {
    send(1, [.object(seat.proxy), .uint(serial)])
  }

  /// Recalculate the popup's location.
  func reposition(positioner: XdgPositioner, token: UInt32) {
    send(2, [.object(positioner.proxy), .uint(token)])
  }
}
