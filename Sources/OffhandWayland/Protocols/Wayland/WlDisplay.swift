// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_display`: Core global object.
struct WlDisplay: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_display", version: 1,
    requests: [
      MessageDescription("sync", "n", ["wl_callback"]),
      MessageDescription("get_registry", "n", ["wl_registry"]),
    ],
    events: [
      MessageDescription("error", "ous"),
      MessageDescription("delete_id", "u"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Global error values.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Server couldn't find object.
    static let invalidObject = Error(rawValue: 0)
    /// Method doesn't exist on the specified interface or malformed request.
    static let invalidMethod = Error(rawValue: 1)
    /// Server is out of memory.
    static let noMemory = Error(rawValue: 2)
    /// Implementation error in compositor.
    static let implementation = Error(rawValue: 3)
  }

  /// What the compositor says about a `wl_display`.
  enum Event: ProtocolEvent {
    /// Fatal error event.
    case error(objectId: OpaquePointer?, code: UInt32, message: String)

    /// Acknowledge object ID deletion.
    case deleteId(id: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .error(objectId: arguments.proxy(0), code: arguments.uint(1), message: arguments.string(2))
      case 1:
        self = .deleteId(id: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Asynchronous roundtrip.
  func sync() -> WlCallback {
    make(0, [.newID])
  }

  /// Get global registry object.
  func getRegistry() -> WlRegistry {
    make(1, [.newID])
  }
}
