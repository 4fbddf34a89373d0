public import Offhand

/// A list of texts that scrolls, and of which a tap chooses one.
///
/// ```swift
/// if let row = songs.process(frame) { play(row) }
/// ```
public struct ListTarget: Sendable {
  private static let gap = 0.8

  /// The texts, from top to bottom; they may change while fingers are on the list.
  public var items: [String] { didSet { pan.resize(content: rowHeight * Double(items.count)) } }
  /// The index of the row in the colour of the selection: the one that is chosen, or held; `nil` for none.
  public var marked: Int?
  private var pan = ScrollPan(.vertical)
  private var theme = Theme.standard

  /// A list of `items`, which has no place yet.
  public init(_ items: [String] = []) { self.items = items }

  /// Adopts its rectangle, in mm.
  public mutating func layout(_ region: Rect, in environment: ViewEnvironment) {
    theme = environment.theme
    pan.layout(region, content: rowHeight * Double(items.count), in: environment)
  }

  /// Takes those touches of a frame for which `isOffered` returns true. Returns the row that one of them taps; `nil` if none does.
  public mutating func process(
    _ frame: borrowing TouchFrame, where isOffered: (Touch) -> Bool = { _ in true }
  ) -> Int? {
    pan.process(frame, where: isOffered)
    return pan.taps.lazy.compactMap(row(on:)).first
  }

  /// The row at a point of the surface; `nil` if there is none.
  public func row(at point: Point, for frame: FrameTime) -> Int? {
    pan.window.contains(point) ? row(on: point - pan.placement(for: frame)) : nil
  }

  /// The rectangle of a row on the surface, which may lie outside of the list's.
  public func rect(ofRow row: Int, for frame: FrameTime) -> Rect {
    self.rect(ofRow: row).moved(by: pan.placement(for: frame))
  }

  /// Lets go of all touches, which something else has taken: a menu that has opened.
  public mutating func cancel(at time: Timestamp) { pan.cancel(at: time) }

  /// Notes that the picture drawn for `frame` is the latest on the screen.
  public mutating func didShow(_ frame: FrameTime) { pan.didShow(frame) }

  /// Whether its picture changes by time alone.
  public func isAnimating(at time: Timestamp) -> Bool { pan.isAnimating(at: time) }

  /// Draws the rows that are seen.
  public func draw(for frame: FrameTime, into list: inout DisplayList) {
    let offset = pan.placement(for: frame)
    list.layer(in: pan.window, cornerRadius: theme.cornerRadius) { list in
      for index in items.indices {
        let row = rect(ofRow: index)
        let shown = row.moved(by: offset)
        guard shown.intersects(pan.window) else { continue }
        let pressed = pan.highlight(of: row, at: frame.presentation)
        let rest = index == marked ? theme.accent : theme.control
        list.fill(shown, rest.blended(with: theme.pressedControl, pressed), cornerRadius: theme.cornerRadius)
        var style = theme.textStyle
        if index == marked { style.color = theme.accentText }
        let inset = Insets(top: 0, left: 2 * theme.padding, bottom: 0, right: theme.padding)
        list.text(items[index], in: shown.inset(by: inset), style: style)
      }
      if let bar = pan.indicator(for: frame) { list.fill(bar, theme.secondaryText, cornerRadius: bar.width / 2) }
    }
  }

  /// The height of a row in mm, with the gap to the next: a fingertip, and room for the next one.
  private var rowHeight: Double { theme.rowHeight + 3 }

  /// The rectangle of a row on the content.
  private func rect(ofRow row: Int) -> Rect {
    // Beside the bar that shows where it is scrolled to.
    let width = pan.window.width - (pan.scrolls ? 3 : 0)
    return Rect(x: 0, y: rowHeight * Double(row), width: width, height: rowHeight - ListTarget.gap)
  }

  private func row(on point: Point) -> Int? {
    let row = Int((point.y / rowHeight).rounded(.down))
    return items.indices.contains(row) ? row : nil
  }
}
