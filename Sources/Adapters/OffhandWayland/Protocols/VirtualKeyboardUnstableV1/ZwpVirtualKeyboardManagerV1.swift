// Generated from protocols/virtual-keyboard-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_virtual_keyboard_manager_v1`: Virtual keyboard manager.
struct ZwpVirtualKeyboardManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_virtual_keyboard_manager_v1", version: 1,
    requests: [
      MessageDescription("create_virtual_keyboard", "on", ["wl_seat", "zwp_virtual_keyboard_v1"])
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Create a new virtual keyboard.
  func createVirtualKeyboard(seat: WlSeat) -> ZwpVirtualKeyboardV1 {
    make(0, [.object(seat.proxy), .newID])
  }
}
