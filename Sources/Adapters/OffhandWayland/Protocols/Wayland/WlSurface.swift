// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_surface`: An onscreen surface.
struct WlSurface: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_surface", version: 5,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("attach", "?oii", ["wl_buffer", nil, nil]),
      MessageDescription("damage", "iiii"),
      MessageDescription("frame", "n", ["wl_callback"]),
      MessageDescription("set_opaque_region", "?o", ["wl_region"]),
      MessageDescription("set_input_region", "?o", ["wl_region"]),
      MessageDescription("commit", ""),
      MessageDescription("set_buffer_transform", "2i"),
      MessageDescription("set_buffer_scale", "3i"),
      MessageDescription("damage_buffer", "4iiii"),
      MessageDescription("offset", "5ii"),
    ],
    events: [
      MessageDescription("enter", "o", ["wl_output"]),
      MessageDescription("leave", "o", ["wl_output"]),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Wl_surface error values.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Buffer transform value is invalid.
    static let invalidTransform = Error(rawValue: 1)
  }

  /// What the compositor says about a `wl_surface`.
  enum Event: ProtocolEvent {
    /// Surface enters an output.
    case enter(output: WlOutput?)

    /// Surface leaves an output.
    case leave(output: WlOutput?)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .enter(output: arguments.object(0))
      case 1:
        self = .leave(output: arguments.object(0))
      default: return nil
      }
    }
  }

  /// Delete surface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Set the surface contents.
  func attach(buffer: WlBuffer?, x: Int32, y: Int32) {
    send(1, [.object(buffer?.proxy), .int(x), .int(y)])
  }

  /// Mark part of the surface damaged.
  func damage(x: Int32, y: Int32, width: Int32, height: Int32) {
    send(2, [.int(x), .int(y), .int(width), .int(height)])
  }

  /// Request a frame throttling hint.
  func frame() -> WlCallback {
    make(3, [.newID])
  }

  /// Set input region.
  func setInputRegion(region: WlRegion?) {
    send(5, [.object(region?.proxy)])
  }

  /// Commit pending surface state.
  func commit() {
    send(6)
  }

  /// Sets the buffer transformation.
  func setBufferTransform(transform: WlOutput.Transform) {
    send(7, [.int(Int32(bitPattern: transform.rawValue))])
  }

  /// Sets the buffer scaling factor.
  func setBufferScale(scale: Int32) {
    send(8, [.int(scale)])
  }

  /// Mark part of the surface damaged using buffer coordinates.
  func damageBuffer(x: Int32, y: Int32, width: Int32, height: Int32) {
    send(9, [.int(x), .int(y), .int(width), .int(height)])
  }
}
