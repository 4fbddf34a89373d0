// Generated from protocols/tablet-unstable-v2.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwp_tablet_pad_ring_v2`: Pad ring.
struct ZwpTabletPadRingV2: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwp_tablet_pad_ring_v2", version: 1,
    requests: [
      MessageDescription("set_feedback", "su"),
      MessageDescription("destroy", ""),
    ],
    events: [
      MessageDescription("source", "u"),
      MessageDescription("angle", "f"),
      MessageDescription("stop", ""),
      MessageDescription("frame", "u"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Ring axis source.
  struct Source: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Finger.
    static let finger = Source(rawValue: 1)
  }

  /// What the compositor says about a `zwp_tablet_pad_ring_v2`.
  enum Event: ProtocolEvent {
    /// Ring event source.
    case source(source: Source)

    /// Angle changed.
    case angle(degrees: Double)

    /// Interaction stopped.
    case stop

    /// End of a ring event sequence.
    case frame(time: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .source(source: Source(rawValue: arguments.uint(0)))
      case 1:
        self = .angle(degrees: arguments.fixed(0))
      case 2:
        self = .stop
      case 3:
        self = .frame(time: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Set compositor feedback.
  func setFeedback(description: String, serial: UInt32) {
    description.withCString { descriptionBytes in send(0, [.string(descriptionBytes), .uint(serial)]) }
  }

  /// Destroy the ring object.
  func destroy() {
    sendLast(1, since: 1)
  }
}
