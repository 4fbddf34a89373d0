// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_callback`: Callback object.
struct WlCallback: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_callback", version: 1, requests: [],
    events: [
      MessageDescription("done", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `wl_callback`.
  enum Event: ProtocolEvent {
    /// Done event.
    case done(callbackData: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .done(callbackData: arguments.uint(0))
      default: return nil
      }
    }
  }
}
