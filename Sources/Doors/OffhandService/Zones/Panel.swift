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
        lostAfter: configuration.lostAfter)
    }
    return corners.map { site(.corner($0), ZoneArea(of: $0, on: geometry)) }
      + edges.strips.compactMap { strip, rules in
        ZoneArea(of: strip, on: geometry, beside: corners).map {
          site(.edge(rules), $0, latency: configuration.panel?.latency ?? .zero)
        }
      }
  }
}

extension [ServiceConfiguration.Edge] {
  /// The strips that they need, none over another, each with the pull and the strokes that share it.
  fileprivate var strips: [(strip: ServiceConfiguration.Edge, rules: [ServiceConfiguration.Edge])] {
    flatMap { first -> [(strip: ServiceConfiguration.Edge, rules: [ServiceConfiguration.Edge])] in
      let beside = filter { $0.edge == first.edge }
      let ends = Set(beside.flatMap { [$0.part.lowerBound, $0.part.upperBound] })
      let cuts = ends.filter { first.part.contains($0) }.sorted()
      return zip(cuts, cuts.dropFirst()).compactMap { start, end in
        let rules = beside.filter { $0.part.lowerBound <= start && end <= $0.part.upperBound }
        guard rules.first == first else { return nil }
        var strip = first
        strip.part = start...end
        strip.depth = rules.map(\.depth).max() ?? first.depth
        return (strip: strip, rules: rules)
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
