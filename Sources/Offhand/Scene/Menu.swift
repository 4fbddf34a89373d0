/// Rows to choose from.
public struct Menu: Sendable, Hashable {
  /// What the rows say, from top to bottom.
  public var items: [String]
  /// The row that a finger is on.
  public var highlighted: Int?

  /// A menu.
  public init(items: [String], highlighted: Int? = nil) {
    self.items = items
    self.highlighted = highlighted
  }

  /// Where row `index` is in a menu that fills `rect`; all rows are equally high.
  public func rowRect(_ index: Int, in rect: Rect, theme: OverlayTheme = .standard) -> Rect {
    let inner = rect.inset(by: Insets(all: theme.menuPadding))
    let height = inner.height / Double(max(items.count, 1))
    return Rect(x: inner.minX, y: inner.minY + Double(index) * height, width: inner.width, height: height)
  }

  /// The row at `point` in a menu that fills `rect`; `nil` outside.
  public func row(at point: Point, in rect: Rect, theme: OverlayTheme = .standard) -> Int? {
    guard rect.contains(point) else { return nil }
    return items.indices.first { rowRect($0, in: rect, theme: theme).contains(point) }
  }
}
