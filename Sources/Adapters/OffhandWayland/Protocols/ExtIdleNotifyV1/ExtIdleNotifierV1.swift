// Generated from protocols/ext-idle-notify-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `ext_idle_notifier_v1`: Idle notification manager.
struct ExtIdleNotifierV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "ext_idle_notifier_v1", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("get_idle_notification", "nuo", ["ext_idle_notification_v1", nil, "wl_seat"]),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy the manager.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Create a notification object.
  func getIdleNotification(timeout: UInt32, seat: WlSeat) -> ExtIdleNotificationV1 {
    make(1, [.newID, .uint(timeout), .object(seat.proxy)])
  }
}
