// Generated from protocols/wlr-layer-shell-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwlr_layer_surface_v1`: Layer metadata interface.
struct ZwlrLayerSurfaceV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwlr_layer_surface_v1", version: 4,
    requests: [
      MessageDescription("set_size", "uu"),
      MessageDescription("set_anchor", "u"),
      MessageDescription("set_exclusive_zone", "i"),
      MessageDescription("set_margin", "iiii"),
      MessageDescription("set_keyboard_interactivity", "u"),
      MessageDescription("get_popup", "o", ["xdg_popup"]),
      MessageDescription("ack_configure", "u"),
      MessageDescription("destroy", ""),
      MessageDescription("set_layer", "2u"),
    ],
    events: [
      MessageDescription("configure", "uuu"),
      MessageDescription("closed", ""),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `anchor`.
  struct Anchor: OptionSet {
    let rawValue: UInt32

    /// The top edge of the anchor rectangle.
    static let top = Anchor(rawValue: 1)
    /// The bottom edge of the anchor rectangle.
    static let bottom = Anchor(rawValue: 2)
    /// The left edge of the anchor rectangle.
    static let left = Anchor(rawValue: 4)
    /// The right edge of the anchor rectangle.
    static let right = Anchor(rawValue: 8)
  }

  /// What the compositor says about a `zwlr_layer_surface_v1`.
  enum Event: ProtocolEvent {
    /// Suggest a surface change.
    case configure(serial: UInt32, width: UInt32, height: UInt32)

    /// Surface should be closed.
    case closed

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .configure(serial: arguments.uint(0), width: arguments.uint(1), height: arguments.uint(2))
      case 1:
        self = .closed
      default: return nil
      }
    }
  }

  /// Sets the size of the surface.
  func setSize(width: UInt32, height: UInt32) {
    send(0, [.uint(width), .uint(height)])
  }

  /// Configures the anchor point of the surface.
  func setAnchor(anchor: Anchor) {
    send(1, [.uint(anchor.rawValue)])
  }

  /// Configures the exclusive geometry of this surface.
  func setExclusiveZone(zone: Int32) {
    send(2, [.int(zone)])
  }

  /// Sets a margin from the anchor point.
  func setMargin(top: Int32, right: Int32, bottom: Int32, left: Int32) {
    send(3, [.int(top), .int(right), .int(bottom), .int(left)])
  }

  /// Ack a configure event.
  func ackConfigure(serial: UInt32) {
    send(6, [.uint(serial)])
  }

  /// Destroy the layer_surface.
  func destroy() {
    sendLast(7, since: 1)
  }
}
