package import Offhand
package import OffhandRecordings

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
    field("x_mm", gesture.location.x, roundedTo: 6)
    field("y_mm", gesture.location.y, roundedTo: 6)
    array("translation_mm", [gesture.translation.dx, gesture.translation.dy], roundedTo: 6)
    array("velocity_mm_s", [gesture.velocity.dx, gesture.velocity.dy], roundedTo: 6)
    field("scale", gesture.scale, roundedTo: 9)
    field("scale_velocity", gesture.scaleVelocity, roundedTo: 6)
    field("rotation_rad", gesture.rotation.radians, roundedTo: 9)
    field("rotation_velocity", gesture.rotationVelocity, roundedTo: 6)
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

extension GestureState {
  /// The name of the state in results.
  package var word: String { "\(self)" }
}
