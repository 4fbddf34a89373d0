// Generated from protocols/xdg-decoration-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zxdg_toplevel_decoration_v1`: Decoration object for a toplevel surface.
struct ZxdgToplevelDecorationV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zxdg_toplevel_decoration_v1", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("set_mode", "u"),
      MessageDescription("unset_mode", ""),
    ],
    events: [
      MessageDescription("configure", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Window decoration modes.
  struct Mode: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Server-side window decoration.
    static let serverSide = Mode(rawValue: 2)
  }

  /// What the compositor says about a `zxdg_toplevel_decoration_v1`.
  enum Event: ProtocolEvent {
    /// Suggest a surface change.
    case configure(mode: Mode)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .configure(mode: Mode(rawValue: arguments.uint(0)))
      default: return nil
      }
    }
  }

  /// Destroy the decoration object.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Set the decoration mode.
  func setMode(mode: Mode) {
    send(1, [.uint(mode.rawValue)])
  }
}
