// Generated from protocols/presentation-time.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_presentation`: Timed presentation related wl_surface requests.
struct WpPresentation: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_presentation", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("feedback", "on", ["wl_surface", "wp_presentation_feedback"]),
    ],
    events: [
      MessageDescription("clock_id", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `wp_presentation`.
  enum Event: ProtocolEvent {
    /// Clock ID for timestamps.
    case clockId(clkId: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .clockId(clkId: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Unbind from the presentation interface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Request presentation feedback information.
  func feedback(surface: WlSurface) -> WpPresentationFeedback {
    make(1, [.object(surface.proxy), .newID])
  }
}
