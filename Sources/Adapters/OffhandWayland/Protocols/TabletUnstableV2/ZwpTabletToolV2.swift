// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_tool_v2`: A physical tablet tool.
struct ZwpTabletToolV2: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_tool_v2", version: 1,
    requests: [
      MessageDescription("set_cursor", "u?oii", [nil, "wl_surface", nil, nil]),
      MessageDescription("destroy", ""),
    ],
    events: [
      MessageDescription("type", "u"),
      MessageDescription("hardware_serial", "uu"),
      MessageDescription("hardware_id_wacom", "uu"),
      MessageDescription("capability", "u"),
      MessageDescription("done", ""),
      MessageDescription("removed", ""),
      MessageDescription("proximity_in", "uoo", [nil, "zwp_tablet_v2", "wl_surface"]),
      MessageDescription("proximity_out", ""),
      MessageDescription("down", "u"),
      MessageDescription("up", ""),
      MessageDescription("motion", "ff"),
      MessageDescription("pressure", "u"),
      MessageDescription("distance", "u"),
      MessageDescription("tilt", "ff"),
      MessageDescription("rotation", "f"),
      MessageDescription("slider", "i"),
      MessageDescription("wheel", "fi"),
      MessageDescription("button", "uuu"),
      MessageDescription("frame", "u"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// A physical tool type.
  struct Kind: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Pen.
    static let pen = Kind(rawValue: 320)
    /// Finger.
    static let finger = Kind(rawValue: 325)
    /// Mouse.
    static let mouse = Kind(rawValue: 326)
    /// Lens.
    static let lens = Kind(rawValue: 327)
  }

  /// What the compositor says about a `zwp_tablet_tool_v2`.
  enum Event: ProtocolEvent {
    /// Tool type.
    case type(toolType: Kind)

    /// Tool removed.
    case removed

    /// Proximity in event.
    case proximityIn(serial: UInt32, tablet: ZwpTabletV2?, surface: WlSurface?)

    /// Proximity out event.
    case proximityOut

    /// Tablet tool is making contact.
    case down(serial: UInt32)

    /// Tablet tool is no longer making contact.
    case up

    /// Motion event.
    case motion(x: Double, y: Double)

    /// Frame event.
    case frame(time: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .type(toolType: Kind(rawValue: arguments.uint(0)))
      case 5:
        self = .removed
      case 6:
        self = .proximityIn(serial: arguments.uint(0), tablet: arguments.object(1), surface: arguments.object(2))
      case 7:
        self = .proximityOut
      case 8:
        self = .down(serial: arguments.uint(0))
      case 9:
        self = .up
      case 10:
        self = .motion(x: arguments.fixed(0), y: arguments.fixed(1))
      case 18:
        self = .frame(time: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Set the tablet tool's surface.
  func setCursor(serial: UInt32, surface: WlSurface?, hotspotX: Int32, hotspotY: Int32) {
    send(0, [.uint(serial), .object(surface?.proxy), .int(hotspotX), .int(hotspotY)])
  }

  /// Destroy the tool object.
  func destroy() {
    sendLast(1, since: 1)
  }
}
