/// What an input device is, as udev's rules classify it.
public enum InputDeviceKind: String, Sendable, CaseIterable {
  /// A touch screen: the only kind that is ever opened.
  case touchScreen = "touch screen"
  /// A touchpad.
  case touchpad
  /// A drawing tablet.
  case tablet
  /// A mouse or a pointing stick.
  case pointer
  /// A keyboard or a set of buttons.
  case keyboard
  /// Something else: a switch, a sensor, a joystick.
  case other
}
