/// Collects the answers of several pipelines or moments, in storage that is used again.
struct EventCollection: Sendable {
  private var collected = CollectedEvents([])

  /// Whether there is none.
  var isEmpty: Bool { collected.events.isEmpty }

  /// The answers.
  var events: GestureEvents { GestureEvents(collected) }

  /// Forgets all; those that somebody still reads stay with him.
  mutating func removeAll() {
    if isEmpty { return }
    if isKnownUniquelyReferenced(&collected) {
      collected.events.removeAll(keepingCapacity: true)
    } else {
      collected = CollectedEvents([])
    }
  }

  /// Adds an answer.
  mutating func append(_ event: GestureEvent) {
    makeOwn()
    collected.events.append(event)
  }

  /// Adds answers.
  mutating func append(contentsOf events: GestureEvents) {
    makeOwn()
    collected.events.append(contentsOf: events)
  }

  private mutating func makeOwn() {
    if !isKnownUniquelyReferenced(&collected) { collected = CollectedEvents(collected.events) }
  }
}
