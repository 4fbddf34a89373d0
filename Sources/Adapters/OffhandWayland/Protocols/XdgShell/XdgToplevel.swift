// Generated from protocols/xdg-shell.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `xdg_toplevel`: Toplevel surface.
struct XdgToplevel: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "xdg_toplevel", version: 5,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("set_parent", "?o", ["xdg_toplevel"]),
      MessageDescription("set_title", "s"),
      MessageDescription("set_app_id", "s"),
      MessageDescription("show_window_menu", "ouii", ["wl_seat", nil, nil, nil]),
      MessageDescription("move", "ou", ["wl_seat", nil]),
      MessageDescription("resize", "ouu", ["wl_seat", nil, nil]),
      MessageDescription("set_max_size", "ii"),
      MessageDescription("set_min_size", "ii"),
      MessageDescription("set_maximized", ""),
      MessageDescription("unset_maximized", ""),
      MessageDescription("set_fullscreen", "?o", ["wl_output"]),
      MessageDescription("unset_fullscreen", ""),
      MessageDescription("set_minimized", ""),
    ],
    events: [
      MessageDescription("configure", "iia"),
      MessageDescription("close", ""),
      MessageDescription("configure_bounds", "4ii"),
      MessageDescription("wm_capabilities", "5a"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Edge values for resizing.
  struct ResizeEdge: RawRepresentable, Hashable {
    let rawValue: UInt32

    static let none = ResizeEdge(rawValue: 0)
    static let top = ResizeEdge(rawValue: 1)
    static let bottom = ResizeEdge(rawValue: 2)
    static let left = ResizeEdge(rawValue: 4)
    static let right = ResizeEdge(rawValue: 8)
  }

  /// Types of state on the surface.
  struct State: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The surface is maximized.
    static let maximized = State(rawValue: 1)
    /// The surface is fullscreen.
    static let fullscreen = State(rawValue: 2)
    /// The surface is now activated.
    static let activated = State(rawValue: 4)
  }

  /// What the compositor says about a `xdg_toplevel`.
  enum Event: ProtocolEvent {
    /// Suggest a surface change.
    case configure(width: Int32, height: Int32, states: [UInt32])

    /// Surface wants to be closed.
    case close

    /// Recommended window geometry bounds.
    case configureBounds(width: Int32, height: Int32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .configure(width: arguments.int(0), height: arguments.int(1), states: arguments.array(2))
      case 1:
        self = .close
      case 2:
        self = .configureBounds(width: arguments.int(0), height: arguments.int(1))
      default: return nil
      }
    }
  }

  /// Destroy the xdg_toplevel.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Set surface title.
  func setTitle(title: String) {
    title.withCString { titleBytes in send(2, [.string(titleBytes)]) }
  }

  /// Set application ID.
  func setAppId(appId: String) {
    appId.withCString { appIdBytes in send(3, [.string(appIdBytes)]) }
  }

  /// Start an interactive move.
  func move(seat: WlSeat, serial: UInt32) {
    send(5, [.object(seat.proxy), .uint(serial)])
  }

  /// Start an interactive resize.
  func resize(seat: WlSeat, serial: UInt32, edges: ResizeEdge) {
    send(6, [.object(seat.proxy), .uint(serial), .uint(edges.rawValue)])
  }

  /// Maximize the window.
  func setMaximized() {
    send(9)
  }

  /// Set the window as fullscreen on an output.
  func setFullscreen(output: WlOutput?) {
    send(11, [.object(output?.proxy)])
  }
}
