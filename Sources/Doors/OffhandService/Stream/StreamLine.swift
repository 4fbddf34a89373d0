package import Offhand
package import OffhandRecordings

/// The lines that clients receive: JSON objects, each on one line.
package enum StreamLine {
  /// What clients know of the service: in its first line, and in later ones whenever it has changed.
  package struct Facts: Sendable {
    /// How edges are recognized.
    package var edges: EdgeAccess
    package var panels: [Panel] = []
    /// The names of events and of menus.
    package var events: [String] = []
    package var menus: [String] = []

    package init(_ edges: EdgeAccess) { self.edges = edges }
  }

  /// The first line: the version and the facts.
  package static func hello(_ facts: Facts) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("hello", "offhand")
      writer.field("version", StreamRequest.version)
      write(facts, to: &writer)
    }
  }

  /// A later line with the facts, after they have changed.
  package static func facts(_ facts: Facts) -> [UInt8] { JSONWriter.line { writer in write(facts, to: &writer) } }

  private static func write(_ facts: Facts, to writer: inout JSONWriter) {
    writer.field("edges", facts.edges.rawValue)
    writer.array("panels") { writer in
      for panel in facts.panels {
        writer.object { writer in
          writer.field("output", panel.output)
          let geometry = panel.geometry
          writer.array("size_mm", [geometry.size.width, geometry.size.height], roundedTo: 3)
          // Not if it is assumed from the pixels.
          writer.field("measured", geometry.provenance != .assumed)
          writer.array("pixels", [geometry.pixelWidth, geometry.pixelHeight], roundedTo: 3)
          writer.field("scale", panel.scale, roundedTo: 3)
          writer.array("position", [panel.position.x, panel.position.y], roundedTo: 3)
        }
      }
    }
    writer.array("events", facts.events)
    writer.array("menus", facts.menus)
  }

  /// An event of a gesture, with the fields of `offhand replay --json`.
  package static func event(_ name: String, _ report: GestureReport) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("event", name)
      writer.field("output", report.output)
      if let pull = report.pull {
        writer.field("progress", pull.progress, roundedTo: 6)
        writer.field("progress_predicted", pull.expected, roundedTo: 6)
        writer.field("progress_velocity", pull.velocity, roundedTo: 6)
        writer.field("open", pull.opens)
      }
      writer.gestureEvent(report.event, touches: report.touches)
    }
  }

  /// An event without a gesture of its own: a row of a menu was chosen, the machine became idle, or it is used again.
  package static func event(_ name: String, _ state: GestureState? = nil) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("event", name)
      writer.field("state", state?.word)
    }
  }

  /// The reply to a request that was carried out; `body` writes more fields.
  package static func reply(_ id: JSONValue?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("id", id)
      body(&writer)
    }
  }

  /// The reply to a request that was carried out and has no result.
  package static func done(_ id: JSONValue?) -> [UInt8] { reply(id) { $0.field("ok", true) } }

  /// The reply to a request for what the service is doing: `isUnused` if a stage of `[[idle]]` has begun, and the application id of the
  /// active program, if a rule names programs.
  static func status(
    _ id: JSONValue?, clients: Int, curtain: CurtainCommand, hasMenu: Bool, isUnused: Bool, program: String?
  ) -> [UInt8] {
    reply(id) { writer in
      writer.object("status") { writer in
        writer.field("clients", clients)
        writer.field("curtain", curtain.rawValue)
        writer.field("menu", hasMenu)
        writer.field("idle", isUnused)
        writer.field("program", program)
      }
    }
  }

  /// The reply to a placement request.
  package static func placement(_ id: JSONValue?, _ placement: Placement, of scene: PlaceScene.Name?) -> [UInt8] {
    reply(id) { writer in
      writer.key("placement")
      writer.placement(placement, of: scene)
    }
  }

  /// The reply to a menu request.
  package static func menu(_ id: JSONValue?, _ outcome: MenuOutcome) -> [UInt8] {
    reply(id) { writer in
      switch outcome {
      case .chosen(let row): writer.field("chosen", row)
      case .dismissed(let reason): writer.field("dismissed", reason.rawValue)
      case .failed(let reason): writer.field("error", reason)
      }
    }
  }

  /// The reply to a request that is refused.
  package static func failure(_ fault: StreamFault) -> [UInt8] { reply(fault.id) { $0.field("error", fault.reason) } }

  /// The last line before the service closes the connection.
  package static func closing(_ reason: String) -> [UInt8] { JSONWriter.line { $0.field("closing", reason) } }
}

/// Which programs besides the service get the touches of an edge.
package enum EdgeAccess: String, Sendable, Hashable {
  /// None: a strip above the programs takes them.
  case exclusive
  /// The program below, too: the compositor has no layers, so touches are read from the touch screens.
  case shared
  /// There are no touches: neither layers nor a readable touch screen.
  case none

  /// Whose the touches are.
  var words: String {
    switch self {
    case .exclusive: "exclusive: this service's alone"
    case .shared: "shared with the programs below"
    case .none: "the programs' alone"
    }
  }
}

/// What happened to a gesture, for clients.
package struct GestureReport {
  /// The name of the output.
  package var output: String
  package var event: GestureEvent
  /// The numbers of its touches.
  package var touches: [Int]
  /// The progress of a pull from an edge.
  package var pull: PullReport?

  init(_ event: GestureEvent, touches: [Touch], on output: String) {
    (self.event, self.output) = (event, output)
    self.touches = touches.map { Int($0.slot) }
  }
}

/// How a menu ended.
package enum MenuOutcome: Sendable, Hashable {
  /// With the choice of the row of this ID.
  case chosen(String)
  case dismissed(Reason)
  /// It could not be shown, for this reason.
  case failed(String)

  package enum Reason: String, Sendable, Hashable {
    /// By a touch beside it.
    case touch
    /// By time.
    case timeout
    /// By another menu, the curtain, or the loss of its output.
    case replaced
  }
}
