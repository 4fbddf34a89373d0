package import Offhand
package import OffhandRecordings

/// A line that the bridge takes: a JSON object.
package enum BridgeRequest: Sendable, Hashable {
  /// The longest line in bytes.
  package static let lengthLimit = 1 << 16
  /// The most gestures: as many as a configuration has, for two touch screens that are turned differently.
  package static let mostGestures = 128
  /// The most areas that do not count, for the same reason.
  package static let mostAreas = 128

  /// What is recognized from now on, instead of what was; the `output` of a gesture is the node of a touch screen. Touches that an exclusive
  /// gesture takes were delivered if the compositor `takesBack` what becomes a palm, and otherwise held until it is decided. A client that
  /// `isReading` opens twins itself, so that the first program to do so need not be the compositor. Without a `pointer` there is none.
  /// A touch that lands in a `dead` area of its touch screen does not count, for programs neither. Programs receive what touches count as
  /// by the `accommodations`. The areas of `reach` are touch pads for the rest of their touch screens.
  case gestures(
    [ServiceConfiguration.ListenedGesture], takesBack: Bool, isReading: Bool = false, pointer: BridgedPointer? = nil,
    dead: [ServiceConfiguration.DeadArea] = [], accommodations: Accommodations = Accommodations(),
    reach: [ServiceConfiguration.DeadArea] = [])
  /// One touch at this point of a touch screen, in millimetres, that becomes a palm.
  case check(screen: Int, at: Point)

  /// The line as it is sent.
  package var bytes: [UInt8] {
    JSONWriter.line { writer in
      switch self {
      case .gestures(let gestures, let takesBack, let isReading, let pointer, let dead, let accommodations, let reach):
        writer.array("gestures") { writer in
          for gesture in gestures { writer.object { BridgeRequest.table.write(gesture, to: &$0) } }
        }
        BridgeRequest.write(dead, "dead", to: &writer)
        if !reach.isEmpty { BridgeRequest.write(reach, "reach", to: &writer) }
        writer.field("way", takesBack ? "take-back" : "hold")
        writer.field("reads", isReading)
        if let pointer { writer.object("pointer") { pointer.write(to: &$0) } }
        if !accommodations.isEmpty {
          writer.object("accommodate") { SettingTable.accommodate.write(accommodations, to: &$0) }
        }
      case .check(let screen, let point):
        writer.field("check", screen)
        writer.array("at_mm", [point.x, point.y], roundedTo: 6)
      }
    }
  }

  private static func write(_ areas: [ServiceConfiguration.DeadArea], _ key: String, to writer: inout JSONWriter) {
    writer.array(key) { writer in
      for area in areas { writer.object { SettingTable<ServiceConfiguration.DeadArea>.dead.write(area, to: &$0) } }
    }
  }

  /// Reads areas; `nil` if there are too many, or one is none.
  private static func areas(_ value: JSONValue?) -> [ServiceConfiguration.DeadArea]? {
    guard case .array(let values) = value ?? .array([]), values.count <= mostAreas else { return nil }
    let areas = values.compactMap { ConfigurationReader.read($0, into: ServiceConfiguration.DeadArea(), .dead) }
    return areas.count == values.count ? areas : nil
  }

  /// A gesture, without what happens then.
  private static var table: SettingTable<ServiceConfiguration.ListenedGesture> {
    var table = SettingTable.gesture
    table.action = nil
    return table
  }

  /// Reads a line. Throws if it has a field that is not known, or asks for something else.
  package init(_ line: [UInt8]) throws(JSONFault) {
    self = try JSONScanner.read(line) { (scanner) throws(JSONFault) in
      guard let fields = try scanner.value().object, let request = BridgeRequest(fields) else {
        throw scanner.fault("has neither gestures and way, nor check and at_mm")
      }
      return request
    }
  }

  private init?(_ fields: [String: JSONValue]) {
    switch Set(fields.keys).subtracting(["reads", "pointer", "dead", "accommodate", "reach"]) {
    case ["gestures", "way"]:
      guard let isReading = fields["reads"].map({ $0.bool }) ?? false,
        case .array(let values)? = fields["gestures"], values.count <= BridgeRequest.mostGestures,
        let dead = BridgeRequest.areas(fields["dead"]), let reach = BridgeRequest.areas(fields["reach"]),
        let way = fields["way"]?.string, way == "hold" || way == "take-back"
      else { return nil }
      let table = BridgeRequest.table
      let gestures = values.compactMap { ConfigurationReader.read($0, into: .init(.tap), table) }
      let pointer = fields["pointer"].flatMap { BridgedPointer($0.object ?? [:]) }
      guard gestures.count == values.count, (pointer == nil) == (fields["pointer"] == nil) else { return nil }
      var accommodations = Accommodations()
      if let value = fields["accommodate"] {
        guard let read = ConfigurationReader.read(value, into: accommodations, .accommodate) else { return nil }
        accommodations = read
      }
      self = .gestures(
        gestures, takesBack: way == "take-back", isReading: isReading, pointer: pointer, dead: dead,
        accommodations: accommodations, reach: reach)
    case ["check", "at_mm"]:
      guard fields.count == 2, let screen = fields["check"]?.integer, let vector = fields["at_mm"]?.vector else {
        return nil
      }
      self = .check(screen: screen, at: Point(x: vector.dx, y: vector.dy))
    default: return nil
    }
  }
}
