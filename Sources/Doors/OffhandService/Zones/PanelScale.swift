import Offhand

/// The conversion of lengths on a touch screen to those of the output below it, which states, or has assumed, another size in millimetres.
///
/// Gestures are recognized in the millimetres of the touch screen, which knows the glass. Overlays lie in those of the output, and clients
/// know these.
struct PanelScale {
  /// The size of the output in millimetres.
  let size: Size
  private let factors: Vector

  /// The conversion from a touch screen of the size `panel` to an output of the size `size`.
  init(from panel: Size, to size: Size) {
    self.size = size
    factors = Vector(
      dx: panel.width > 0 ? size.width / panel.width : 1, dy: panel.height > 0 ? size.height / panel.height : 1)
  }

  private func apply(_ vector: Vector) -> Vector { Vector(dx: vector.dx * factors.dx, dy: vector.dy * factors.dy) }

  func apply(_ point: Point) -> Point { .origin + apply(point - .origin) }

  /// Converts the positions of `frame`. A contact keeps its shape: hands are as large as on the glass.
  func apply(to frame: inout TouchFrame) {
    for index in frame.indices {
      frame[index].position = apply(frame[index].position)
      frame[index].previousPosition = apply(frame[index].previousPosition)
      frame[index].landingPosition = apply(frame[index].landingPosition)
    }
  }

  /// The event with its lengths converted.
  func apply(_ event: GestureEvent) -> GestureEvent {
    var event = event
    event.gesture.location = apply(event.gesture.location)
    event.gesture.translation = apply(event.gesture.translation)
    event.gesture.velocity = apply(event.gesture.velocity)
    return event
  }
}
