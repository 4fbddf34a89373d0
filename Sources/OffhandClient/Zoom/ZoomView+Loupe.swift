import Offhand

extension ZoomView {
  /// A finger rests on the picture: the loupe shows what it hides.
  mutating func press(_ event: GestureEvent) {
    let time = event.timestamp
    switch event.state {
    case .began where picture.contains(event.gesture.location, at: time): enlarge(event)
    case .changed where loupe.isShown: enlarge(event)
    case .ended, .cancelled:
      loupe.hide(at: time)
      strategy.remove(ZoomLoupe.id)
    case .began, .changed, .recognized, .unconfirmed, .superseded: break
    }
  }

  private mutating func enlarge(_ event: GestureEvent) {
    guard let environment, let image else { return }
    let time = event.timestamp
    let focus = event.gesture.location
    let content = ZoomLoupe.content(
      of: image, size: picture.size, transform: picture.pose(at: time).transform(of: picture.size), focus: focus)
    let placement = strategy.place(
      OverlayRequest(
        id: ZoomLoupe.id, role: .loupe, size: content.size(measuredBy: environment.measure),
        bounds: environment.bounds.inset(by: Insets(all: behavior.margin)), following: .follow,
        gesture: GestureHint(.press, state: event.state, location: focus, velocity: event.gesture.velocity),
        time: time))
    loupe.show(content, at: placement, at: time)
  }
}
