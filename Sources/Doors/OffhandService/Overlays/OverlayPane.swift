import Offhand
import OffhandClient
import OffhandPixman
import OffhandWayland

/// A view on a layer that covers an output and takes all touches that land on it.
final class OverlayPane<View: TouchView> {
  /// The output that it covers.
  let output: Output
  let host: ViewHost<View>
  private let layer: LayerSurface
  private let sources: [any EventSource]
  private let loop: EventLoop

  /// Shows `view` on `output`. Throws if the compositor has no layers.
  init(
    _ view: View, on output: Output, of connection: Connection, posture: Posture?, theme: Theme,
    renderer: Renderer, frames: SharedFrames, loop: EventLoop
  ) throws(SurfaceError) {
    self.output = output
    self.loop = loop
    layer = try LayerSurface(connection, namespace: "offhand", output: output, input: .everything)
    host = ViewHost(view, on: layer.surface, posture: posture, theme: theme, renderer: renderer)
    sources = [
      TouchFeed(WaylandTouchSource(surface: layer.surface), habits: .wayland, in: frames, receiver: host),
      TouchFeed(
        WaylandTouchSource(surface: layer.surface, input: .pointers), habits: .pointer, in: frames, receiver: host),
      ViewDeadline(host),
    ]
    for source in sources { loop.add(source) }
  }

  /// Whether the compositor has closed it.
  var isClosed: Bool { layer.isClosed || output.state == nil }

  /// Takes these touches from the programs below, from the next frame on.
  func take(_ input: SurfaceInput) { layer.surface.take(input) }

  /// Takes it out of the loop; the surface goes with the object.
  func remove() { for source in sources { loop.remove(source) } }
}
