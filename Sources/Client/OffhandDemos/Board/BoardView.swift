import Offhand
import OffhandClient

/// A table with photos: hands move, turn, scale and throw them, several at once. A press opens a menu, a button the picker.
///
/// Every photo is a target with recognizers of its own, and a touch belongs to what it lands on until it leaves: so any number of
/// hands work side by side. Overlays are placed by the strategy.
struct BoardView<Gestures: GesturePipeline, Strategy: PlacementStrategy>: PlacingView {
  /// What a touch landed on.
  private enum Place: Hashable, Sendable {
    /// A photo, by its number.
    case photo(Int)
    /// The button that opens the picker.
    case button
    case picker
    /// The bare table.
    case table
  }

  private let indices: BoardGestures
  private let makeGestures: @Sendable () -> Gestures
  private var commentary: PlacementCommentary
  var strategy: Strategy
  private(set) var environment: ViewEnvironment?
  /// The photos on the table, back to front.
  private(set) var photos: [Photo] = []
  /// The recognizers of the photos.
  private var targets = TargetPipeline<Gestures>()
  private var library: BoardLibrary
  private var owners = TouchOwners<Place>()
  /// The picker's popover.
  private(set) var overlays = OverlayScene()
  /// The open menus: one for each hand.
  private(set) var menus: [BoardMenu] = []
  /// Scale and rotation of the photos that several fingers hold, or held a moment ago.
  private var readings: [(photo: Int, overlay: PlacedOverlay)] = []
  /// The number of the next photo.
  private var nextPhoto = 0
  private(set) var picker = BoardPicker()
  private var prediction = ViewPrediction()

  /// A table that expects `expected` pictures; `gestures` makes the recognizers of one photo, which stand in its pipeline as
  /// `indices` says.
  init(
    expecting expected: Int, indices: BoardGestures, strategy: Strategy,
    isExplained: Bool = false, gestures: @escaping @Sendable () -> Gestures
  ) {
    self.indices = indices
    commentary = PlacementCommentary(isShown: isExplained)
    makeGestures = gestures
    self.strategy = strategy
    library = BoardLibrary(expected: expected)
  }

  // MARK: Pictures

  /// The number of pictures that are dealt without being picked.
  private var dealtCount: Int { environment.map { BoardLibrary.dealtCount(on: $0.bounds) } ?? .max }

  /// Whether the pictures that are dealt without being picked are there.
  var isComplete: Bool { !library.isLoading || library.pictures.count >= dealtCount }

  /// Takes a picture that was read: it can be picked, and the first ones are dealt.
  mutating func add(_ picture: BoardPicture) {
    let index = library.add(picture)
    picker.setCount(library.pictures.count)
    if index < dealtCount { deal(index) }
  }

  /// Counts a picture that could not be read.
  mutating func skip() { library.addFailure() }

  /// Shows picture `index`, which was read again at another size, as `image`.
  mutating func replace(_ index: Int, by image: ImageID) {
    library.replace(index, by: image)
    for photo in photos.indices where photos[photo].index == index { photos[photo].replace(image) }
  }

  /// Calls `body` for every photo that does not move, with its number and the length of its longer side in device pixels.
  func forEachRestingPhoto(at time: Timestamp, _ body: (_ picture: Int, _ side: Int) -> Void) {
    guard let grid = environment?.grid else { return }
    for index in photos.indices where !photos[index].held.isMoving(at: time) {
      body(photos[index].index, Int((photos[index].shownSide(at: time) * grid.perMillimetreX).rounded(.up)))
    }
  }

  /// Puts picture `index` on the table, above the others; it flies there from `origin`, if that is given.
  private mutating func deal(_ index: Int, from origin: (rect: Rect, time: Timestamp)? = nil) {
    guard let environment else { return }
    let id = nextPhoto
    let isSecond = photos.contains { $0.index == index }
    let (center, rotation) = library.dealtPose(of: isSecond ? id : index, in: environment.bounds)
    let target = PicturePose(center: center, scale: Photo.scale(on: environment.bounds), rotation: rotation)
    let start = origin.map { origin in
      PicturePose(center: origin.rect.center, scale: max(origin.rect.width, origin.rect.height) / Photo.longerSide)
    }
    var photo = Photo(id: id, of: index, picture: library.pictures[index], at: start ?? target)
    if let origin { photo.held.go(to: target, at: origin.time) }
    // The view itself finds the photo under a touch, because photos move.
    guard (try? targets.add(id, makeGestures())) != nil else { return }
    nextPhoto += 1
    photos.append(photo)
  }

