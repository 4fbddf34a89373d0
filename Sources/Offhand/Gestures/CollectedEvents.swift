/// Answers that were put together elsewhere.
final class CollectedEvents: GestureEventSource, @unchecked Sendable {
  @exclusivity(unchecked) var events: [GestureEvent] {
    didSet { count = events.count }
  }

  init(_ events: [GestureEvent]) {
    self.events = events
    super.init(count: events.count) { unsafeDowncast($0, to: CollectedEvents.self).events[$1] }
  }
}
