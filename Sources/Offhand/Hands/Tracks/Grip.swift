/// How a hand is put on the glass, as far as its shadow depends on it.
public enum Grip: String, Sendable, Hashable, CaseIterable {
  /// The index finger alone.
  case finger
  /// The thumb of the hand that holds the device.
  case thumb
  /// Thumb and index.
  case pinch
  /// Two or three fingers side by side, without the thumb.
  case chord
  /// Four or five contacts with the thumb apart.
  case spread
  /// Around a pen.
  case pen
  /// No hand: a mug, an elbow.
  case object
}
