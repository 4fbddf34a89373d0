/// A device that reports positions as a touch screen does and is none, by what it announces (Design/Platform.md "Habits of touch drivers").
package enum TouchLookalike: Sendable, Hashable {
  /// Positions and `BTN_LEFT`, without `BTN_TOUCH`: a panel in its mouse mode, such as PenMount's, or the tablet of a virtual machine.
  case absoluteMouse
  /// `BTN_TOOL_FINGER`, and not on a screen.
  case touchpad
  /// `BTN_LEFT` beside touches: libinput and udev take it for a mouse, as they do the twins of some programs.
  case mouseButtons

  /// `nil` if the device is no lookalike.
  package init?(keys: Set<UInt16>, axes: Set<UInt16>, properties: Set<Int>) {
    let hasSlots = axes.contains(EvdevCode.positionX) && axes.contains(EvdevCode.positionY)
    guard hasSlots || axes.contains(EvdevCode.x) && axes.contains(EvdevCode.y), !keys.contains(EvdevCode.toolPen)
    else { return nil }
    let (isDirect, hasButton) = (properties.contains(EvdevCode.propertyDirect), keys.contains(EvdevCode.leftButton))
    if keys.contains(EvdevCode.toolFinger), !isDirect {
      self = .touchpad
    } else if hasButton, !hasSlots, !keys.contains(EvdevCode.touch) {
      self = .absoluteMouse
    } else if hasButton, !isDirect {
      self = .mouseButtons
    } else {
      return nil
    }
  }

  /// What it is, and by what that shows.
  package var text: String {
    switch self {
    case .absoluteMouse: "an absolute mouse: positions with BTN_LEFT, and no BTN_TOUCH"
    case .touchpad: "a touchpad: BTN_TOOL_FINGER, and no INPUT_PROP_DIRECT"
    case .mouseButtons: "a mouse to udev and libinput: BTN_LEFT beside touches, and no INPUT_PROP_DIRECT"
    }
  }

  /// What makes it a touch screen.
  package var remedy: String {
    switch self {
    case .absoluteMouse:
      "switch the panel to its touch mode with its maker's tool, or have an hwdb entry make BTN_TOUCH of its button (KEYBOARD_KEY_90001=btn_touch); a virtual machine needs a touch device, such as QEMU's virtio-multitouch-pci"
    case .touchpad:
      "if it lies on a screen, its driver has to say so (INPUT_PROP_DIRECT); if not, have a udev rule set ENV{ID_INPUT_TOUCHPAD}=\"1\" and ENV{ID_INPUT_TOUCHSCREEN}=\"\""
    case .mouseButtons: "make it with INPUT_PROP_DIRECT, and without mouse buttons (UI_SET_PROPBIT, UI_SET_KEYBIT)"
    }
  }
}
