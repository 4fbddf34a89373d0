// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_buffer`: Content for a wl_surface.
struct WlBuffer: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_buffer", version: 1,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("release", "")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `wl_buffer`.
  enum Event: ProtocolEvent {
    /// Compositor releases buffer.
    case release

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .release
      default: return nil
      }
    }
  }

  /// Destroy a buffer.
  func destroy() {
    sendLast(0, since: 1)
  }
}
