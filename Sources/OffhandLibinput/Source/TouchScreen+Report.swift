import CPlatform
import Offhand

/// When a touch event happened; libinput has microseconds of the monotonic clock.
func touchTime(_ event: OpaquePointer) -> Timestamp {
  Timestamp(nanoseconds: Int64(bitPattern: libinput_event_touch_get_time_usec(event)) &* 1000)
}

extension TouchScreen {
  /// Passes on what one contact did, in millimetres.
  func report(_ event: OpaquePointer, _ type: libinput_event_type, _ body: (TouchSourceEvent) -> Void) {
    let slot = libinput_event_touch_get_slot(event)
    let kind: TouchEvent.Kind
    switch type {
    case LIBINPUT_EVENT_TOUCH_MOTION:
      if muted.contains(slot) { return }
      kind = .motion(position(of: event))
    case LIBINPUT_EVENT_TOUCH_DOWN:
      muted.remove(slot)
      down.insert(slot)
      kind = .down(position(of: event))
    default:
      let wasMuted = muted.contains(slot)
      muted.remove(slot)
      down.remove(slot)
      if wasMuted { return }
      kind = type == LIBINPUT_EVENT_TOUCH_UP ? .up : .cancel
    }
    let time = touchTime(event)
    body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: kind)))
    if let shapes, down.contains(slot), let shape = shapes.takeShape(of: slot) {
      body(.touch(TouchEvent(device: id, slot: slot, timestamp: time, kind: .shape(place.mapping.shape(shape)))))
    }
  }

  /// The place in millimetres on the output plane. A width of 1 makes libinput answer coordinates in 0...1.
  private func position(of event: OpaquePointer) -> Point {
    place.mapping.point(
      x: libinput_event_touch_get_x_transformed(event, 1), y: libinput_event_touch_get_y_transformed(event, 1))
  }
}
