package import Offhand

/// A surface above all programs, on one output (`zwlr_layer_shell_v1`): it covers the output, or lies along its edges.
///
/// It is on the layer `overlay`, since `top` is below windows that fill the screen. By default touches pass through it. A touch that
/// lands on a layer with input belongs to it until it lifts, wherever it goes; the programs below receive nothing of it.
package final class LayerSurface: SurfaceRole {
  /// The position and size of a layer on its output.
  package struct Frame: Sendable, Hashable {
    /// The edges of the output that the layer is fixed to. Between opposite ones it is centered, or, without a size, stretched.
    package var edges: ScreenEdges
    /// The width in logical pixels; 0 stretches it between the left and the right edge, which it must then be fixed to.
    package var width: UInt32
    /// The height in logical pixels; 0 stretches it between the top and the bottom edge, which it must then be fixed to.
    package var height: UInt32
    /// The distances in logical pixels from the edges that it is fixed to.
    package var margin: Margin
    /// The part of the output in logical pixels that windows leave free for the layer; 0 if they do not, but the layer keeps clear
    /// of panels that reserve space; -1 if it also lies over such panels.
    package var exclusiveZone: Int32

    /// Distances in logical pixels from the edges of the output.
    package struct Margin: Sendable, Hashable {
      package var top: Int32 = 0
      package var right: Int32 = 0
      package var bottom: Int32 = 0
      package var left: Int32 = 0

      package init(top: Int32 = 0, right: Int32 = 0, bottom: Int32 = 0, left: Int32 = 0) {
        (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
      }
    }

    /// A layer of `width` × `height` logical pixels at `edges`.
    package init(
      edges: ScreenEdges, width: UInt32, height: UInt32, margin: Margin = Margin(), exclusiveZone: Int32 = -1
    ) {
      (self.edges, self.width, self.height) = (edges, width, height)
      (self.margin, self.exclusiveZone) = (margin, exclusiveZone)
    }

    /// The whole output, also under panels that reserve space.
    package static let output = Frame(edges: .all, width: 0, height: 0)

    /// The layer over `rect`, in logical pixels from the output's top left corner.
    package init(_ rect: PixelRect) {
      self.init(
        edges: [.left, .top], width: UInt32(clamping: rect.width), height: UInt32(clamping: rect.height),
        margin: Margin(top: rect.y, left: rect.x))
    }
  }

  /// The content.
  package let surface: Surface
  /// Whether the compositor has closed it, for example because its output is gone.
  package private(set) var isClosed = false

  private let layer: ZwlrLayerSurfaceV1

  /// A layer named `namespace` on `output`, or on an output that the compositor picks; shown from its first frame on. Throws if
  /// the compositor has no layers.
  package init(
    _ connection: Connection, namespace: String, output: Output? = nil, frame: Frame = .output,
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
        let own = (width: Int32(clamping: frame.width), height: Int32(clamping: frame.height))
        surface.configure(
          SurfaceConfiguration(
            width: width > 0 ? Int32(clamping: width) : own.width > 0 ? own.width : whole.width,
            height: height > 0 ? Int32(clamping: height) : own.height > 0 ? own.height : whole.height, serial: serial))
      case .closed: isClosed = true
      }
    }
    surface.acknowledgeSizes { [layer] in layer.ackConfigure(serial: $0) }
    // The default size and margins are 0.
    if frame.width > 0 || frame.height > 0 { layer.setSize(width: frame.width, height: frame.height) }
    layer.setAnchor(anchor: ZwlrLayerSurfaceV1.Anchor(frame.edges))
    if frame.margin != Frame.Margin() {
      layer.setMargin(
        top: frame.margin.top, right: frame.margin.right, bottom: frame.margin.bottom, left: frame.margin.left)
    }
    layer.setExclusiveZone(zone: frame.exclusiveZone)
    surface.object.commit()
  }

  deinit { layer.destroy() }
}

extension ZwlrLayerSurfaceV1.Anchor {
  fileprivate init(_ edges: ScreenEdges) {
    self = []
    if edges.contains(.top) { insert(.top) }
    if edges.contains(.bottom) { insert(.bottom) }
    if edges.contains(.left) { insert(.left) }
    if edges.contains(.right) { insert(.right) }
  }
}
