// Generated from protocols/xdg-output-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zxdg_output_v1`: Compositor logical output region.
struct ZxdgOutputV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zxdg_output_v1", version: 3,
    requests: [
      MessageDescription("destroy", "")
    ],
    events: [
      MessageDescription("logical_position", "ii"),
      MessageDescription("logical_size", "ii"),
      MessageDescription("done", ""),
      MessageDescription("name", "2s"),
      MessageDescription("description", "2s"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `zxdg_output_v1`.
  enum Event: ProtocolEvent {
    /// Position of the output within the global compositor space.
    case logicalPosition(x: Int32, y: Int32)

    /// Size of the output in the global compositor space.
    case logicalSize(width: Int32, height: Int32)

    /// All information about the output have been sent.
    case done

    /// Name of this output.
    case name(name: String)

    /// Human-readable description of this output.
    case description(description: String)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .logicalPosition(x: arguments.int(0), y: arguments.int(1))
      case 1:
        self = .logicalSize(width: arguments.int(0), height: arguments.int(1))
      case 2:
        self = .done
      case 3:
        self = .name(name: arguments.string(0))
      case 4:
        self = .description(description: arguments.string(0))
      default: return nil
      }
    }
  }

  /// Destroy the xdg_output object.
  func destroy() {
    sendLast(0, since: 1)
  }
}
