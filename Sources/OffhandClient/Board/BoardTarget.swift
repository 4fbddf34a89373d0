/// What a finger can land on.
enum BoardTarget: Hashable, Sendable {
  /// A photo, by its number.
  case photo(Int)
  /// The button that opens the picker.
  case button
  /// The picker.
  case picker
  /// The menu.
  case menu
  /// Nothing but the table.
  case table
}
