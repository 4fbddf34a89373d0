// Generated from protocols/virtual-keyboard-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_virtual_keyboard_v1`: Virtual keyboard.
struct ZwpVirtualKeyboardV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_virtual_keyboard_v1", version: 1,
    requests: [
      MessageDescription("keymap", "uhu"),
      MessageDescription("key", "uuu"),
      MessageDescription("modifiers", "uuuu"),
      MessageDescription("destroy", ""),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Keyboard mapping.
  func keymap(format: UInt32, fd: Int32, size: UInt32) {
    send(0, [.uint(format), .descriptor(fd), .uint(size)])
  }

  /// Key event.
  func key(time: UInt32, key: UInt32, state: UInt32) {
    send(1, [.uint(time), .uint(key), .uint(state)])
  }

  /// Modifier and group state.
  func modifiers(modsDepressed: UInt32, modsLatched: UInt32, modsLocked: UInt32, group: UInt32) {
    send(2, [.uint(modsDepressed), .uint(modsLatched), .uint(modsLocked), .uint(group)])
  }

  /// Destroy the virtual keyboard keyboard object.
  func destroy() {
    sendLast(3, since: 1)
  }
}
