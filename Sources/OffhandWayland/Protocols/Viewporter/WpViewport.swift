// Generated from protocols/viewporter.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `wp_viewport`: Crop and scale interface to a wl_surface.
struct WpViewport: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "wp_viewport", version: 1,
    requests: [
      MessageDescription("destroy", ""),
      MessageDescription("set_source", "ffff"),
      MessageDescription("set_destination", "ii"),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Values of `error`.
  struct Error: RawRepresentable, Hashable {
    let rawValue: UInt32

    /// Negative or zero values in width or height.
    static let badValue = Error(rawValue: 0)
    /// Destination size is not integer.
    static let badSize = Error(rawValue: 1)
    /// Source rectangle extends outside of the content area.
    static let outOfBuffer = Error(rawValue: 2)
    /// The wl_surface was destroyed.
    static let noSurface = Error(rawValue: 3)
  }

  /// Remove scaling and cropping from the surface.
  func destroy() {
    sendLast(0, since: 1)
  }

  /// Set the source rectangle for cropping.
  func setSource(x: Double, y: Double, width: Double, height: Double) {
    send(1, [.fixed(x), .fixed(y), .fixed(width), .fixed(height)])
  }

  /// Set the surface size for scaling.
  func setDestination(width: Int32, height: Int32) {
    send(2, [.int(width), .int(height)])
  }
}
