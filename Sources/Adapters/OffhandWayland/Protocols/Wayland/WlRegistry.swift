// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_registry`: Global registry object.
struct WlRegistry: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_registry", version: 1,
    requests: [
      MessageDescription("bind", "usun")
    ],
    events: [
      MessageDescription("global", "usu"),
      MessageDescription("global_remove", "u"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// What the compositor says about a `wl_registry`.
  enum Event: ProtocolEvent {
    /// Announce global object.
    case global(name: UInt32, interface: String, version: UInt32)

    /// Announce removal of global object.
    case globalRemove(name: UInt32)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .global(name: arguments.uint(0), interface: arguments.string(1), version: arguments.uint(2))
      case 1:
        self = .globalRemove(name: arguments.uint(0))
      default: return nil
      }
    }
  }

  /// Bind an object to the display.
  func bind<Object: ProtocolObject>(name: UInt32, version: UInt32) -> Object {
    make(0, [.uint(name), .string(Object.table.name), .uint(version), .newID], version: version)
  }
}
