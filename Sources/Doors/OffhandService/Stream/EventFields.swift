package import Offhand
package import OffhandRecordings

/// The fields of a gesture that are numbers or pairs of them, with their decimals.
private let numbers: [(name: String, parts: [any WritableKeyPath<Gesture, Double> & Sendable], digits: Int)] = [
  ("x_mm", [\.location.x], 6), ("y_mm", [\.location.y], 6),
  ("translation_mm", [\.translation.dx, \.translation.dy], 6),
  ("velocity_mm_s", [\.velocity.dx, \.velocity.dy], 6), ("scale", [\.scale], 9),
  ("scale_velocity", [\.scaleVelocity], 6), ("rotation_rad", [\.rotation.radians], 9),
  ("rotation_velocity", [\.rotationVelocity], 6),
]

extension JSONWriter {
  /// Writes the fields of a gesture event, those of `offhand replay --json`: lengths in millimetres, times in seconds, angles in
  /// radians, clockwise positive. `touches` are the numbers of its touches.
  package mutating func gestureEvent(_ event: GestureEvent, touches: [Int]) {
    let gesture = event.gesture
    key("t")
    literal(DecimalText.seconds(nanoseconds: event.timestamp.nanoseconds))
    field("recognizer", "\(event.name)")
    field("state", event.state.word)
    array("touches") { writer in for id in touches { writer.value(id) } }
    for (name, parts, digits) in numbers {
      if parts.count == 1 {
        field(name, gesture[keyPath: parts[0]], roundedTo: digits)
      } else {
        array(name, parts.map { gesture[keyPath: $0] }, roundedTo: digits)
      }
    }
    field("direction", gesture.direction?.rawValue)
    field("edge", gesture.edge?.rawValue)
    field("taps", gesture.taps)
    field("fingers", gesture.fingers)
    object("hand") { writer in
      writer.field("side", gesture.hand.side.rawValue)
      writer.field("confidence", gesture.hand.confidence, roundedTo: 6)
    }
    if event.handIndex > 0 { field("hand_index", Int(event.handIndex)) }
  }
}

extension GestureEvent {
  /// Reads the fields that ``JSONWriter/gestureEvent(_:touches:)`` writes, except the touches and what tells hands apart. `nil` without a
  /// time, a name or a state.
  init?(_ fields: [String: JSONValue]) {
    guard let time = fields["t"]?.number, abs(time) < 1e9,
      let name = try? GestureName(fields["recognizer"]?.string ?? ""),
      let state = GestureState.allCases.first(where: { $0.word == fields["state"]?.string })
    else { return nil }
    var gesture = Gesture()
    for (name, parts, _) in numbers {
      let values: [JSONValue] = if case .array(let pair)? = fields[name] { pair } else { [fields[name] ?? .null] }
      for (part, value) in zip(parts, values.map { $0.number ?? 0 }) where abs(value) <= 1e7 {
        gesture[keyPath: part] = value
      }
    }
    gesture.direction = fields["direction"]?.string.flatMap { SwipeDirection(rawValue: $0) }
    (gesture.taps, gesture.fingers) = (fields["taps"]?.integer ?? 0, fields["fingers"]?.integer ?? 0)
    if let hand = fields["hand"]?.object, let side = hand["side"]?.string.flatMap({ Handedness(rawValue: $0) }) {
      gesture.hand = Hand(side: side, confidence: hand["confidence"]?.number ?? 0)
    }
    self.init(recognizer: 0, name: name, state: state, timestamp: Timestamp(seconds: time), gesture: gesture)
  }
}

extension GestureState {
  /// The name of the state in results.
  package var word: String { "\(self)" }
}
