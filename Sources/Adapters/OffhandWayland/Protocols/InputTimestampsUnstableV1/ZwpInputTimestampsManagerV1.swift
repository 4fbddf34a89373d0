// Generated from protocols/input-timestamps-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_input_timestamps_manager_v1`: Context object for high-resolution input timestamps.
struct ZwpInputTimestampsManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_input_timestamps_manager_v1", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_keyboard_timestamps", "no", ["zwp_input_timestamps_v1", "wl_keyboard"]),
      MessageDescription("get_pointer_timestamps", "no", ["zwp_input_timestamps_v1", "wl_pointer"]),
      MessageDescription("get_touch_timestamps", "no", ["zwp_input_timestamps_v1", "wl_touch"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy the input timestamps manager object.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Subscribe to high-resolution touch timestamp events.
  func getTouchTimestamps(touch: WlTouch) -> ZwpInputTimestampsV1 {
    make(3, [.newID, .object(touch.proxy)])
  }
}
