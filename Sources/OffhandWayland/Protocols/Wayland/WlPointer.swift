// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_pointer`: Pointer input device.
struct WlPointer: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_pointer", version: 8,
    requests: [
      MessageDescription("set_cursor", "u?oii", [nil, "wl_surface", nil, nil]),
      MessageDescription("release", "3"),
    ],
    events: [
      MessageDescription("enter", "uoff", [nil, "wl_surface", nil, nil]),
      MessageDescription("leave", "uo", [nil, "wl_surface"]),
      MessageDescription("motion", "uff"),
      MessageDescription("button", "uuuu"),
      MessageDescription("axis", "uuf"),
      MessageDescription("frame", "5"),
      MessageDescription("axis_source", "5u"),
      MessageDescription("axis_stop", "5uu"),
      MessageDescription("axis_discrete", "5ui"),
      MessageDescription("axis_value120", "8ui"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Given wl_surface has another role.
    static let role = Error(rawValue: 0)
  }

  /// Physical button state.
  struct ButtonState: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// The button is not pressed.
    static let released = ButtonState(rawValue: 0)
    /// The button is pressed.
    static let pressed = ButtonState(rawValue: 1)
  }

  /// Axis types.
  struct Axis: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Vertical axis.
    static let verticalScroll = Axis(rawValue: 0)
    /// Horizontal axis.
    static let horizontalScroll = Axis(rawValue: 1)
  }

  /// Axis source types.
  struct AxisSource: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// A physical wheel rotation.
    static let wheel = AxisSource(rawValue: 0)
    /// Finger on a touch surface.
    static let finger = AxisSource(rawValue: 1)
    /// Continuous coordinate space.
    static let continuous = AxisSource(rawValue: 2)
    /// A physical wheel tilt.
    static let wheelTilt = AxisSource(rawValue: 3)
  }

  /// What the compositor says about a `wl_pointer`.
  enum Event: ProtocolEvent {
    /// Enter event.
    case enter(serial: UInt32, surface: WlSurface?, surfaceX: Double, surfaceY: Double)

    /// Leave event.
    case leave(serial: UInt32, surface: WlSurface?)

    /// Pointer motion event.
    case motion(time: UInt32, surfaceX: Double, surfaceY: Double)

    /// Pointer button event.
    case button(serial: UInt32, time: UInt32, button: UInt32, state: ButtonState)

    /// Axis event.
    case axis(time: UInt32, axis: Axis, value: Double)

    /// End of a pointer event sequence.
    case frame

    /// Axis source event.
    case axisSource(axisSource: AxisSource)

    /// Axis stop event.
    case axisStop(time: UInt32, axis: Axis)

    /// Axis click event.
    case axisDiscrete(axis: Axis, discrete: Int32)

    /// Axis high-resolution scroll event.
    case axisValue120(axis: Axis, value120: Int32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .enter(
          serial: arguments.uint(0), surface: arguments.object(1), surfaceX: arguments.fixed(2),
          surfaceY: arguments.fixed(3))
      case 1:
        self = .leave(serial: arguments.uint(0), surface: arguments.object(1))
      case 2:
        self = .motion(time: arguments.uint(0), surfaceX: arguments.fixed(1), surfaceY: arguments.fixed(2))
      case 3:
        self = .button(
          serial: arguments.uint(0), time: arguments.uint(1), button: arguments.uint(2),
          state: ButtonState(rawValue: arguments.uint(3)))
      case 4:
        self = .axis(time: arguments.uint(0), axis: Axis(rawValue: arguments.uint(1)), value: arguments.fixed(2))
      case 5:
        self = .frame
      case 6:
        self = .axisSource(axisSource: AxisSource(rawValue: arguments.uint(0)))
      case 7:
        self = .axisStop(time: arguments.uint(0), axis: Axis(rawValue: arguments.uint(1)))
      case 8:
        self = .axisDiscrete(axis: Axis(rawValue: arguments.uint(0)), discrete: arguments.int(1))
      case 9:
        self = .axisValue120(axis: Axis(rawValue: arguments.uint(0)), value120: arguments.int(1))
      default: return nil
      }
    }
  }

  /// Set the pointer surface.
  func setCursor(serial: UInt32, surface: WlSurface?, hotspotX: Int32, hotspotY: Int32) {
    send(0, [.uint(serial), .object(surface?.proxy), .int(hotspotX), .int(hotspotY)])
  }

  /// Release the pointer object.
  func release() {
    sendLast(1, since: 3)
  }

  func destroy() { release() }
}
