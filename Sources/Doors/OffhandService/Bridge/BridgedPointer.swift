package import Offhand
import OffhandRecordings

/// What a pointer does for programs without touch.
package enum PointerUse: String, Sendable, Hashable, CaseIterable {
  case rightClick = "right_click"
  case wheel
  case zoom

  /// How the configuration names what leads to it.
  var word: String {
    switch self {
    case .rightClick: "long-press"
    case .wheel: "two-finger-pan"
    case .zoom: "ctrl-wheel"
    }
  }

  /// The recognizer that leads to it.
  package var recognizer: GestureName {
    switch self {
    case .rightClick: "press-1"
    case .wheel: "wheel"
    case .zoom: "zoom"
    }
  }
}

/// The pointer that the bridge is asked for.
package struct BridgedPointer: Sendable, Hashable {
  /// The place of a touch screen among all outputs.
  package struct Place: Sendable, Hashable {
    /// The touch screen's ID.
    package var screen: Int
    package var transform: OutputTransform
    /// The part of the box around all outputs, in 0...1: compositors spread an absolute pointer over all of it.
    package var area: Rect

    package init(screen: Int, transform: OutputTransform, area: Rect) {
      (self.screen, self.transform, self.area) = (screen, transform, area)
    }
  }

  /// What it does now.
  package var uses: Set<PointerUse>
  /// Whether it may ever zoom, so that it needs the Ctrl key.
  package var zooms: Bool
  /// Where the touch screens are; those without a place have no pointer.
  package var places: [Place]

  package init(uses: Set<PointerUse>, zooms: Bool, places: [Place]) {
    (self.uses, self.zooms, self.places) = (uses, zooms, places)
  }

  func write(to writer: inout JSONWriter) {
    writer.array("uses", uses.map(\.rawValue).sorted())
    writer.field("zooms", zooms)
    writer.array("places") { writer in
      for place in places {
        writer.object { writer in
          writer.field("screen", place.screen)
          writer.field("transform", Int(place.transform.rawValue))
          let area = place.area
          writer.array("area", [area.minX, area.minY, area.size.width, area.size.height], roundedTo: 9)
        }
      }
    }
  }

  init?(_ fields: [String: JSONValue]) {
    guard Set(fields.keys) == ["uses", "zooms", "places"], let zooms = fields["zooms"]?.bool,
      case .array(let uses)? = fields["uses"], case .array(let places)? = fields["places"], places.count <= 64
    else { return nil }
    self.init(
      uses: Set(uses.compactMap { $0.string.flatMap { PointerUse(rawValue: $0) } }), zooms: zooms,
      places: places.compactMap { Place($0.object ?? [:]) })
    guard self.uses.count == uses.count, self.places.count == places.count, zooms || !self.uses.contains(.zoom) else {
      return nil
    }
  }
}

extension BridgedPointer.Place {
  fileprivate init?(_ fields: [String: JSONValue]) {
    guard Set(fields.keys) == ["screen", "transform", "area"], let screen = fields["screen"]?.integer,
      let transform = fields["transform"]?.integer.flatMap({ OutputTransform(rawValue: Int32(clamping: $0)) }),
      case .array(let values)? = fields["area"], values.count == 4
    else { return nil }
    let area = values.compactMap { $0.number.flatMap { (0...1).contains($0) ? $0 : nil } }
    guard area.count == 4 else { return nil }
    self.init(screen: screen, transform: transform, area: Rect(x: area[0], y: area[1], width: area[2], height: area[3]))
  }
}