  // MARK: TouchView

  /// Adopts the size of the table. Photos keep their relative size and position; overlays, which were placed for another
  /// table, go.
  mutating func layout(in environment: ViewEnvironment) {
    let before = self.environment
    self.environment = environment
    prediction = ViewPrediction(in: environment)
    adopt(environment)
    overlays.removeAll()
    for menu in menus { strategy.remove(menu.menu.id) }
    menus.removeAll()
    for reading in readings { strategy.remove(reading.overlay.id) }
    readings.removeAll()
    picker = BoardPicker()
    picker.setCount(library.pictures.count)
    guard let before else {
      for index in library.pictures.indices where index < dealtCount { deal(index) }
      return
    }
    guard before.bounds != environment.bounds, before.bounds.area > 0 else { return }
    for index in photos.indices { photos[index].move(from: before.bounds, to: environment.bounds) }
  }

  mutating func process(_ frame: borrowing TouchFrame) {
    strategy.ingest(frame)
    commentary.record(frame)
    followMenus(frame)
    for index in frame.indices where frame[index].phase == .began { land(frame[index], at: frame.timestamp) }
    noteDrawnPhotos(at: frame.timestamp)
    prediction.record(frame)
    for index in frame.indices where owners[frame[index].id] == .button {
      followButton(frame[index], at: frame.timestamp)
    }
    let owners = self.owners
    if picker.isOpen { followPicker(frame) }
    for index in photos.indices {
      let place = Place.photo(photos[index].id)
      if owners.hasTouches(of: place) { photos[index].held.follow(frame) { owners[$0.id] == place } }
    }
    targets.process(frame) { touch in if case .photo(let id) = owners[touch.id] { id } else { nil } }
    for event in targets.events { follow(event) }
    settle(at: frame.timestamp)
    for index in frame.indices where !frame[index].isDown { release(frame[index].id, at: frame.timestamp) }
    discardRemoved(at: frame.timestamp)
  }

  mutating func advance(to time: Timestamp) {
    noteDrawnPhotos(at: time)
    targets.advance(to: time)
    for event in targets.events { follow(event) }
    settle(at: time)
    for index in photos.indices { photos[index].held.advance(to: time) }
    overlays.advance(to: time)
    for index in menus.indices { menus[index].menu.advance(to: time, by: &strategy) }
    menus.removeAll { $0.menu.isGone(at: time) }
    for index in readings.indices { readings[index].overlay.advance(to: time) }
    readings.removeAll { $0.overlay.isGone(at: time) }
    discardRemoved(at: time)
  }

  /// When a recognizer decides, an overlay begins to fade, or a photo is drawn smoothly again.
  var deadline: Timestamp? {
    let resting = photos.lazy.compactMap(\.held.deadline).min()
    let lingering = readings.lazy.compactMap(\.overlay.deadline).min()
    return [targets.deadline, overlays.deadline, resting, lingering].compactMap(\.self).min()
  }

  func isAnimating(at time: Timestamp) -> Bool {
    overlays.isAnimating(at: time) || picker.isAnimating(at: time) || photos.contains { $0.isAnimating(at: time) }
      || menus.contains { $0.menu.isAnimating(at: time) } || readings.contains { $0.overlay.isAnimating(at: time) }
      || photos.contains(where: \.held.isHeld) && prediction.isPending(at: time)
  }

  mutating func didShow(_ frame: FrameTime) {
    prediction.didShow(frame)
    picker.didShow(frame)
  }

