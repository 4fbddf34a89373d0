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
    /// The toplevel is minimized.
    static let minimized = State(rawValue: 1)
    /// The toplevel is active.
    static let activated = State(rawValue: 2)
    /// The toplevel is fullscreen.
    static let fullscreen = State(rawValue: 3)
  }

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The provided rectangle is invalid.
    static let invalidRectangle = Error(rawValue: 0)
  }

  /// What the compositor says about a `zwlr_foreign_toplevel_handle_v1`.
  enum Event: ProtocolEvent {
    /// Title change.
    case title(title: String)

    /// App-id change.
    case appId(appId: String)

    /// Toplevel entered an output.
    case outputEnter(output: WlOutput?)

    /// Toplevel left an output.
    case outputLeave(output: WlOutput?)

    /// The toplevel state changed.
    case state(state: [UInt32])

    /// All information about the toplevel has been sent.
    case done

    /// This toplevel has been destroyed.
    case closed

    /// Parent change.
    case parent(parent: ZwlrForeignToplevelHandleV1?)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .title(title: arguments.string(0))
      case 1:
        self = .appId(appId: arguments.string(0))
      case 2:
        self = .outputEnter(output: arguments.object(0))
      case 3:
        self = .outputLeave(output: arguments.object(0))
      case 4:
        self = .state(state: arguments.array(0))
      case 5:
        self = .done
      case 6:
        self = .closed
      case 7:
        self = .parent(parent: arguments.object(0))
      default: return nil
      }
    }
  }

  /// Requests that the toplevel be maximized.
  func setMaximized() {
    send(0)
  }

  /// Requests that the toplevel be unmaximized.
  func unsetMaximized() {
    send(1)
  }

  /// Requests that the toplevel be minimized.
  func setMinimized() {
    send(2)
  }

  /// Requests that the toplevel be unminimized.
  func unsetMinimized() {
    send(3)
  }

  /// Activate the toplevel.
  func activate(seat: WlSeat) {
    send(4, [.object(seat.proxy)])
  }

  /// Request that the toplevel be closed.
  func close() {
    send(5)
  }

  /// The rectangle which represents the toplevel.
  func setRectangle(surface: WlSurface, x: Int32, y: Int32, width: Int32, height: Int32) {
    send(6, [.object(surface.proxy), .int(x), .int(y), .int(width), .int(height)])
  }

  /// Destroy the zwlr_foreign_toplevel_handle_v1 object.
  func destroy() {
    sendLast(7, since: 1)
  }

  /// Request that the toplevel be fullscreened.
  func setFullscreen(output: WlOutput?) {
    send(8, [.object(output?.proxy)])
  }

  /// Request that the toplevel be unfullscreened.
  func unsetFullscreen() {
    send(9)
  }
}
