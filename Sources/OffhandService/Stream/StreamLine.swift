package import Offhand
package import OffhandRecordings

/// The lines that clients receive: JSON objects, each on one line.
package enum StreamLine {
  /// The first line: the version, how edges are recognized, and the panels.
  package static func hello(_ edges: EdgeAccess, panels: [Panel]) -> [UInt8] {
    line { writer in
      writer.key("hello")
      writer.value("offhand")
      writer.key("version")
      writer.value(StreamRequest.version)
      writePanels(edges, panels, to: &writer)
    }
  }

  /// A later line with the same facts, after they have changed.
  package static func panels(_ edges: EdgeAccess, panels: [Panel]) -> [UInt8] {
    line { writer in writePanels(edges, panels, to: &writer) }
  }

  private static func writePanels(_ edges: EdgeAccess, _ panels: [Panel], to writer: inout JSONWriter) {
    writer.key("edges")
    writer.value(edges.rawValue)
    writer.key("panels")
    writer.array { writer in
      for panel in panels {
        writer.object { writer in
          writer.key("output")
          writer.value(panel.output)
          writer.key("size_mm")
          writer.array { writer in
            writer.value(panel.size.width, roundedTo: 3)
            writer.value(panel.size.height, roundedTo: 3)
          }
          writer.key("measured")
          writer.value(panel.isMeasured)
        }
      }
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

  /// An event without a gesture of its own: a row of a menu was chosen, or nobody uses the machine any more, or somebody does again.
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

    package init(output: String, size: Size, isMeasured: Bool) {
      (self.output, self.size, self.isMeasured) = (output, size, isMeasured)
    }
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
