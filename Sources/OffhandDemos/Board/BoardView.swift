public import Offhand
public import OffhandClient

/// A table with photos: hands move, turn, scale and throw them, several at once; a press opens a menu, a button the picker.
///
/// Every photo owns a pipeline of recognizers, and a finger belongs to what it lands on until it leaves: so any number of hands
/// work side by side. Everything that comments on the hands is placed by the strategy.
public struct BoardView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: TouchView, PlacingView {
  /// A photo and the recognizers of the fingers on it.
  struct Piece: Sendable {
    var photo: Photo
    var gestures: Gestures
  }

  let names: BoardGestures
  private let makeGestures: @Sendable () -> Gestures
  package var strategy: Strategy
  var environment: ViewEnvironment?
  /// Back to front.
  var pieces: [Piece] = []
  var library: BoardLibrary
  var owners = FingerOwners<BoardTarget>()
  var overlays = OverlayScene()
  /// The photo whose menu is open.
  var menuPhoto: Int?
  var picker = BoardPicker()

  /// A table on which `expected` pictures are to come; `gestures` makes the recognizers of one photo, which answer as `names` says.
  public init(
    expecting expected: Int, names: BoardGestures, strategy: Strategy, gestures: @escaping @Sendable () -> Gestures
  ) {
    self.names = names
    makeGestures = gestures
    self.strategy = strategy
    library = BoardLibrary(expected: expected)
  }

  /// A picture has been read: it can be picked, and the first ones come onto the table by themselves.
  public mutating func add(_ picture: BoardPicture) {
    let index = library.add(picture)
    picker.grid.count = library.pictures.count
    if index < dealt { deal(index) }
  }

  /// A picture has been read again, with more pixels or with fewer: from now on it goes by the name `image`.
  public mutating func replace(_ index: Int, by image: ImageID) {
    library.replace(index, by: image)
    for position in pieces.indices where pieces[position].photo.id == index { pieces[position].photo.replace(image) }
  }

  /// Calls `body` for every photo that lies still, with its number and how many device pixels its longer side is shown with.
  func forEachRestingPhoto(at time: Timestamp, _ body: (_ picture: Int, _ side: Int) -> Void) {
    guard let grid = environment?.grid else { return }
    for piece in pieces where !piece.photo.isMoving(at: time) {
      body(piece.photo.id, Int((piece.photo.shownSide(at: time) * grid.perMillimetreX).rounded(.up)))
    }
  }

  /// A picture could not be read.
  public mutating func skip() { library.failures += 1 }

  /// Whether the pictures that lie on the table by themselves are there.
  public var isComplete: Bool { !library.isLoading || library.pictures.count >= dealt }

  /// How many pictures lie on the table by themselves.
  private var dealt: Int { environment.map { BoardLibrary.dealt(on: $0.bounds) } ?? .max }

  /// Takes the size of the table over; photos stay in proportion, and comments, whose place was for another table, go.
  public mutating func layout(in environment: ViewEnvironment) {
    let before = self.environment
    self.environment = environment
    place(in: environment)
    overlays.removeAll()
    menuPhoto = nil
    picker.isOpen = false
    guard let before else {
      for index in library.pictures.indices where index < dealt { deal(index) }
      return
    }
    guard before.bounds != environment.bounds, before.bounds.area > 0 else { return }
    for index in pieces.indices {
      pieces[index].photo.move(from: before.bounds, to: environment.bounds)
    }
  }

  /// Takes a frame of touches in.
  public mutating func process(_ frame: borrowing TouchFrame) {
    strategy.ingest(frame)
    for index in frame.indices where frame[index].phase == .began { land(frame[index], at: frame.timestamp) }
    for index in frame.indices { followControls(frame[index], at: frame.timestamp) }
    for index in pieces.indices {
      let part = owners.part(of: frame, for: .photo(pieces[index].photo.id))
      guard part.count > 0 else { continue }
      pieces[index].gestures.process(part)
      for event in pieces[index].gestures.events { follow(event, ofPieceAt: index) }
      if part.downCount == 0 { letGo(index, at: frame.timestamp) }
    }
    for index in frame.indices where !frame[index].isDown { owners.release(frame[index].id) }
    discardRemoved()
  }

  /// Serves what is due.
  public mutating func advance(to time: Timestamp) {
    for index in pieces.indices {
      if let due = pieces[index].gestures.deadline, due <= time {
        pieces[index].gestures.advance(to: time)
        for event in pieces[index].gestures.events { follow(event, ofPieceAt: index) }
      }
      pieces[index].photo.advance(to: time)
    }
    overlays.advance(to: time)
    discardRemoved()
  }

  /// When a recognizer decides, a comment begins to fade or a photo is drawn smoothly again.
  public var deadline: Timestamp? {
    var earliest = overlays.deadline
    for piece in pieces {
      for candidate in [piece.gestures.deadline, piece.photo.rest.deadline] {
        guard let candidate else { continue }
        earliest = earliest.map { min($0, candidate) } ?? candidate
      }
    }
    return earliest
  }

  /// Whether anything moves or fades by itself.
  public func isAnimating(at time: Timestamp) -> Bool {
    overlays.isAnimating(at: time) || picker.grid.isAnimating(at: time)
      || pieces.contains { $0.photo.isAnimating(at: time) }
  }

