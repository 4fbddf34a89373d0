// Generated from protocols/presentation-time.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_presentation_feedback`: Presentation time feedback event.
struct WpPresentationFeedback: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_presentation_feedback", version: 1, requests: [],
    events: [
      MessageDescription("sync_output", "o", ["wl_output"]),
      MessageDescription("presented", "uuuuuuu"),
      MessageDescription("discarded", ""),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Bitmask of flags in presented event.
  struct Kind: OptionSet {
    let rawValue: UInt32

  }

  /// What the compositor says about a `wp_presentation_feedback`.
  enum Event: ProtocolEvent {
    /// Presentation synchronized to this output.
    case syncOutput(output: WlOutput?)

    /// The content update was displayed.
    case presented(
      tvSecHi: UInt32, tvSecLo: UInt32, tvNsec: UInt32, refresh: UInt32, seqHi: UInt32, seqLo: UInt32, flags: Kind)

    /// The content update was not displayed.
    case discarded

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .syncOutput(output: arguments.object(0))
      case 1:
        self = .presented(
          tvSecHi: arguments.uint(0), tvSecLo: arguments.uint(1), tvNsec: arguments.uint(2), refresh: arguments.uint(3),
          seqHi: arguments.uint(4), seqLo: arguments.uint(5), flags: Kind(rawValue: arguments.uint(6)))
      case 2:
        self = .discarded
      default: return nil
      }
    }
  }
}
