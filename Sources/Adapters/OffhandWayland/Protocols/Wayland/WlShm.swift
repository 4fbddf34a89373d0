// Generated from protocols/wayland.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wl_shm`: Shared memory support.
struct WlShm: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wl_shm", version: 1,
    requests: [
      MessageDescription("create_pool", "nhi", ["wl_shm_pool", nil, nil])
    ],
    events: [
      MessageDescription("format", "u")
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Pixel formats.
  struct Format: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// 32-bit ARGB format, [31:0] A:R:G:B 8:8:8:8 little endian.
    static let argb8888 = Format(rawValue: 0)
    /// 32-bit RGB format, [31:0] x:R:G:B 8:8:8:8 little endian.
    static let xrgb8888 = Format(rawValue: 1)
    /// 32-bit xBGR format, [31:0] x:B:G:R 8:8:8:8 little endian.
    static let xbgr8888 = Format(rawValue: 875709016)
    /// 32-bit ABGR format, [31:0] A:B:G:R 8:8:8:8 little endian.
    static let abgr8888 = Format(rawValue: 875708993)
  }

  /// What the compositor says about a `wl_shm`.
  enum Event: ProtocolEvent {
    /// Pixel format description.
    case format(format: Format)

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .format(format: Format(rawValue: arguments.uint(0)))
      default: return nil
      }
    }
  }

  /// Create a shm pool.
  func createPool(fd: Int32, size: Int32) -> WlShmPool {
    make(0, [.newID, .descriptor(fd), .int(size)])
  }
}
