// Generated from protocols/wlr-screencopy-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwlr_screencopy_frame_v1`: A frame ready for copy.
struct ZwlrScreencopyFrameV1: EventfulObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwlr_screencopy_frame_v1", version: 3,
    requests: [
      MessageDescription("copy", "o", ["wl_buffer"]),
      MessageDescription("destroy", ""),
      MessageDescription("copy_with_damage", "2o", ["wl_buffer"]),
    ],
    events: [
      MessageDescription("buffer", "uuuu"),
      MessageDescription("flags", "u"),
      MessageDescription("ready", "uuu"),
      MessageDescription("failed", ""),
      MessageDescription("damage", "2uuuu"),
      MessageDescription("linux_dmabuf", "3uuu"),
      MessageDescription("buffer_done", "3"),
    ])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `flags`.
  struct Flags: OptionSet {
    let rawValue: UInt32

    /// Contents are y-inverted.
    static let yInvert = Flags(rawValue: 1)
  }

  /// What the compositor says about a `zwlr_screencopy_frame_v1`.
  enum Event: ProtocolEvent {
    /// Wl_shm buffer information.
    case buffer(format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)

    /// Frame flags.
    case flags(flags: Flags)

    /// Indicates frame is available for reading.
    case ready(tvSecHi: UInt32, tvSecLo: UInt32, tvNsec: UInt32)

    /// Frame copy failed.
    case failed

    /// All buffer types reported.
    case bufferDone

    init?(opcode: UInt32, arguments: EventArguments) {
      switch opcode {
      case 0:
        self = .buffer(
          format: WlShm.Format(rawValue: arguments.uint(0)), width: arguments.uint(1), height: arguments.uint(2),
          stride: arguments.uint(3))
      case 1:
        self = .flags(flags: Flags(rawValue: arguments.uint(0)))
      case 2:
        self = .ready(tvSecHi: arguments.uint(0), tvSecLo: arguments.uint(1), tvNsec: arguments.uint(2))
      case 3:
        self = .failed
      case 6:
        self = .bufferDone
      default: return nil
      }
    }
  }

  /// Copy the frame.
  func copy(buffer: WlBuffer) {
    send(0, [.object(buffer.proxy)])
  }

  /// Delete this object, used or not.
  func destroy() {
    sendLast(1, since: 1)
  }

  /// Copy the frame when it's damaged.
  func copyWithDamage(buffer: WlBuffer) {
    send(2, [.object(buffer.proxy)])
  }
}
