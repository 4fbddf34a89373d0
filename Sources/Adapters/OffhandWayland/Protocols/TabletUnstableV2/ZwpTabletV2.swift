// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_v2`: Graphics tablet device.
struct ZwpTabletV2: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_v2", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("name", "s"),
      MessageDescription("id", "uu"),
      MessageDescription("path", "s"),
      MessageDescription("done", ""),
      MessageDescription("removed", ""),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `zwp_tablet_v2`.
  enum Event: ProtocolEvent {
    /// Tablet device name.
    case name(name: String)

    /// Tablet device USB vendor/product id.
    case id(vid: UInt32, pid: UInt32)

    /// Tablet removed event.
    case removed

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .name(name: arguments.string(0))
      case 1:
        self = .id(vid: arguments.uint(0), pid: arguments.uint(1))
      case 4:
        self = .removed
      default: return nil
      }
    }
  }

  /// Destroy the tablet object.
  func destroy() {
    sendLast(0, since: 1)
  }
}
