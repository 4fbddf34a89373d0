// Generated from protocols/fractional-scale-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_fractional_scale_v1`: Fractional scale interface to a wl_surface.
struct WpFractionalScaleV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_fractional_scale_v1", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("preferred_scale", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `wp_fractional_scale_v1`.
  enum Event: ProtocolEvent {
    /// Notify of new preferred scale.
    case preferredScale(scale: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .preferredScale(scale: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Remove surface scale information for surface.
  func destroy() {
    sendLast(0, since: 1)
  }
}
