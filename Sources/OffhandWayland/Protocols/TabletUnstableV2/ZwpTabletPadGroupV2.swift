// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_pad_group_v2`: A set of buttons, rings and strips.
struct ZwpTabletPadGroupV2: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_pad_group_v2", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("buttons", "a"),
      MessageDescription("ring", "n", ["zwp_tablet_pad_ring_v2"]),
      MessageDescription("strip", "n", ["zwp_tablet_pad_strip_v2"]),
      MessageDescription("modes", "u"),
      MessageDescription("done", ""),
      MessageDescription("mode_switch", "uuu"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `zwp_tablet_pad_group_v2`.
  enum Event: ProtocolEvent {
    /// Buttons announced.
    case buttons(buttons: [UInt32])

    /// Ring announced.
    case ring(ring: ZwpTabletPadRingV2?)

    /// Strip announced.
    case strip(strip: ZwpTabletPadStripV2?)

    /// Mode-switch ability announced.
    case modes(modes: UInt32)

    /// Tablet group description events sequence complete.
    case done

    /// Mode switch event.
    case modeSwitch(time: UInt32, serial: UInt32, mode: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .buttons(buttons: arguments.array(0))
      case 1:
        self = .ring(ring: arguments.object(0))
      case 2:
        self = .strip(strip: arguments.object(0))
      case 3:
        self = .modes(modes: arguments.uint(0))
      case 4:
        self = .done
      case 5:
        self = .modeSwitch(time: arguments.uint(0), serial: arguments.uint(1), mode: arguments.uint(2))
      default: return nil
      }
    }
  }

  /// Destroy the pad object.
  func destroy() {
    sendLast(0, since: 1)
  }
}
