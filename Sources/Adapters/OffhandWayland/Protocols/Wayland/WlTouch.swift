// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_touch`: Touchscreen input device.
struct WlTouch: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_touch", version: 8,
    requests: [
      MessageDescription("release", "3")
    ],
    events: [
      MessageDescription("down", "uuoiff", [nil, nil, "wl_surface", nil, nil, nil]),
      MessageDescription("up", "uui"),
      MessageDescription("motion", "uiff"),
      MessageDescription("frame", ""),
      MessageDescription("cancel", ""),
      MessageDescription("shape", "6iff"),
      MessageDescription("orientation", "6if"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `wl_touch`.
  enum Event: ProtocolEvent {
    /// Touch down event and beginning of a touch sequence.
    case down(serial: UInt32, time: UInt32, surface: WlSurface?, id: Int32, x: Double, y: Double)

    /// End of a touch event sequence.
    case up(serial: UInt32, time: UInt32, id: Int32)

    /// Update of touch point coordinates.
    case motion(time: UInt32, id: Int32, x: Double, y: Double)

    /// End of touch frame event.
    case frame

    /// Touch session cancelled.
    case cancel

    /// Update shape of touch point.
    case shape(id: Int32, major: Double, minor: Double)

    /// Update orientation of touch point.
    case orientation(id: Int32, orientation: Double)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .down(
          serial: arguments.uint(0), time: arguments.uint(1), surface: arguments.object(2), id: arguments.int(3),
          x: arguments.fixed(4), y: arguments.fixed(5))
      case 1:
        self = .up(serial: arguments.uint(0), time: arguments.uint(1), id: arguments.int(2))
      case 2:
        self = .motion(time: arguments.uint(0), id: arguments.int(1), x: arguments.fixed(2), y: arguments.fixed(3))
      case 3:
        self = .frame
      case 4:
        self = .cancel
      case 5:
        self = .shape(id: arguments.int(0), major: arguments.fixed(1), minor: arguments.fixed(2))
      case 6:
        self = .orientation(id: arguments.int(0), orientation: arguments.fixed(1))
      default: return nil
      }
    }
  }

  /// Release the touch object.
  func destroy() {
    sendLast(0, since: 3)
  }
}
