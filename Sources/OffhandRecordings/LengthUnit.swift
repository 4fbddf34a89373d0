/// What the numbers of a recorded position count.
public enum LengthUnit: String, Sendable, Hashable, CaseIterable {
  /// Millimetres from the top left corner of the glass.
  case millimetres = "mm"
  /// Logical pixels from the top left corner of the screen.
  case pixels = "px"
  /// The device's own units, as its axes describe them.
  case device = "u"
}
