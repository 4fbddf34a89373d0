// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_pad_v2`: A set of buttons, rings and strips.
struct ZwpTabletPadV2: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_pad_v2", version: 1,
    requests: [
      MessageDescription("set_feedback", "usu"),
      MessageDescription("destroy", ""),
    ],
    events: [
      MessageDescription("group", "n", ["zwp_tablet_pad_group_v2"]),
      MessageDescription("path", "s"),
      MessageDescription("buttons", "u"),
      MessageDescription("done", ""),
      MessageDescription("button", "uuu"),
      MessageDescription("enter", "uoo", [nil, "zwp_tablet_v2", "wl_surface"]),
      MessageDescription("leave", "uo", [nil, "wl_surface"]),
      MessageDescription("removed", ""),
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

  /// What the compositor says about a `zwp_tablet_pad_v2`.
  enum Event: ProtocolEvent {
    /// Path to the device.
    case path(path: String)

    /// Pad description event sequence complete.
    case done

    /// Physical button state.
    case button(time: UInt32, button: UInt32, state: ButtonState)

    /// Enter event.
    case enter(serial: UInt32, tablet: ZwpTabletV2?, surface: WlSurface?)

    /// Leave event.
    case leave(serial: UInt32, surface: WlSurface?)

    /// Pad removed event.
    case removed

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 1:
        self = .path(path: arguments.string(0))
      case 3:
        self = .done
      case 4:
        self = .button(
          time: arguments.uint(0), button: arguments.uint(1), state: ButtonState(rawValue: arguments.uint(2)))
      case 5:
        self = .enter(serial: arguments.uint(0), tablet: arguments.object(1), surface: arguments.object(2))
      case 6:
        self = .leave(serial: arguments.uint(0), surface: arguments.object(1))
      case 7:
        self = .removed
      default: return nil
      }
    }
  }

  /// Destroy the pad object.
  func destroy() {
    sendLast(1, since: 1)
  }
}
