// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_pad_v2`: A set of buttons, rings and strips.
struct ZwpTabletPadV2: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_pad_v2", version: 1,
    requests: [
      MessageDescription("set_feedback", "usu"),
      MessageDescription("destroy", ""),
    ],
    events: [
      MessageDescription("group", "n", ["zwp_tablet_pad_group_v2"]),
      MessageDescription("path", "s"),
      MessageDescription("buttons", "u"),
      MessageDescription("done", ""),
      MessageDescription("button", "uuu"),
      MessageDescription("enter", "uoo", [nil, "zwp_tablet_v2", "wl_surface"]),
      MessageDescription("leave", "uo", [nil, "wl_surface"]),
      MessageDescription("removed", ""),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Destroy the pad object.
  func destroy() {
    sendLast(1, since: 1)
  }
}
