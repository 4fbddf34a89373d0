// Generated from protocols/wlr-layer-shell-unstable-v1.xml by scripts/generate-protocols; do not edit.
// The copyright notice in that file holds for what was taken from it.

import CPlatform

/// `zwlr_layer_shell_v1`: Create surfaces that are layers of the desktop.
struct ZwlrLayerShellV1: ProtocolObject {
  let proxy: OpaquePointer

  static let description = InterfaceDescription(
    name: "zwlr_layer_shell_v1", version: 4,
    requests: [
      MessageDescription(
        "get_layer_surface", "no?ous", ["zwlr_layer_surface_v1", "wl_surface", "wl_output", nil, nil]),
      MessageDescription("destroy", "3"),
    ], events: [])
  static let table = InterfaceTables.shared.table(of: description.name)

  /// Available layers for surfaces.
  struct Layer: RawRepresentable, Hashable {
    let rawValue: UInt32

    static let background = Layer(rawValue: 0)
    static let bottom = Layer(rawValue: 1)
    static let top = Layer(rawValue: 2)
    static let overlay = Layer(rawValue: 3)
  }

  /// Create a layer_surface from a surface.
  func getLayerSurface(surface: WlSurface, output: WlOutput?, layer: Layer, namespace: String) -> ZwlrLayerSurfaceV1 {
    namespace.withCString { namespaceBytes in
      make(0, [.newID, .object(surface.proxy), .object(output?.proxy), .uint(layer.rawValue), .string(namespaceBytes)])
    }
  }

  /// Destroy the layer_shell object.
  func destroy() {
    sendLast(1, since: 3)
  }
}
