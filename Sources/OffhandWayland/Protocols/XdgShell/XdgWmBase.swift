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

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Given wl_surface has another role.
    static let role = Error(rawValue: 0)
    /// Xdg_wm_base was destroyed before children.
    static let defunctSurfaces = Error(rawValue: 1)
    /// The client tried to map or destroy a non-topmost popup.
    static let notTheTopmostPopup = Error(rawValue: 2)
    /// The client specified an invalid popup parent surface.
    static let invalidPopupParent = Error(rawValue: 3)
    /// The client provided an invalid surface state.
    static let invalidSurfaceState = Error(rawValue: 4)
    /// The client provided an invalid positioner.
    static let invalidPositioner = Error(rawValue: 5)
    /// The client didn’t respond to a ping event in time.
    static let unresponsive = Error(rawValue: 6)
  }

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

  /// Create a positioner object.
  func createPositioner() -> XdgPositioner {
    make(1, [.newID])
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
