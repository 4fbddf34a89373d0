// Generated from protocols/wlr-screencopy-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwlr_screencopy_manager_v1`: Manager to inform clients and begin capturing.
struct ZwlrScreencopyManagerV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwlr_screencopy_manager_v1", version: 3,
    requests: [
      MessageDescription("capture_output", "nio", ["zwlr_screencopy_frame_v1", nil, "wl_output"]),
      MessageDescription(
        "capture_output_region", "nioiiii", ["zwlr_screencopy_frame_v1", nil, "wl_output", nil, nil, nil, nil]),
      MessageDescription("destroy", ""),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Capture an output.
  func captureOutput(overlayCursor: Int32, output: WlOutput) -> ZwlrScreencopyFrameV1 {
    make(0, [.newID, .int(overlayCursor), .object(output.proxy)])
  }

  /// Capture an output's region.
  func captureOutputRegion(overlayCursor: Int32, output: WlOutput, x: Int32, y: Int32, width: Int32, height: Int32)
    -> ZwlrScreencopyFrameV1
  {
    make(1, [.newID, .int(overlayCursor), .object(output.proxy), .int(x), .int(y), .int(width), .int(height)])
  }

  /// Destroy the manager.
  func destroy() {
    sendLast(2, since: 1)
  }
}