  /// Lays picture `index` onto the table, on top; `origin` says from where it flies there, and when.
  mutating func deal(_ index: Int, from origin: (rect: Rect, time: Timestamp)? = nil) {
    guard let environment, !pieces.contains(where: { $0.photo.id == index }) else { return }
    let place = library.place(index, in: environment.bounds)
    let fitting = Photo.scale(on: environment.bounds)
    var photo = Photo(
      id: index, picture: library.pictures[index], center: place.center, rotation: place.rotation, scale: fitting)
    if let origin {
      let target = photo.pose
      photo = Photo(
        id: index, picture: library.pictures[index], center: origin.rect.center, rotation: .zero,
        scale: max(origin.rect.width, origin.rect.height) / Photo.longerSide)
      photo.go(to: target, at: origin.time)
    }
    pieces.append(Piece(photo: photo, gestures: makeGestures()))
  }
}

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

extension BoardView {
  /// The table: dark and warm, so that white borders stand on it and shadows are still seen.
  private static var table: Color { Color(rgb: 0x3A3531) }

  /// Draws table, photos, button and comments.
  public func draw(at time: Timestamp, into list: inout DisplayList) {
    guard let environment else { return }
    list.fill(environment.bounds, BoardView.table)
    for piece in pieces { piece.photo.draw(at: time, into: &list) }
    drawButton(into: &list)
    overlays.draw(at: time, on: environment.grid, into: &list) { overlay, rect, list in
      if overlay.id == BoardPicker.overlay { drawPicker(in: rect, at: time, into: &list) }
    }
  }

  private func drawButton(into list: inout DisplayList) {
    guard let rect = buttonRect else { return }
    let theme = OverlayTheme.standard
    list.shadow(under: rect, cornerRadius: rect.width / 2, theme.shadow)
    list.circle(center: rect.center, radius: rect.width / 2, picker.isOpen ? Color(white: 0.3) : theme.accent)
    let arm = 2.6
    let across = Vector(dx: arm, dy: picker.isOpen ? arm : 0)
    let down = Vector(dx: picker.isOpen ? -arm : 0, dy: arm)
    list.line(from: rect.center - across, to: rect.center + across, width: 0.9, .white)
    list.line(from: rect.center - down, to: rect.center + down, width: 0.9, .white)
  }

  private func drawPicker(in rect: Rect, at time: Timestamp, into list: inout DisplayList) {
    let theme = OverlayTheme.standard
    list.layer(in: picker.grid.window(in: rect)) { list in
      for (index, picture) in library.pictures.enumerated() {
        let cell = picker.grid.cell(index, in: rect, at: time)
        guard cell.intersects(picker.grid.window(in: rect)) else { continue }
        list.fill(cell, Color(white: 1, alpha: picker.pressed == index ? 0.22 : 0.07), cornerRadius: 1)
        let size = picture.size(longerSide: cell.width - 2)
        list.picture(picture.image, in: Rect(center: cell.center, size: size), quality: .smooth)
        if isOnTable(index) { drawTick(in: cell, theme, into: &list) }
      }
    }
    drawProgress(in: picker.grid.footer(in: rect), theme, into: &list)
  }

  /// What lies on the table already stands back, with a tick.
  private func drawTick(in cell: Rect, _ theme: OverlayTheme, into list: inout DisplayList) {
    list.fill(cell, Color(white: 0.08, alpha: 0.5), cornerRadius: 1)
    let middle = Point(x: cell.maxX - 3.4, y: cell.maxY - 3.4)
    list.circle(center: middle, radius: 2, theme.accent)
    let knee = middle + Vector(dx: -0.2, dy: 0.8)
    list.line(from: middle + Vector(dx: -0.95, dy: 0.1), to: knee, width: 0.45, .white)
    list.line(from: knee, to: middle + Vector(dx: 1, dy: -0.7), width: 0.45, .white)
  }

  private func drawProgress(in rect: Rect, _ theme: OverlayTheme, into list: inout DisplayList) {
    var style = theme.textStyle
    style.color = theme.secondaryText
    style.size = 2.6
    let unread = library.failures > 0 ? ", \(library.failures) could not be read" : ""
    guard library.isLoading else {
      style.alignment = .center
      return list.text("\(library.pictures.count) pictures\(unread)", in: rect, style: style)
    }
    let track = Rect(center: rect.center, size: Size(width: rect.width, height: 1.2))
    list.fill(track, Color(white: 1, alpha: 0.14), cornerRadius: 0.6)
    let done = Rect(origin: track.origin, size: Size(width: track.width * library.progress, height: track.height))
    list.fill(done, theme.accent, cornerRadius: 0.6)
  }
}

/// What a finger can land on.
enum BoardTarget: Hashable, Sendable {
  /// A photo, by its number.
  case photo(Int)
  /// The button that opens the picker.
  case button
  /// The picker.
  case picker
  /// The menu.
  case menu
  /// Nothing but the table.
  case table
}

/// The gestures of a photo, and which recognizer of its pipeline is which, in the order in which they stand there.
public struct BoardGestures: Sendable, Hashable {
  /// The one that moves, scales and turns.
  public var transform: Int
  /// The one that opens the menu.
  public var longPress: Int

  /// The positions of the recognizers.
  public init(transform: Int, longPress: Int) {
    self.transform = transform
    self.longPress = longPress
  }

  /// The positions in `pipeline`.
  static let standard = BoardGestures(transform: 0, longPress: 1)

  /// Fingers, from one on, take the photo along; one that rests opens the menu.
  static func pipeline() -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer()
      LongPressGestureRecognizer()
    }
  }
}
