import Offhand

/// The picker: a list of all pictures that scrolls with a touch and lets a tap choose one.
struct BoardPicker: Sendable {
  static let overlay = Overlay.ID(rawValue: 2)
  /// The distance from the button in mm: the length of the arrow, and a little.
  static let gap = 3.0

  /// Distance in mm a touch may move before it scrolls: a tap's allowance (Design/Recognizing.md "Tap").
  private static let slop = 2.6

  private(set) var isOpen = false
  private(set) var grid = PickerGrid()
  /// The picture under each touch, until the touch begins to scroll.
  private var pressed: [Touch.ID: Int] = [:]
  /// The touch that scrolls; others do not meanwhile.
  private var scroller: Touch.ID?
  private var velocity = VerticalVelocity()

  /// Whether the list slides by itself.
  func isAnimating(at time: Timestamp) -> Bool { grid.isAnimating(at: time) }

  /// Sets how many pictures there are.
  mutating func setCount(_ count: Int) { grid.count = count }

  mutating func open(at time: Timestamp) {
    isOpen = true
    grid.stop(at: time)
  }

  mutating func close() {
    isOpen = false
    pressed.removeAll()
    scroller = nil
  }

  /// A touch lands on the picker, which fills `rect`. A touch that stops the sliding list does not choose.
  mutating func press(_ touch: Touch, in rect: Rect, at time: Timestamp) {
    if grid.isAnimating(at: time) {
      grid.stop(at: time)
      scroll(with: touch.id)
    } else if scroller == nil {
      pressed[touch.id] = grid.picture(at: touch.position, in: rect, at: time)
    }
  }

  /// Scrolls with `touch`. Returns the picture that it chose by leaving, and the picture's cell; `nil` if it chose none.
  mutating func follow(_ touch: Touch, in rect: Rect, at time: Timestamp) -> (picture: Int, cell: Rect)? {
    if (touch.position - touch.landingPosition).length > BoardPicker.slop {
      pressed[touch.id] = nil
      if scroller == nil { scroll(with: touch.id) }
    }
    if scroller == touch.id {
      velocity.add(touch.position.y, at: time)
      grid.drag(by: touch.position.y - touch.previousPosition.y, in: rect, at: time)
    }
    guard !touch.isDown else { return nil }
    let chosen = pressed.removeValue(forKey: touch.id)
    if scroller == touch.id {
      scroller = nil
      grid.release(velocity: touch.phase == .ended ? velocity.velocity(at: time) : 0, in: rect, at: time)
    }
    return touch.phase == .ended ? chosen.map { ($0, grid.cell($0, in: rect, at: time)) } : nil
  }

  private mutating func scroll(with touch: Touch.ID) {
    scroller = touch
    pressed.removeAll()
    velocity.removeAll()
  }

  /// Draws the pictures of `library` and the number of them that have been read; those for which `isOnTable` is true have a tick.
  func draw(
    _ library: BoardLibrary, isOnTable: (Int) -> Bool, in rect: Rect, at time: Timestamp, into list: inout DisplayList
  ) {
    let theme = OverlayTheme.standard
    list.layer(in: grid.window(in: rect)) { list in
      for (index, picture) in library.pictures.enumerated() {
        let cell = grid.cell(index, in: rect, at: time)
        guard cell.intersects(grid.window(in: rect)) else { continue }
        list.fill(cell, Color(white: 1, alpha: pressed.values.contains(index) ? 0.22 : 0.07), cornerRadius: 1)
        let size = picture.size(longerSide: cell.width - 2)
        list.picture(picture.image, in: Rect(center: cell.center, size: size), quality: .smooth)
        if isOnTable(index) { BoardPicker.drawTick(in: cell, theme, into: &list) }
      }
    }
    BoardPicker.drawProgress(library, in: grid.footer(in: rect), theme, into: &list)
  }

  /// Ticks a picture that lies on the table already.
  private static func drawTick(in cell: Rect, _ theme: OverlayTheme, into list: inout DisplayList) {
    let middle = Point(x: cell.maxX - 3.4, y: cell.maxY - 3.4)
    list.circle(center: middle, radius: 2, theme.accent)
    let knee = middle + Vector(dx: -0.2, dy: 0.8)
    list.line(from: middle + Vector(dx: -0.95, dy: 0.1), to: knee, width: 0.45, .white)
    list.line(from: knee, to: middle + Vector(dx: 1, dy: -0.7), width: 0.45, .white)
  }

