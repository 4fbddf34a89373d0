import Offhand

/// The picker's state: whether it is open, how it is scrolled, what a finger is about to choose.
struct BoardPicker: Sendable {
  static let overlay = Overlay.ID(rawValue: 2)

  var isOpen = false
  var grid = PickerGrid()
  /// The picture under the finger, as long as the finger has not begun to scroll.
  var pressed: Int?
  /// Whether the finger scrolls.
  var isScrolling = false
  var velocity = VerticalVelocity()

  /// How far a finger may move before it scrolls, in millimetres: a tap's allowance (recognizers.md §3.1).
  static let slop = 2.6
}
