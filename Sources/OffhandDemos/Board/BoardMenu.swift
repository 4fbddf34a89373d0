import Offhand

/// The menu of a photo: whether it is open, for which photo, and what it offers.
struct BoardMenu: Sendable {
  static let overlay = Overlay.ID(rawValue: 1)

  /// One row, from top to bottom.
  enum Choice: Int, CaseIterable, Sendable {
    /// Draws the photo above all others.
    case toFront
    /// Sets the photo's scale to 1 and its rotation to 0.
    case reset
    /// Puts the photo back into the picker.
    case remove

    /// The text of the row.
    var title: String {
      switch self {
      case .toFront: "Bring to front"
      case .reset: "Reset size"
      case .remove: "Remove"
      }
    }
  }

  /// The photo whose menu is open; `nil` while it is closed.
  private(set) var photo: Int?

  /// The rows, one of them highlighted.
  static func rows(highlighting row: Int? = nil) -> Menu {
    Menu(items: Choice.allCases.map(\.title), highlighted: row)
  }

  /// The row at `point` of a menu that fills `rect`; `nil` outside the rows.
  static func row(at point: Point, in rect: Rect) -> Int? { rows().row(at: point, in: rect) }

  mutating func open(for photo: Int) { self.photo = photo }

  mutating func close() { photo = nil }
}