  private static func drawProgress(
    _ library: BoardLibrary, in rect: Rect, _ theme: OverlayTheme, into list: inout DisplayList
  ) {
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

/// The layout of the picker: columns of square cells that scroll with a touch.
struct PickerGrid: Sendable {
  /// The size of the picker in mm.
  static let size = Size(width: 98, height: 84)
  private static let columns = 4
  private static let gap = 2.0
  private static let header = 9.0
  private static let footer = 7.0

  /// The number of pictures.
  var count = 0
  /// Scroll offset in mm; outside the range while a touch pulls past an end.
  private var offset = 0.0
  private var glide: (glide: Glide, start: Timestamp)?

  /// The part of the picker in which cells are visible.
  func window(in rect: Rect) -> Rect {
    rect.inset(by: Insets(top: PickerGrid.header, left: 3, bottom: PickerGrid.footer, right: 3))
  }

  /// The line below the cells, for the progress.
  func footer(in rect: Rect) -> Rect {
    Rect(x: rect.minX + 3, y: rect.maxY - PickerGrid.footer, width: rect.width - 6, height: PickerGrid.footer)
  }

  /// The cell of picture `index` in a picker that fills `rect`.
  func cell(_ index: Int, in rect: Rect, at time: Timestamp) -> Rect {
    let window = window(in: rect)
    let side = PickerGrid.side(in: window)
    return Rect(
      x: window.minX + Double(index % PickerGrid.columns) * (side + PickerGrid.gap),
      y: window.minY + Double(index / PickerGrid.columns) * (side + PickerGrid.gap) - position(at: time), width: side,
      height: side)
  }

  /// The picture at `point`; `nil` if there is none.
  func picture(at point: Point, in rect: Rect, at time: Timestamp) -> Int? {
    guard window(in: rect).contains(point) else { return nil }
    return (0..<count).first { cell($0, in: rect, at: time).contains(point) }
  }

  /// Follows a touch by `distance` mm, with a rubber band past the ends.
  mutating func drag(by distance: Double, in rect: Rect, at time: Timestamp) {
    stop(at: time)
    let range = range(in: rect)
    let band = RubberBand(extent: window(in: rect).height)
    offset = band.position(for: band.finger(at: offset, within: range) - distance, within: range)
  }

  /// Slides on with `velocity` in mm/s.
  mutating func release(velocity: Double, in rect: Rect, at time: Timestamp) {
    stop(at: time)
    let glide = Glide(from: offset, velocity: -velocity, within: range(in: rect))
    self.glide = (glide, time)
    offset = glide.rest
  }

  /// Stops the sliding at its present offset.
  mutating func stop(at time: Timestamp) {
    offset = position(at: time)
    glide = nil
  }

  /// Whether it slides.
  func isAnimating(at time: Timestamp) -> Bool {
    glide.map { time.seconds(since: $0.start) < $0.glide.duration } ?? false
  }

  private func position(at time: Timestamp) -> Double {
    glide.map { $0.glide.position(after: time.seconds(since: $0.start)) } ?? offset
  }

  private func range(in rect: Rect) -> ClosedRange<Double> {
    let window = window(in: rect)
    let rows = Double((count + PickerGrid.columns - 1) / PickerGrid.columns)
    let height = rows * (PickerGrid.side(in: window) + PickerGrid.gap) - PickerGrid.gap
    return 0...max(0, height - window.height)
  }

  private static func side(in window: Rect) -> Double {
    (window.width - gap * Double(columns - 1)) / Double(columns)
  }
}

/// The vertical velocity of a touch over its last 100 ms.
private struct VerticalVelocity: Sendable {
  private var samples: [(time: Timestamp, y: Double)] = []

  /// Forgets the touch before.
  mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  mutating func add(_ y: Double, at time: Timestamp) {
    samples.removeAll { time - $0.time > .milliseconds(100) }
    samples.append((time, y))
  }

  /// Velocity in mm/s, downwards positive; 0 for a touch that has not moved for 50 ms.
  func velocity(at time: Timestamp) -> Double {
    guard let first = samples.first, let last = samples.last, time - last.time < .milliseconds(50) else { return 0 }
    let seconds = last.time.seconds(since: first.time)
    return seconds > 0.004 ? (last.y - first.y) / seconds : 0
  }
}
