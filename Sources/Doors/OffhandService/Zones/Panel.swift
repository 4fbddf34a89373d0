package import Offhand
import OffhandWayland

/// A panel that can be touched: an output of the compositor, or a touch screen that is read here.
package struct Panel: Sendable, Hashable {
  /// The identity, which an output that is plugged in again does not share with the earlier one.
  package enum ID: Sendable, Hashable {
    case output(UInt32)
    case device(DeviceID)
  }

  package var id: ID
  /// The node of a touch screen that is read here.
  var node: String?
  /// The name of the output.
  package var output: String
  /// The size in millimetres and logical pixels.
  package var geometry: SurfaceGeometry
  /// Device pixels per logical pixel.
  package var scale = 1.0
  /// The position of its top left corner among all outputs, in logical pixels.
  package var position = Point.origin

  package init(
    id: ID, output: String, geometry: SurfaceGeometry, scale: Double = 1, position: Point = .origin
  ) {
    (self.id, self.output, self.geometry, self.scale, self.position) = (id, output, geometry, scale, position)
  }

  /// The outputs of a compositor.
  static func all(of outputs: [Output]) -> [Panel] {
    outputs.compactMap { output in
      guard let state = output.state else { return nil }
      return Panel(
        id: .output(output.id), output: state.description.name, geometry: state.geometry,
        scale: state.description.scale, position: state.position)
    }
  }

  /// The zones that `configuration` wants on it.
  func sites(of configuration: ServiceConfiguration) -> [Zone.Site] {
    let corners = configuration.corners.filter { $0.counts(on: output) }
    let edges = configuration.edges.filter { $0.counts(on: output) }
    func site(_ setting: Zone.Setting, _ area: ZoneArea, latency: Duration = .zero) -> Zone.Site {
      Zone.Site(
        setting: setting, panel: id, area: area, size: geometry.size, latency: latency, posture: configuration.posture,
        lostAfter: configuration.lostAfter, deadAreas: configuration.deadAreas(on: output))
    }
    return corners.map { site(.corner($0), ZoneArea(of: $0, on: geometry)) }
      + edges.compactMap { edge in
        ZoneArea(of: edge, on: geometry, beside: corners).map {
          site(.edge(edge), $0, latency: configuration.panel?.latency ?? .zero)
        }
      }
  }
}

extension OutputDescription {
  /// Device pixels per logical pixel.
  fileprivate var scale: Double {
    let picture = transform.logical(Size(width: modeWidth, height: modeHeight))
    return logicalWidth > 0 ? picture.width / logicalWidth : 1
  }
}