  func draw(for frame: FrameTime, into list: inout DisplayList) {
    guard let environment else { return }
    let time = frame.presentation
    let theme = environment.theme
    // Warm, and neither so dark that shadows vanish nor so light that white borders do.
    list.fill(environment.bounds, theme.background.blended(with: Color(rgb: 0x7A6650), 0.36))
    for photo in photos { photo.draw(for: frame, by: prediction, into: &list) }
    drawButton(theme, into: &list)
    overlays.draw(at: time, on: environment.grid, into: &list, theme: theme) { overlay, rect, list in
      guard overlay.id == BoardPicker.overlay else { return }
      picker.draw(
        library, isOnTable: { index in photos.contains { $0.index == index } }, in: rect, theme, for: frame,
        into: &list)
    }
    for reading in readings { reading.overlay.draw(for: frame, into: &list) }
    for menu in menus { menu.menu.draw(for: frame, into: &list) }
    if menus.contains(where: \.menu.isOpen) || readings.contains(where: \.overlay.isShown) {
      commentary.draw(strategy, on: environment.bounds, into: &list)
    }
  }

  private func drawButton(_ theme: Theme, into list: inout DisplayList) {
    guard let rect = buttonRect else { return }
    list.shadow(under: rect, cornerRadius: rect.width / 2, theme.shadow)
    list.circle(center: rect.center, radius: rect.width / 2, picker.isOpen ? Color(white: 0.3) : theme.accent)
    let arm = 2.6
    let across = Vector(dx: arm, dy: picker.isOpen ? arm : 0)
    let down = Vector(dx: picker.isOpen ? -arm : 0, dy: arm)
    list.line(from: rect.center - across, to: rect.center + across, width: 0.9, .white)
    list.line(from: rect.center - down, to: rect.center + down, width: 0.9, .white)
  }

  // MARK: Touches

  /// Assigns a touch that lands to the topmost thing at its position.
  private mutating func land(_ touch: Touch, at time: Timestamp) {
    // A menu lies above everything else.
    guard !menus.contains(where: { $0.menu.takes(touch.id) }) else { return }
    let place = place(at: touch.position, at: time)
    // Of several fingers on the button the first one counts.
    guard place != .button || !owners.hasTouches(of: .button) else { return }
    owners.assign(touch.id, to: place)
    switch place {
    case .photo(let id): grab(id, at: time)
    case .table: if picker.isOpen { closePicker(at: time) }
    case .button, .picker: break
    }
  }

  private func place(at point: Point, at time: Timestamp) -> Place {
    if picker.isOpen, overlays.rect(of: BoardPicker.overlay, at: time)?.contains(point) ?? false { return .picker }
    if buttonRect?.grown(by: 2).contains(point) ?? false { return .button }
    return photos.last { $0.held.contains(point, at: time) }.map { .photo($0.id) } ?? .table
  }

  private mutating func followButton(_ touch: Touch, at time: Timestamp) {
    if touch.phase == .ended, buttonRect?.grown(by: 2).contains(touch.position) ?? false { togglePicker(at: time) }
  }

  private mutating func followPicker(_ frame: borrowing TouchFrame) {
    let (owners, time) = (owners, frame.timestamp)
    var chosen: [(picture: Int, cell: Rect)] = []
    picker.process(frame, where: { owners[$0.id] == .picker }) { chosen.append(($0, $1)) }
    for choice in chosen { deal(choice.picture, from: (choice.cell, time)) }
  }

  // MARK: Photos

  /// The index of photo `id`; `nil` if it is not on the table.
  private func index(of id: Int) -> Int? { photos.firstIndex { $0.id == id } }

  private mutating func bringToFront(_ index: Int) { photos.append(photos.remove(at: index)) }

  /// Notes how photos with touches are drawn.
  private mutating func noteDrawnPhotos(at time: Timestamp) {
    let frame = prediction.shownFrame(at: time)
    for index in photos.indices where owners.hasTouches(of: .photo(photos[index].id)) {
      photos[index].held.noteDrawn(for: frame, by: prediction)
    }
  }

  /// Lets photos whose touches have changed settle.
  private mutating func settle(at time: Timestamp) {
    let frame = prediction.shownFrame(at: time)
    for index in photos.indices { photos[index].held.settle(for: frame, by: prediction) }
  }

