import CPlatform

/// An object about which the compositor says something.
protocol EventfulObject: ProtocolObject {
  /// What it says.
  associatedtype Event: ProtocolEvent
}

extension EventfulObject {
  /// Calls `body` for every event from now on, until the object is destroyed. To be called once, before the next dispatch.
  func listen(_ body: @escaping (Event) -> Void) {
    EventListener { opcode, arguments in
      if let event = Event(opcode: opcode, arguments: arguments) { body(event) }
    }.add(to: proxy)
  }
}
