/// An axis of an evdev device: its range, and its units a millimetre.
struct EvdevAxis: Equatable {
  var minimum: Int32
  var maximum: Int32
  /// Zero where the device does not say.
  var resolution: Int32

  /// The range; `nil` where the device turns it round.
  var range: ClosedRange<Int>? { minimum <= maximum ? Int(minimum)...Int(maximum) : nil }

  /// The coordinate in 0...1; libinput counts the last unit as a whole one, and so do we.
  func fraction(_ value: Int32) -> Double {
    (Double(value) - Double(minimum)) / max(Double(maximum) - Double(minimum) + 1, 1)
  }

  /// The length of the axis in millimetres; `nil` where the device does not say.
  var length: Double? {
    resolution > 0 ? (Double(maximum) - Double(minimum)) / Double(resolution) : nil
  }
}