  /// Stops photo `id` and brings it to the front.
  private mutating func grab(_ id: Int, at time: Timestamp) {
    guard let index = index(of: id) else { return }
    photos[index].grab(for: prediction.shownFrame(at: time), by: prediction)
    bringToFront(index)
  }

  /// Forgets a touch that left, and releases the photo whose last touch it was.
  private mutating func release(_ touch: Touch.ID, at time: Timestamp) {
    let place = owners[touch]
    owners.release(touch)
    guard let bounds = environment?.bounds, case .photo(let id) = place, !owners.hasTouches(of: .photo(id)),
      let index = index(of: id)
    else { return }
    photos[index].release(within: bounds, at: time)
    hideReading(of: photos[index].id, at: time)
  }

  /// Takes photos away that were removed; to be called between frames, because indices change.
  private mutating func discardRemoved(at time: Timestamp) {
    for index in photos.indices.reversed() where photos[index].isRemoved {
      hideReading(of: photos[index].id, at: time)
      closeMenu(of: photos[index].id, at: time)
      targets.remove(photos[index].id, at: time)
      photos.remove(at: index)
    }
  }

  private mutating func follow(_ event: GestureEvent) {
    guard let index = event.target.flatMap(index(of:)) else { return }
    switch event.recognizer {
    case indices.transform: transform(event, ofPhotoAt: index)
    case indices.longPress where event.state == .began: openMenu(ofPhotoAt: index, event)
    default: break
    }
  }

  private mutating func transform(_ event: GestureEvent, ofPhotoAt index: Int) {
    guard let bounds = environment?.bounds else { return }
    let time = event.timestamp
    switch event.state {
    case .began, .changed:
      photos[index].held.follow(
        event.gesture, of: HeldPicture.Touches(of: event, in: targets), state: event.state, at: time)
      showReading(event, ofPhotoAt: index)
    case .ended, .cancelled:
      // Not a throw if the system took the touches away.
      let isThrow = event.state == .ended
      photos[index].held.release(
        isThrow ? event.gesture.velocity : .zero, spin: isThrow ? event.gesture.rotationVelocity : 0, within: bounds,
        for: prediction.shownFrame(at: time))
      hideReading(of: photos[index].id, at: time)
    case .recognized, .unconfirmed, .superseded: break
    }
  }

  /// Shows scale and rotation beside the hand while two or more touches are on the photo.
  private mutating func showReading(_ event: GestureEvent, ofPhotoAt photo: Int) {
    guard let environment, event.gesture.fingers > 1 else {
      return hideReading(of: photos[photo].id, at: event.timestamp)
    }
    let (id, pose) = (photos[photo].id, photos[photo].held.pose)
    let index = readings.firstIndex { $0.photo == id } ?? readings.endIndex
    if index == readings.endIndex {
      // Even numbers from 16 up; menus have odd ones.
      let overlay = PlacedOverlay(id: Overlay.ID(rawValue: UInt64(16 + 2 * id)), margin: BoardView.overlayMargin)
      readings.append((id, overlay))
    }
    let degrees = Int(pose.rotation.wrapped.degrees.rounded())
    let rotation = degrees < 0 ? "−\(-degrees)°" : "\(degrees)°"
    let placement = readings[index].overlay.show(
      .hud("\(PercentText.string(pose.scale))  \(rotation)"), gesture: GestureHint(.pinch, of: event), in: environment,
      at: event.timestamp, by: &strategy)
    commentary.note(placement, of: readings[index].overlay.id)
  }

  private mutating func hideReading(of photo: Int, at time: Timestamp) {
    for index in readings.indices where readings[index].photo == photo {
      readings[index].overlay.hide(at: time, by: &strategy)
      commentary.forget(readings[index].overlay.id)
    }
  }

  /// The distance of overlays from the edges, in mm: their drop shadows stay on the table.
  private static var overlayMargin: Double { 4 }

  // MARK: Menu

