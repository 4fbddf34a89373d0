package import Offhand

/// A surface above all programs, on one output (`zwlr_layer_shell_v1`): it covers the output, or a rectangle of it.
///
/// It is on the layer `overlay`, since `top` is below windows that fill the screen. By default touches pass through it. A touch that
/// lands on a layer with input belongs to it until it lifts, wherever it goes; the programs below receive nothing of it.
package final class LayerSurface: SurfaceRole {
  /// The content.
  package let surface: Surface
  /// Whether the compositor has closed it, for example because its output is gone.
  package private(set) var isClosed = false

  private let layer: ZwlrLayerSurfaceV1

  /// A layer named `namespace` on `output`, or on an output that the compositor picks; shown from its first frame on. It lies over `rect`,
  /// in logical pixels from the output's top left corner; without one over the whole output. Panels that reserve space move neither.
  /// Throws if the compositor has no layers.
  package init(
    _ connection: Connection, namespace: String, output: Output? = nil, over rect: PixelRect? = nil,
    input: SurfaceInput = .nothing, policy: PresentationPolicy = .frameCallback
  ) throws(SurfaceError) {
    guard let shell = connection.registry.layerShell else {
      throw .roleUnavailable(ZwlrLayerShellV1.demand.unavailable(offered: nil))
    }
    surface = Surface(connection, content: .translucent, input: input, policy: policy, home: output)
    layer = shell.getLayerSurface(
      surface: surface.object, output: output?.object, layer: .overlay, namespace: namespace)
    layer.listen { [unowned self] event in
      switch event {
      case .configure(let serial, let width, let height):
        // 0 leaves the size to us.
        let whole = surface.outputSize
        surface.configure(
          SurfaceConfiguration(
            width: width > 0 ? Int32(clamping: width) : rect?.width ?? whole.width,
            height: height > 0 ? Int32(clamping: height) : rect?.height ?? whole.height, serial: serial))
      case .closed: isClosed = true
      }
    }
    surface.acknowledgeSizes { [layer] in layer.ackConfigure(serial: $0) }
    layer.setAnchor(anchor: rect == nil ? [.top, .bottom, .left, .right] : [.top, .left])
    if let rect {
      layer.setSize(width: UInt32(clamping: rect.width), height: UInt32(clamping: rect.height))
      layer.setMargin(top: rect.y, right: 0, bottom: 0, left: rect.x)
    }
    layer.setExclusiveZone(zone: -1)
    surface.object.commit()
  }

  deinit { layer.destroy() }
}
