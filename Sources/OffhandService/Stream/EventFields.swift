package import Offhand
package import OffhandRecordings

extension JSONWriter {
  /// Writes the fields of a gesture event, those of `offhand replay --json`: lengths in millimetres, times in seconds, angles in
  /// radians, clockwise positive. `touches` are the numbers of its touches.
  package mutating func gestureEvent(_ event: GestureEvent, touches: [Int]) {
    let gesture = event.gesture
    key("t")
    literal(DecimalText.seconds(nanoseconds: event.timestamp.nanoseconds))
    key("recognizer")
    value("\(event.name)")
    key("state")
    value(event.state.word)
    key("touches")
    array { writer in for id in touches { writer.value(id) } }
    key("x_mm")
    value(gesture.location.x, roundedTo: 6)
    key("y_mm")
    value(gesture.location.y, roundedTo: 6)
    key("translation_mm")
    vector(gesture.translation)
    key("velocity_mm_s")
    vector(gesture.velocity)
    key("scale")
    value(gesture.scale, roundedTo: 9)
    key("scale_velocity")
    value(gesture.scaleVelocity, roundedTo: 6)
    key("rotation_rad")
    value(gesture.rotation.radians, roundedTo: 9)
    key("rotation_velocity")
    value(gesture.rotationVelocity, roundedTo: 6)
    if let direction = gesture.direction {
      key("direction")
      value(direction.rawValue)
    }
    if let edge = gesture.edge {
      key("edge")
      value(edge.rawValue)
    }
    key("taps")
    value(gesture.taps)
    key("fingers")
    value(gesture.fingers)
    key("hand")
    object { writer in
      writer.key("side")
      writer.value(gesture.hand.side.rawValue)
      writer.key("confidence")
      writer.value(gesture.hand.confidence, roundedTo: 6)
    }
    if event.handIndex > 0 {
      key("hand_index")
      value(Int(event.handIndex))
    }
  }

  private mutating func vector(_ vector: Vector) {
    array { writer in
      writer.value(vector.dx, roundedTo: 6)
      writer.value(vector.dy, roundedTo: 6)
    }
  }
}

extension GestureState {
  /// The name of the state in results.
  package var word: String { "\(self)" }
}
