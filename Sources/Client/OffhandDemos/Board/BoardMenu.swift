import Offhand
import OffhandClient

/// The menu of a photo, and what it offers.
struct BoardMenu: Sendable {
  /// The photo whose menu it is.
  let photo: Int
  var menu: OverlayMenu

  /// The menu of `photo`, opened by a press of it.
  init(
    of photo: Int, openedBy event: GestureEvent, in environment: ViewEnvironment,
    by strategy: inout some PlacementStrategy
  ) {
    self.photo = photo
    // Odd numbers from 17 up; readings have even ones.
    menu = OverlayMenu(
      Choice.allCases.dropLast().map(\.title), destructive: [Choice.remove.title],
      for: Rect(center: event.gesture.location, size: .zero), openedBy: event,
      id: Overlay.ID(rawValue: UInt64(17 + 2 * photo)), reach: .hand)
    menu.layout(in: environment, by: &strategy)
  }

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
}
