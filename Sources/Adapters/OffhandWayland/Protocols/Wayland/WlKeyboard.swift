// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_keyboard`: Keyboard input device.
struct WlKeyboard: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_keyboard", version: 8,
    requests: [
      MessageDescription("release", "3")
    ],
    events: [
      MessageDescription("keymap", "uhu"),
      MessageDescription("enter", "uoa", [nil, "wl_surface", nil]),
      MessageDescription("leave", "uo", [nil, "wl_surface"]),
      MessageDescription("key", "uuuu"),
      MessageDescription("modifiers", "uuuuu"),
      MessageDescription("repeat_info", "4ii"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Keyboard mapping format.
  struct KeymapFormat: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Libxkbcommon compatible, null-terminated string; to determine the xkb keycode, clients must add 8 to the key event keycode.
    static let xkbV1 = KeymapFormat(rawValue: 1)
  }

  /// Physical key state.
  struct KeyState: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Key is not pressed.
    static let released = KeyState(rawValue: 0)
    /// Key is pressed.
    static let pressed = KeyState(rawValue: 1)
  }

  /// What the compositor says about a `wl_keyboard`.
  enum Event: ProtocolEvent {
    /// Keyboard mapping.
    case keymap(format: KeymapFormat, fd: Int32, size: UInt32)

    /// Enter event.
    case enter(serial: UInt32, surface: WlSurface?, keys: [UInt32])

    /// Leave event.
    case leave(serial: UInt32, surface: WlSurface?)

    /// Key event.
    case key(serial: UInt32, time: UInt32, key: UInt32, state: KeyState)

    /// Modifier and group state.
    case modifiers(serial: UInt32, modsDepressed: UInt32, modsLatched: UInt32, modsLocked: UInt32, group: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .keymap(
          format: KeymapFormat(rawValue: arguments.uint(0)), fd: arguments.descriptor(1), size: arguments.uint(2))
      case 1:
        self = .enter(serial: arguments.uint(0), surface: arguments.object(1), keys: arguments.array(2))
      case 2:
        self = .leave(serial: arguments.uint(0), surface: arguments.object(1))
      case 3:
        self = .key(
          serial: arguments.uint(0), time: arguments.uint(1), key: arguments.uint(2),
          state: KeyState(rawValue: arguments.uint(3)))
      case 4:
        self = .modifiers(
          serial: arguments.uint(0), modsDepressed: arguments.uint(1), modsLatched: arguments.uint(2),
          modsLocked: arguments.uint(3), group: arguments.uint(4))
      default: return nil
      }
    }
  }

  /// Release the keyboard object.
  func destroy() {
    sendLast(0, since: 3)
  }
}
