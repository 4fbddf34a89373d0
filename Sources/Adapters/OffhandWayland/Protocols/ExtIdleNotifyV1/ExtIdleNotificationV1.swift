// Generated from protocols/ext-idle-notify-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `ext_idle_notification_v1`: Idle notification.
struct ExtIdleNotificationV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "ext_idle_notification_v1", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("idled", ""),
      MessageDescription("resumed", ""),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `ext_idle_notification_v1`.
  enum Event: ProtocolEvent {
    /// Notification object is idle.
    case idled

    /// Notification object is no longer idle.
    case resumed

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .idled
      case 1:
        self = .resumed
      default: return nil
      }
    }
  }

  /// Destroy the notification object.
  func destroy() {
    sendLast(0, since: 1)
  }
}
