import Offhand

/// What the menu of a photo offers, from top to bottom.
enum BoardMenu: Int, CaseIterable, Sendable {
  /// Above all others.
  case toFront
  /// As large and as straight as it came.
  case reset
  /// Back into the picker.
  case remove

  /// What the row says.
  var title: String {
    switch self {
    case .toFront: "Bring to front"
    case .reset: "Reset size"
    case .remove: "Remove"
    }
  }

  /// The rows, one of them under a finger.
  static func menu(highlighting row: Int? = nil) -> Menu { Menu(items: allCases.map(\.title), highlighted: row) }
}
