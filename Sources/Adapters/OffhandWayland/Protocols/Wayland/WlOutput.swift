// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_output`: Compositor output region.
struct WlOutput: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_output", version: 4,
    requests: [
      MessageDescription("release", "3")
    ],
    events: [
      MessageDescription("geometry", "iiiiissi"),
      MessageDescription("mode", "uiii"),
      MessageDescription("done", "2"),
      MessageDescription("scale", "2i"),
      MessageDescription("name", "4s"),
      MessageDescription("description", "4s"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Subpixel geometry information.
  struct Subpixel: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Unknown geometry.
    static let unknown = Subpixel(rawValue: 0)
    /// No geometry.
    static let none = Subpixel(rawValue: 1)
  }

  /// Transform from framebuffer to output.
  struct Transform: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// No transform.
    static let normal = Transform(rawValue: 0)
  }

  /// Mode information.
  struct Mode: OptionSet {
    let rawValue: UInt32

    /// Indicates this is the current mode.
    static let current = Mode(rawValue: 1)
  }

  /// What the compositor says about a `wl_output`.
  enum Event: ProtocolEvent {
    /// Properties of the output.
    case geometry(
      x: Int32, y: Int32, physicalWidth: Int32, physicalHeight: Int32, subpixel: Subpixel, make: String, model: String,
      transform: Transform)

    /// Advertise available modes for the output.
    case mode(flags: Mode, width: Int32, height: Int32, refresh: Int32)

    /// Sent all information about output.
    case done

    /// Output scaling properties.
    case scale(factor: Int32)

    /// Name of this output.
    case name(name: String)

    /// Human-readable description of this output.
    case description(description: String)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .geometry(
          x: arguments.int(0), y: arguments.int(1), physicalWidth: arguments.int(2), physicalHeight: arguments.int(3),
          subpixel: Subpixel(rawValue: arguments.uint(4)), make: arguments.string(5), model: arguments.string(6),
          transform: Transform(rawValue: arguments.uint(7)))
      case 1:
        self = .mode(
          flags: Mode(rawValue: arguments.uint(0)), width: arguments.int(1), height: arguments.int(2),
          refresh: arguments.int(3))
      case 2:
        self = .done
      case 3:
        self = .scale(factor: arguments.int(0))
      case 4:
        self = .name(name: arguments.string(0))
      case 5:
        self = .description(description: arguments.string(0))
      default: return nil
      }
    }
  }

  /// Release the output object.
  func destroy() {
    sendLast(0, since: 3)
  }
}