  private mutating func openMenu(ofPhotoAt index: Int, _ event: GestureEvent) {
    guard let environment else { return }
    photos[index].held.withdraw(at: event.timestamp)
    closeMenu(of: photos[index].id, at: event.timestamp)
    let menu = BoardMenu(of: photos[index].id, openedBy: event, in: environment, by: &strategy)
    commentary.note(menu.menu.placement, of: menu.menu.id)
    menus.append(menu)
  }

  private mutating func closeMenu(of photo: Int, at time: Timestamp) {
    for index in menus.indices where menus[index].photo == photo { menus[index].menu.close(by: &strategy, at: time) }
  }

  /// Passes the touches to the menus, and does what they choose.
  private mutating func followMenus(_ frame: borrowing TouchFrame) {
    for index in menus.indices {
      let row = menus[index].menu.process(frame, by: &strategy)
      guard let choice = row.flatMap(BoardMenu.Choice.init) else { continue }
      perform(choice, onPhoto: menus[index].photo, at: frame.timestamp)
    }
    for menu in menus where !menu.menu.isOpen { commentary.forget(menu.menu.id) }
    menus.removeAll { $0.menu.isGone(at: frame.timestamp) }
  }

  private mutating func perform(_ choice: BoardMenu.Choice, onPhoto photo: Int, at time: Timestamp) {
    guard let index = index(of: photo) else { return }
    switch choice {
    case .toFront: bringToFront(index)
    case .reset:
      var pose = photos[index].held.pose(at: time)
      pose.scale = 1
      pose.rotation = .zero
      photos[index].held.go(to: pose, at: time)
    case .remove: photos[index].isRemoved = true
    }
  }

  // MARK: Picker

  /// The button that opens the picker: in the middle of the lower edge, where both hands reach it.
  var buttonRect: Rect? {
    guard let bounds = environment?.bounds else { return nil }
    return Rect(center: Point(x: bounds.center.x, y: bounds.maxY - 13), size: Size(width: 14, height: 14))
  }

  private mutating func togglePicker(at time: Timestamp) {
    guard !picker.isOpen, let environment, let button = buttonRect else { return closePicker(at: time) }
    // Right above its button, which its arrow meets: the finger that opened it leaves, and a hand that comes from below hides nothing.
    let bounds = environment.bounds.inset(by: Insets(all: BoardView.overlayMargin))
    let size = Size(
      width: min(PickerGrid.size.width, bounds.width), height: min(PickerGrid.size.height, bounds.height))
    let rect = Rect(
      x: button.center.x - size.width / 2, y: button.minY - BoardPicker.gap - size.height, width: size.width,
      height: size.height
    ).clamped(to: bounds)
    picker.open(in: rect, of: environment)
    let target = Point(x: button.center.x, y: button.minY)
    overlays.show(
      Overlay(id: BoardPicker.overlay, rect: rect, content: .popover(title: "Photos", pointingAt: target)), at: time)
  }

  private mutating func closePicker(at time: Timestamp) {
    picker.close(at: time)
    overlays.hide(BoardPicker.overlay, at: time)
  }
}

/// The indices of a photo's recognizers in its pipeline.
struct BoardGestures: Sendable, Hashable {
  /// The recognizer that moves, scales and turns.
  var transform: Int
  /// The recognizer that opens the menu.
  var longPress: Int

  /// The indices in `pipeline`.
  static let standard = BoardGestures(transform: 0, longPress: 1)

  /// One or more touches move the photo; one that does not move opens the menu. Two fingers hold a photo as they would a print: it
  /// turns and grows by all that they do, without the thresholds that keep a picture on a screen upright.
  static func pipeline() -> some GesturePipeline {
    Pipeline {
      TransformGestureRecognizer(
        pinch: PinchGestureRecognizer(slop: 0.5, lockedSlop: 0, lockedShare: 0, minimumSpan: 0, slopPolicy: .included),
        rotation: RotationGestureRecognizer(
          threshold: .zero, arc: 0.5, lockedThreshold: .zero, dominance: 0, lockedDominance: 0, slopPolicy: .included))
      LongPressGestureRecognizer()
    }
  }
}
