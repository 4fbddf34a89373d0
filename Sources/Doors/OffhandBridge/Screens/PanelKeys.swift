import Offhand

/// Passes the keys on the frame of a touch screen to its twin, at once and whatever becomes of the touches.
struct PanelKeys {
  private var down: Set<UInt16> = []

  /// Whether the twin has a key down.
  var isDown: Bool { !down.isEmpty }

  /// What the twin is told of a report: a press only while the device `isCaptured`, since programs receive it from the device otherwise.
  mutating func events(of report: [EvdevEvent], isCaptured: @autoclosure () -> Bool) -> [EvdevEvent] {
    var changes: [EvdevEvent] = []
    for event in report where event.type == EvdevCode.key && EvdevCode.frameKeys.contains(event.code) {
      // A repetition is the business of who shows what was pressed.
      let isChange =
        event.value == 0
        ? down.remove(event.code) != nil : event.value == 1 && isCaptured() && down.insert(event.code).inserted
      if isChange { changes.append(event) }
    }
    return PanelKeys.whole(changes)
  }

  /// What lifts every key.
  mutating func lift() -> [EvdevEvent] {
    defer { down = [] }
    return PanelKeys.whole(
      down.sorted().map { EvdevEvent(timestamp: .zero, type: EvdevCode.key, code: $0, value: 0) })
  }

  /// A report of `events`.
  private static func whole(_ events: [EvdevEvent]) -> [EvdevEvent] {
    let end = EvdevEvent(
      timestamp: .zero, type: EvdevCode.synchronization, code: EvdevCode.report, value: 0)
    return events.isEmpty ? [] : events + [end]
  }
}
