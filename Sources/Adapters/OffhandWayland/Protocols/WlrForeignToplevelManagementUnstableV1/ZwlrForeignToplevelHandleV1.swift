// Generated from protocols/wlr-foreign-toplevel-management-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwlr_foreign_toplevel_handle_v1`: An opened toplevel.
struct ZwlrForeignToplevelHandleV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwlr_foreign_toplevel_handle_v1", version: 3,
    requests: [
      MessageDescription("set_maximized", ""),
      MessageDescription("unset_maximized", ""),
      MessageDescription("set_minimized", ""),
      MessageDescription("unset_minimized", ""),
      MessageDescription("activate", "o", ["wl_seat"]),
      MessageDescription("close", ""),
      MessageDescription("set_rectangle", "oiiii", ["wl_surface", nil, nil, nil, nil]),
      MessageDescription("destroy", ""),
      MessageDescription("set_fullscreen", "2?o", ["wl_output"]),
      MessageDescription("unset_fullscreen", "2"),
    ],
    events: [
      MessageDescription("title", "s"),
      MessageDescription("app_id", "s"),
      MessageDescription("output_enter", "o", ["wl_output"]),
      MessageDescription("output_leave", "o", ["wl_output"]),
      MessageDescription("state", "a"),
      MessageDescription("done", ""),
      MessageDescription("closed", ""),
      MessageDescription("parent", "3?o", ["zwlr_foreign_toplevel_handle_v1"]),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Types of states on the toplevel.
  struct State: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The toplevel is maximized.
    static let maximized = State(rawValue: 0)
    /// The toplevel is active.
    static let activated = State(rawValue: 2)
    /// The toplevel is fullscreen.
    static let fullscreen = State(rawValue: 3)
  }

  /// What the compositor says about a `zwlr_foreign_toplevel_handle_v1`.
  enum Event: ProtocolEvent {
    /// App-id change.
    case appId(appId: String)

    /// The toplevel state changed.
    case state(state: [UInt32])

    /// All information about the toplevel has been sent.
    case done

    /// This toplevel has been destroyed.
    case closed

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 1:
        self = .appId(appId: arguments.string(0))
      case 4:
        self = .state(state: arguments.array(0))
      case 5:
        self = .done
      case 6:
        self = .closed
      default: return nil
      }
    }
  }

  /// Requests that the toplevel be maximized.
  func setMaximized() {
    send(0)
  }

  /// Request that the toplevel be closed.
  func close() {
    send(5)
  }

  /// Destroy the zwlr_foreign_toplevel_handle_v1 object.
  func destroy() {
    sendLast(7, since: 1)
  }

  /// Request that the toplevel be fullscreened.
  func setFullscreen(output: WlOutput?) {
    send(8, [.object(output?.proxy)])
  }
}
