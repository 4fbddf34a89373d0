/// Answers that were put together elsewhere.
final class CollectedEvents: GestureEventSource, @unchecked Sendable {
  @exclusivity(unchecked) var events: [GestureEvent]

  init(_ events: [GestureEvent]) {
    self.events = events
    super.init { unsafeDowncast($0, to: CollectedEvents.self).events[$1] }
  }
}
