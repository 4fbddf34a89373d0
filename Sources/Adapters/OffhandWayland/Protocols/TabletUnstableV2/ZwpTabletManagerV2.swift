// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_manager_v2`: Controller object for graphic tablet devices.
struct ZwpTabletManagerV2: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_manager_v2", version: 1,
    requests: [
      MessageDescription("get_tablet_seat", "no", ["zwp_tablet_seat_v2", "wl_seat"]),
      MessageDescription("destroy", ""),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Get the tablet seat.
  func getTabletSeat(seat: WlSeat) -> ZwpTabletSeatV2 {
    make(0, [.newID, .object(seat.proxy)])
  }

  /// Release the memory for the tablet manager object.
  func destroy() {
    sendLast(1, since: 1)
  }
}
