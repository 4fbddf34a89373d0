// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_seat_v2`: Controller object for graphic tablet devices of a seat.
struct ZwpTabletSeatV2: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_seat_v2", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("tablet_added", "n", ["zwp_tablet_v2"]),
      MessageDescription("tool_added", "n", ["zwp_tablet_tool_v2"]),
      MessageDescription("pad_added", "n", ["zwp_tablet_pad_v2"]),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `zwp_tablet_seat_v2`.
  enum Event: ProtocolEvent {
    /// New device notification.
    case tabletAdded(id: ZwpTabletV2?)

    /// A new tool has been used with a tablet.
    case toolAdded(id: ZwpTabletToolV2?)

    /// New pad notification.
    case padAdded(id: ZwpTabletPadV2?)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .tabletAdded(id: arguments.object(0))
      case 1:
        self = .toolAdded(id: arguments.object(0))
      case 2:
        self = .padAdded(id: arguments.object(0))
      default: return nil
      }
    }
  }

  /// Release the memory for the tablet seat object.
  func destroy() {
    sendLast(0, since: 1)
  }
}
