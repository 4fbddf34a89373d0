// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_pointer`: Pointer input device.
struct WlPointer: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_pointer", version: 8,
    requests: [
      MessageDescription("set_cursor", "u?oii", [nil, "wl_surface", nil, nil]),
      MessageDescription("release", "3"),
    ],
    events: [
      MessageDescription("enter", "uoff", [nil, "wl_surface", nil, nil]),
      MessageDescription("leave", "uo", [nil, "wl_surface"]),
      MessageDescription("motion", "uff"),
      MessageDescription("button", "uuuu"),
      MessageDescription("axis", "uuf"),
      MessageDescription("frame", "5"),
      MessageDescription("axis_source", "5u"),
      MessageDescription("axis_stop", "5uu"),
      MessageDescription("axis_discrete", "5ui"),
      MessageDescription("axis_value120", "8ui"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Physical button state.
  struct ButtonState: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The button is not pressed.
    static let released = ButtonState(rawValue: 0)
    /// The button is pressed.
    static let pressed = ButtonState(rawValue: 1)
  }

  /// What the compositor says about a `wl_pointer`.
  enum Event: ProtocolEvent {
    /// Enter event.
    case enter(serial: UInt32, surface: WlSurface?, surfaceX: Double, surfaceY: Double)

    /// Leave event.
    case leave(serial: UInt32, surface: WlSurface?)

    /// Pointer motion event.
    case motion(time: UInt32, surfaceX: Double, surfaceY: Double)

    /// Pointer button event.
    case button(serial: UInt32, time: UInt32, button: UInt32, state: ButtonState)

    /// End of a pointer event sequence.
    case frame

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .enter(
          serial: arguments.uint(0), surface: arguments.object(1), surfaceX: arguments.fixed(2),
          surfaceY: arguments.fixed(3))
      case 1:
        self = .leave(serial: arguments.uint(0), surface: arguments.object(1))
      case 2:
        self = .motion(time: arguments.uint(0), surfaceX: arguments.fixed(1), surfaceY: arguments.fixed(2))
      case 3:
        self = .button(
          serial: arguments.uint(0), time: arguments.uint(1), button: arguments.uint(2),
          state: ButtonState(rawValue: arguments.uint(3)))
      case 5:
        self = .frame
      default: return nil
      }
    }
  }

  /// Set the pointer surface.
  func setCursor(serial: UInt32, surface: WlSurface?, hotspotX: Int32, hotspotY: Int32) {
    send(0, [.uint(serial), .object(surface?.proxy), .int(hotspotX), .int(hotspotY)])
  }

  /// Release the pointer object.
  func destroy() {
    sendLast(1, since: 3)
  }
}
