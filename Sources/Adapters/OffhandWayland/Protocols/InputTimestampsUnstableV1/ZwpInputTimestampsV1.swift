// Generated from protocols/input-timestamps-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_input_timestamps_v1`: Context object for input timestamps.
struct ZwpInputTimestampsV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_input_timestamps_v1", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("timestamp", "uuu")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `zwp_input_timestamps_v1`.
  enum Event: ProtocolEvent {
    /// High-resolution timestamp event.
    case timestamp(tvSecHi: UInt32, tvSecLo: UInt32, tvNsec: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .timestamp(tvSecHi: arguments.uint(0), tvSecLo: arguments.uint(1), tvNsec: arguments.uint(2))
      default: return nil
      }
    }
  }

  /// Destroy the input timestamps object.
  func destroy() {
    sendLast(0, since: 1)
  }
}
