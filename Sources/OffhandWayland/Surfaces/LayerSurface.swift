/// A surface above all programs that covers one output (`zwlr_layer_shell_v1`).
///
/// It is on the layer `overlay`, since `top` is below windows that fill the screen. By default touches pass through it.
package final class LayerSurface: SurfaceRole {
  /// The content.
  package let surface: Surface
  /// Whether the compositor has closed it, for example because its output is gone.
  package private(set) var isClosed = false

  private let layer: ZwlrLayerSurfaceV1

  /// A layer named `namespace` on `output`, or on an output that the compositor picks; shown from its first frame on. Throws if
  /// the compositor has no layers.
  package init(
    _ connection: Connection, namespace: String, output: Output? = nil, input: SurfaceInput = .nothing,
    policy: any PresentationPolicy = .frameCallback
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
            width: width > 0 ? Int32(clamping: width) : whole.width,
            height: height > 0 ? Int32(clamping: height) : whole.height, serial: serial))
      case .closed: isClosed = true
      }
    }
    surface.acknowledgeSizes { [layer] in layer.ackConfigure(serial: $0) }
    // All edges and no size: as large as the output. The zone -1: also under panels that reserve space.
    layer.setAnchor(anchor: [.top, .bottom, .left, .right])
    layer.setExclusiveZone(zone: -1)
    surface.object.commit()
  }

  deinit { layer.destroy() }
}
