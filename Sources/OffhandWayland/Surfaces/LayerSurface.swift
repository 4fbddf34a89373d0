/// A surface above all programs, on the whole of one output (`zwlr_layer_shell_v1`, layer `overlay`).
///
/// It is not the layer `top`: that lies below windows that fill the screen. Touches go through it unless it is made to take
/// them; that is said anew each time one is made.
public final class LayerSurface: SurfaceRole {
  /// What is shown.
  public let surface: Surface
  /// Whether the compositor has closed it, for one because its output is gone.
  public private(set) var isClosed = false

  private let layer: ZwlrLayerSurfaceV1

  /// A layer named `namespace`, on `output`, or on one that the compositor picks. It is shown when the first frame is drawn.
  /// Throws where the compositor has no layers.
  public init(
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
        surface.configure(
          SurfaceConfiguration(width: Int32(clamping: width), height: Int32(clamping: height), serial: serial))
      case .closed: isClosed = true
      }
    }
    surface.acknowledge = { [layer] in layer.ackConfigure(serial: $0) }
    // All edges and no size: as large as the output. The zone -1: also below panels that keep windows away.
    layer.setAnchor(anchor: [.top, .bottom, .left, .right])
    layer.setExclusiveZone(zone: -1)
    surface.object.commit()
  }

  deinit { layer.destroy() }
}
