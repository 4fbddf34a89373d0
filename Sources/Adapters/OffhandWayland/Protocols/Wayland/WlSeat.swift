// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_seat`: Group of input devices.
struct WlSeat: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_seat", version: 8,
    requests: [
      MessageDescription("get_pointer", "n", ["wl_pointer"]),
      MessageDescription("get_keyboard", "n", ["wl_keyboard"]),
      MessageDescription("get_touch", "n", ["wl_touch"]),
      MessageDescription("release", "5"),
    ],
    events: [
      MessageDescription("capabilities", "u"),
      MessageDescription("name", "2s"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Seat capability bitmask.
  struct Capability: OptionSet {
    let rawValue: UInt32

    /// The seat has pointer devices.
    static let pointer = Capability(rawValue: 1)
    /// The seat has one or more keyboards.
    static let keyboard = Capability(rawValue: 2)
    /// The seat has touch devices.
    static let touch = Capability(rawValue: 4)
  }

  /// What the compositor says about a `wl_seat`.
  enum Event: ProtocolEvent {
    /// Seat capabilities changed.
    case capabilities(capabilities: Capability)

    /// Unique identifier for this seat.
    case name(name: String)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .capabilities(capabilities: Capability(rawValue: arguments.uint(0)))
      case 1:
        self = .name(name: arguments.string(0))
      default: return nil
      }
    }
  }

  /// Return pointer object.
  func getPointer() -> WlPointer {
    make(0, [.newID])
  }

  /// Return keyboard object.
  func getKeyboard() -> WlKeyboard {
    make(1, [.newID])
  }

  /// Return touch object.
  func getTouch() -> WlTouch {
    make(2, [.newID])
  }

  /// Release the seat object.
  func destroy() {
    sendLast(3, since: 5)
  }
}
