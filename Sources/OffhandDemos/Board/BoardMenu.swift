import Offhand

/// An open menu of a photo, and what it offers.
struct BoardMenu: Sendable {
  /// A touch within this distance in mm of where a menu was opened is of the same hand.
  static let reach = 120.0
  /// And one within this distance of the menu.
  static let margin = 20.0

  /// The photo whose menu it is.
  let photo: Int
  /// The position of the press that opened it.
  let location: Point

  /// The overlay of this menu.
  var overlay: Overlay.ID { BoardMenu.overlay(of: photo) }

  /// The overlay of the menu of a photo; odd numbers from 17 up, readings have even ones.
  static func overlay(of photo: Int) -> Overlay.ID { Overlay.ID(rawValue: 17 + 2 * photo) }

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

  /// The rows, one of them highlighted.
  static func rows(highlighting row: Int? = nil) -> Menu {
    Menu(items: Choice.allCases.map(\.title), highlighted: row)
  }

  /// The row at `point` of a menu that fills `rect`; `nil` outside the rows.
  static func row(at point: Point, in rect: Rect) -> Int? { rows().row(at: point, in: rect) }
}
