// Generated from protocols/wlr-foreign-toplevel-management-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwlr_foreign_toplevel_manager_v1`: List and control opened apps.
struct ZwlrForeignToplevelManagerV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwlr_foreign_toplevel_manager_v1", version: 3,
    requests: [
      MessageDescription("stop", "")
    ],
    events: [
      MessageDescription("toplevel", "n", ["zwlr_foreign_toplevel_handle_v1"]),
      MessageDescription("finished", ""),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `zwlr_foreign_toplevel_manager_v1`.
  enum Event: ProtocolEvent {
    /// A toplevel has been created.
    case toplevel(toplevel: ZwlrForeignToplevelHandleV1?)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .toplevel(toplevel: arguments.object(0))
      default: return nil
      }
    }
  }

  /// Stop sending events.
  func stop() {
    send(0)
  }
}
