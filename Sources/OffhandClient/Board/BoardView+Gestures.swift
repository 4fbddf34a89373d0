import Offhand

extension BoardView {
  /// A finger lands: it belongs to the topmost thing below it, and what moves there is caught.
  mutating func land(_ touch: Touch, at time: Timestamp) {
    let target = target(at: touch.position, at: time)
    if target != .menu { closeMenu(at: time) }
    owners.assign(touch.id, to: target)
    switch target {
    case .photo(let id): grab(id, at: time)
    case .picker: pressPicker(touch.position, at: time)
    case .menu: highlightMenu(touch.position)
    case .button, .table: break
    }
    if target == .table, picker.isOpen { closePicker(at: time) }
  }

  /// The topmost thing at `point`.
  func target(at point: Point, at time: Timestamp) -> BoardTarget {
    if menuPhoto != nil, overlays.rect(of: BoardView.menuOverlay, at: time)?.contains(point) ?? false { return .menu }
    if picker.isOpen, overlays.rect(of: BoardPicker.overlay, at: time)?.contains(point) ?? false { return .picker }
    if buttonRect?.grown(by: 2).contains(point) ?? false { return .button }
    return pieces.last { $0.photo.contains(point, at: time) }.map { .photo($0.photo.id) } ?? .table
  }

  /// A finger takes hold of a photo: it stops and comes to the front.
  private mutating func grab(_ id: Int, at time: Timestamp) {
    guard let index = pieces.firstIndex(where: { $0.photo.id == id }) else { return }
    pieces[index].photo.grab(at: time)
    pieces.append(pieces.remove(at: index))
  }

  /// A recognizer of a photo answers.
  mutating func follow(_ event: GestureEvent, ofPieceAt index: Int) {
    switch event.recognizer {
    case names.transform: transform(event, ofPieceAt: index)
    case names.longPress where event.state == .began: openMenu(ofPieceAt: index, event)
    default: break
    }
  }

  private mutating func transform(_ event: GestureEvent, ofPieceAt index: Int) {
    guard let bounds = environment?.bounds else { return }
    let time = event.timestamp
    switch event.state {
    case .began, .changed:
      pieces[index].photo.follow(event.gesture, state: event.state, at: time)
      comment(on: event, ofPieceAt: index)
    case .ended:
      pieces[index].photo.fly(
        event.gesture.velocity, spin: event.gesture.rotationVelocity, within: bounds, at: time)
      hideComment(ofPieceAt: index, at: time)
    case .cancelled:  // never a throw: somebody else took the fingers
      pieces[index].photo.fly(.zero, spin: 0, within: bounds, at: time)
      hideComment(ofPieceAt: index, at: time)
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  /// The last finger left a photo.
  mutating func letGo(_ index: Int, at time: Timestamp) {
    guard let bounds = environment?.bounds else { return }
    pieces[index].photo.release(within: bounds, at: time)
    hideComment(ofPieceAt: index, at: time)
  }

  /// Tells the enlargement and the turn beside the hand, once two fingers are on the photo.
  private mutating func comment(on event: GestureEvent, ofPieceAt index: Int) {
    guard let environment, event.gesture.fingers > 1 else { return }
    let time = event.timestamp
    let photo = pieces[index].photo
    let id = BoardView.commentOverlay(of: photo.id)
    let degrees = Int(photo.pose.rotation.wrapped.degrees.rounded())
    let turn = degrees < 0 ? "−\(-degrees)°" : "\(degrees)°"
    let content = OverlayContent.hud("\(PercentText.string(photo.pose.scale))  \(turn)")
    let wanted = content.size(measuredBy: environment.measure)
    let shown = overlays.isShown(id) ? overlays.overlay(id) : nil
    let size = shown.map { Size(width: max($0.rect.width, wanted.width), height: wanted.height) } ?? wanted
    let placement = strategy.place(
      OverlayRequest(
        id: id, size: size, bounds: BoardView.room(in: environment),
        gesture: GestureHint(
          .pinch, state: event.state, location: event.gesture.location, velocity: event.gesture.velocity,
          logScaleVelocity: event.gesture.logScaleVelocity),
        time: time))
    if shown == nil {
      overlays.show(Overlay(id: id, rect: placement.rect, content: content), at: time)
    } else {
      overlays.update(id, content: content)
      overlays.follow(placement, of: id, at: time)
    }
  }

  private mutating func hideComment(ofPieceAt index: Int, at time: Timestamp) {
    let id = BoardView.commentOverlay(of: pieces[index].photo.id)
    guard overlays.isShown(id) else { return }
    overlays.hide(id, at: time, after: OverlayTiming.linger)
    strategy.remove(id)
  }

  /// The comment of a photo; numbers from 16 on, for menu and picker have smaller ones.
  static func commentOverlay(of photo: Int) -> Overlay.ID { Overlay.ID(rawValue: 16 + photo) }
}
