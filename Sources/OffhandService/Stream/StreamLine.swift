package import Offhand
package import OffhandRecordings

/// The lines that clients receive: JSON objects, each on one line.
package enum StreamLine {
  /// What clients know of the service: in its first line, and in later ones whenever it has changed.
  package struct Facts: Sendable, Hashable {
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
    line { writer in
      writer.key("hello")
      writer.value("offhand")
      writer.key("version")
      writer.value(StreamRequest.version)
      write(facts, to: &writer)
    }
  }

  /// A later line with the facts, after they have changed.
  package static func facts(_ facts: Facts) -> [UInt8] { line { writer in write(facts, to: &writer) } }

  private static func write(_ facts: Facts, to writer: inout JSONWriter) {
    writer.key("edges")
    writer.value(facts.edges.rawValue)
    writer.key("panels")
    writer.array { writer in
      for panel in facts.panels {
        writer.object { writer in
          writer.key("output")
          writer.value(panel.output)
          pair("size_mm", panel.size.width, panel.size.height, to: &writer)
          writer.key("measured")
          writer.value(panel.isMeasured)
          pair("pixels", panel.pixels.width, panel.pixels.height, to: &writer)
          writer.key("scale")
          writer.value(panel.scale, roundedTo: 3)
          pair("position", panel.position.x, panel.position.y, to: &writer)
        }
      }
    }
    for (key, names) in [("events", facts.events), ("menus", facts.menus)] {
      writer.key(key)
      writer.array { writer in for name in names { writer.value(name) } }
    }
  }

  private static func pair(_ key: String, _ first: Double, _ second: Double, to writer: inout JSONWriter) {
    writer.key(key)
    writer.array { writer in
      writer.value(first, roundedTo: 3)
      writer.value(second, roundedTo: 3)
    }
  }

  /// An event of a gesture, with the fields of `offhand replay --json`.
  package static func event(_ name: String, _ report: GestureReport) -> [UInt8] {
    line { writer in
      writer.key("event")
      writer.value(name)
      writer.key("output")
      writer.value(report.output)
      if let pull = report.pull {
        writer.key("progress")
        writer.value(pull.progress, roundedTo: 6)
        if let expected = pull.expected {
          writer.key("progress_predicted")
          writer.value(expected, roundedTo: 6)
        }
        writer.key("progress_velocity")
        writer.value(pull.velocity, roundedTo: 6)
        if let opens = pull.opens {
          writer.key("open")
          writer.value(opens)
        }
      }
      writer.gestureEvent(report.event, touches: report.touches)
    }
  }

  /// An event without a gesture of its own: a row of a menu was chosen, the machine became idle, or it is used again.
  package static func event(_ name: String, _ state: GestureState? = nil) -> [UInt8] {
    line { writer in
      writer.key("event")
      writer.value(name)
      guard let state else { return }
      writer.key("state")
      writer.value(state.word)
    }
  }

  /// The reply to a request that was carried out; `body` writes more fields.
  package static func reply(_ id: JSONValue?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    line { writer in
      if let id {
        writer.key("id")
        writer.value(id)
      }
      body(&writer)
    }
  }

  /// The reply to a request that was carried out and has no result.
  package static func done(_ id: JSONValue?) -> [UInt8] {
    reply(id) { writer in
      writer.key("ok")
      writer.value(true)
    }
  }

  /// What the service is doing.
  package struct Status: Sendable {
    package var clients: Int
    package var curtain: CurtainCommand
    package var hasMenu: Bool
    /// The application id of the active program, if a rule names programs.
    package var program: String?
    /// Whether a stage of `[[idle]]` has begun.
    package var isUnused: Bool
  }

  /// The reply to a request for the status.
  package static func status(_ id: JSONValue?, _ status: Status) -> [UInt8] {
    reply(id) { writer in
      writer.key("status")
      writer.object { writer in
        writer.key("clients")
        writer.value(status.clients)
        writer.key("curtain")
        writer.value(status.curtain.rawValue)
        writer.key("menu")
        writer.value(status.hasMenu)
        writer.key("idle")
        writer.value(status.isUnused)
        if let program = status.program {
          writer.key("program")
          writer.value(program)
        }
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
      case .chosen(let row):
        writer.key("chosen")
        writer.value(row)
      case .dismissed(let reason):
        writer.key("dismissed")
        writer.value(reason.rawValue)
      case .failed(let reason):
        writer.key("error")
        writer.value(reason)
      }
    }
  }

  /// The reply to a request that is refused.
  package static func failure(_ fault: StreamFault) -> [UInt8] {
    reply(fault.id) { writer in
      writer.key("error")
      writer.value(fault.reason)
    }
  }

  /// The last line before the service closes the connection.
  package static func closing(_ reason: String) -> [UInt8] {
    line { writer in
      writer.key("closing")
      writer.value(reason)
    }
  }

  private static func line(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    writer.endLine()
    return writer.bytes
  }

  /// An output as clients know it.
  package struct Panel: Sendable, Hashable {
    package var output: String
    /// The size as the user sees it, in millimetres.
    package var size: Size
    /// Whether the size is the output's own, not one that is assumed from its pixels.
    package var isMeasured: Bool
    /// The size in logical pixels.
    package var pixels: Size
    /// Device pixels per logical pixel.
    package var scale: Double
    /// The position of its top left corner among all outputs, in logical pixels.
    package var position: Point
  }
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

  package init(_ event: GestureEvent, touches: [Touch], on output: String, pull: PullReport? = nil) {
    (self.event, self.output, self.pull) = (event, output, pull)
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
