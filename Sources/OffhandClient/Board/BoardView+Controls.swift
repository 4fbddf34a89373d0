import Offhand

extension BoardView {
  /// Where menu, picker and comments may stand: their shadows stay on the table.
  static func room(in environment: ViewEnvironment) -> Rect { environment.bounds.inset(by: Insets(all: 4)) }

  static var menuOverlay: Overlay.ID { Overlay.ID(rawValue: 1) }

  /// The button that opens the picker, in the middle of the lower edge, where both hands reach it.
  var buttonRect: Rect? {
    guard let bounds = environment?.bounds else { return nil }
    return Rect(center: Point(x: bounds.center.x, y: bounds.maxY - 13), size: Size(width: 14, height: 14))
  }

  /// A finger on a control moves or leaves.
  mutating func followControls(_ touch: Touch, at time: Timestamp) {
    guard let target = owners[touch.id] else { return }
    switch target {
    case .menu: followMenu(touch, at: time)
    case .picker: followPicker(touch, at: time)
    case .button:
      if touch.phase == .ended, buttonRect?.grown(by: 2).contains(touch.position) ?? false { togglePicker(at: time) }
    case .photo, .table: break
    }
  }

  /// Opens the menu of a photo where the hand is not.
  mutating func openMenu(ofPieceAt index: Int, _ event: GestureEvent) {
    guard let environment else { return }
    let content = OverlayContent.menu(BoardMenu.menu())
    let finger = event.gesture.location
    let placement = strategy.place(
      OverlayRequest(
        id: BoardView.menuOverlay, role: .menu, anchor: Rect(center: finger, size: Size(width: 8, height: 8)),
        size: content.size(measuredBy: environment.measure), bounds: BoardView.room(in: environment),
        gesture: GestureHint(.press, state: event.state, location: finger), time: event.timestamp))
    menuPhoto = pieces[index].photo.id
    overlays.show(
      Overlay(id: BoardView.menuOverlay, rect: placement.rect, content: content), at: event.timestamp)
  }

  mutating func closeMenu(at time: Timestamp) {
    guard menuPhoto != nil else { return }
    menuPhoto = nil
    overlays.hide(BoardView.menuOverlay, at: time)
    strategy.remove(BoardView.menuOverlay)
  }

  mutating func highlightMenu(_ point: Point) {
    guard let rect = overlays.overlay(BoardView.menuOverlay)?.rect else { return }
    let row = BoardMenu.menu().row(at: point, in: rect)
    overlays.update(BoardView.menuOverlay, content: .menu(BoardMenu.menu(highlighting: row)))
  }

  private mutating func followMenu(_ touch: Touch, at time: Timestamp) {
    switch touch.phase {
    case .began, .moved, .stationary: highlightMenu(touch.position)
    case .cancelled: closeMenu(at: time)
    case .ended:
      guard let rect = overlays.overlay(BoardView.menuOverlay)?.rect,
        let row = BoardMenu.menu().row(at: touch.position, in: rect), let choice = BoardMenu(rawValue: row)
      else { return closeMenu(at: time) }
      perform(choice, at: time)
      closeMenu(at: time)
    }
  }

  private mutating func perform(_ choice: BoardMenu, at time: Timestamp) {
    guard let index = pieces.firstIndex(where: { $0.photo.id == menuPhoto }) else { return }
    switch choice {
    case .toFront: pieces.append(pieces.remove(at: index))
    case .reset:
      var pose = pieces[index].photo.pose(at: time)
      pose.scale = 1
      pose.rotation = .zero
      pieces[index].photo.go(to: pose, at: time)
    case .remove: pieces[index].photo.isRemoved = true
    }
  }

  /// Takes away what the menu removed; only between frames, so that nothing refers to a place that has changed.
  mutating func discardRemoved() { pieces.removeAll { $0.photo.isRemoved } }

  private mutating func togglePicker(at time: Timestamp) {
    guard !picker.isOpen, let environment, let button = buttonRect else { return closePicker(at: time) }
    picker.isOpen = true
    picker.grid.stop(at: time)
    let placement = strategy.place(
      OverlayRequest(
        id: BoardPicker.overlay, role: .popover, anchor: button, size: PickerGrid.size,
        bounds: BoardView.room(in: environment),
        preferredSide: .above, gesture: GestureHint(.tap, location: button.center), time: time))
    overlays.show(
      Overlay(
        id: BoardPicker.overlay, rect: placement.rect, content: .popover(title: "Photos", pointingAt: placement.target)),
      at: time)
  }

  mutating func closePicker(at time: Timestamp) {
    picker.isOpen = false
    overlays.hide(BoardPicker.overlay, at: time)
    strategy.remove(BoardPicker.overlay)
  }

  mutating func pressPicker(_ point: Point, at time: Timestamp) {
    guard let rect = overlays.overlay(BoardPicker.overlay)?.rect else { return }
    picker.isScrolling = picker.grid.isAnimating(at: time)  // a finger that catches the list does not choose
    picker.grid.stop(at: time)
    picker.pressed = picker.isScrolling ? nil : picker.grid.picture(at: point, in: rect, at: time)
    picker.velocity.removeAll()
  }

  private mutating func followPicker(_ touch: Touch, at time: Timestamp) {
    guard let rect = overlays.overlay(BoardPicker.overlay)?.rect else { return }
    picker.velocity.add(touch.position.y, at: time)
    let way = touch.position - touch.landingPosition
    if !picker.isScrolling, way.length > BoardPicker.slop {
      picker.isScrolling = true
      picker.pressed = nil
    }
    if picker.isScrolling {
      picker.grid.drag(by: touch.position.y - touch.previousPosition.y, in: rect, at: time)
    }
    guard !touch.isDown else { return }
    if picker.isScrolling {
      let velocity = touch.phase == .ended ? picker.velocity.velocity(at: time) : 0
      picker.grid.release(velocity: velocity, in: rect, at: time)
    } else if touch.phase == .ended, let index = picker.pressed, !isOnTable(index) {
      deal(index, from: (picker.grid.cell(index, in: rect, at: time), time))
    }
    picker.pressed = nil
  }

  /// Whether picture `index` lies on the table.
  func isOnTable(_ index: Int) -> Bool { pieces.contains { $0.photo.id == index } }
}
