import Offhand
import OffhandClient

/// The picker: a list of all pictures that scrolls with a touch and lets a tap choose one.
struct BoardPicker: Sendable {
  static let overlay = Overlay.ID(rawValue: 2)
  /// The distance from the button in mm: the length of the arrow, and a little.
  static let gap = 3.0

  private(set) var isOpen = false
  private var grid = PickerGrid()
  private var list = ScrollPan()

  /// Sets how many pictures there are.
  mutating func setCount(_ count: Int) {
    grid.count = count
    list.resize(content: grid.height)
  }

  /// Opens so that it fills `rect`, with its list as it was.
  mutating func open(in rect: Rect, of environment: ViewEnvironment) {
    isOpen = true
    grid.width = grid.window(in: rect).width
    list.layout(grid.window(in: rect), content: grid.height, in: environment)
  }

  mutating func close(at time: Timestamp) {
    isOpen = false
    list.cancel(at: time)
  }

  /// Takes the touches of a frame for which `isOffered` returns true. Calls `choose` for each picture that one of them taps, with its cell.
  mutating func process(
    _ frame: borrowing TouchFrame, where isOffered: (Touch) -> Bool, choose: (_ picture: Int, _ cell: Rect) -> Void
  ) {
    list.process(frame, where: isOffered)
    for tap in list.taps {
      guard let picture = grid.picture(at: tap) else { continue }
      choose(picture, cell(picture, for: FrameTime(now: frame.timestamp)))
    }
  }

  mutating func didShow(_ frame: FrameTime) { list.didShow(frame) }

  /// Whether the list slides by itself, or shows a press.
  func isAnimating(at time: Timestamp) -> Bool { list.isAnimating(at: time) }

  /// The cell of a picture on the table, as drawn for `frame`.
  func cell(_ index: Int, for frame: FrameTime) -> Rect { grid.cell(index).moved(by: list.placement(for: frame)) }

  /// Draws the pictures of `library` and the number of them that have been read; those for which `isOnTable` is true have a tick.
  func draw(
    _ library: BoardLibrary, isOnTable: (Int) -> Bool, in rect: Rect, _ theme: Theme, for frame: FrameTime,
    into list: inout DisplayList
  ) {
    list.layer(in: grid.window(in: rect)) { list in
      for (index, picture) in library.pictures.enumerated() {
        let cell = cell(index, for: frame)
        guard cell.intersects(grid.window(in: rect)) else { continue }
        let pressed = self.list.highlight(of: grid.cell(index), at: frame.presentation)
        list.fill(cell, theme.control.blended(with: theme.pressedControl, pressed), cornerRadius: 1)
        let size = picture.size(longerSide: cell.width - 2)
        list.picture(picture.image, in: Rect(center: cell.center, size: size), quality: .smooth)
        if isOnTable(index) { BoardPicker.drawTick(in: cell, theme, into: &list) }
      }
    }
    // In the margin beside the pictures.
    if let bar = self.list.indicator(for: frame)?.moved(by: Vector(dx: 2.2, dy: 0)) {
      list.fill(bar, theme.secondaryText, cornerRadius: bar.width / 2)
    }
    BoardPicker.drawProgress(library, in: grid.footer(in: rect), theme, into: &list)
  }

  /// Ticks a picture that lies on the table already.
  private static func drawTick(in cell: Rect, _ theme: Theme, into list: inout DisplayList) {
    let middle = Point(x: cell.maxX - 3.4, y: cell.maxY - 3.4)
    list.circle(center: middle, radius: 2, theme.accent)
    let knee = middle + Vector(dx: -0.2, dy: 0.8)
    list.line(from: middle + Vector(dx: -0.95, dy: 0.1), to: knee, width: 0.45, theme.accentText)
    list.line(from: knee, to: middle + Vector(dx: 1, dy: -0.7), width: 0.45, theme.accentText)
  }

  private static func drawProgress(
    _ library: BoardLibrary, in rect: Rect, _ theme: Theme, into list: inout DisplayList
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
    list.fill(track, theme.control, cornerRadius: 0.6)
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
  /// The width of the list in mm.
  var width = 0.0

  /// The part of the picker in which cells are visible.
  func window(in rect: Rect) -> Rect {
    rect.inset(by: Insets(top: PickerGrid.header, left: 3, bottom: PickerGrid.footer, right: 3))
  }

  /// The line below the cells, for the progress.
  func footer(in rect: Rect) -> Rect {
    Rect(x: rect.minX + 3, y: rect.maxY - PickerGrid.footer, width: rect.width - 6, height: PickerGrid.footer)
  }

  /// The height of all rows.
  var height: Double { Double((count + PickerGrid.columns - 1) / PickerGrid.columns) * step - PickerGrid.gap }

  /// The cell of picture `index` in the list.
  func cell(_ index: Int) -> Rect {
    Rect(
      x: Double(index % PickerGrid.columns) * step, y: Double(index / PickerGrid.columns) * step,
      width: step - PickerGrid.gap, height: step - PickerGrid.gap)
  }

  /// The picture at `point` of the list; `nil` if there is none.
  func picture(at point: Point) -> Int? { (0..<count).first { cell($0).contains(point) } }

  /// The distance of rows, and of columns.
  private var step: Double { (width + PickerGrid.gap) / Double(PickerGrid.columns) }
}
