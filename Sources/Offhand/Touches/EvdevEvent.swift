/// One event of the kernel's input protocol, as read from a device node and as stored by evemu and `libinput record`.
package struct EvdevEvent: Sendable, Hashable {
  /// The time at which the kernel received it.
  package var timestamp: Timestamp
  /// `EV_SYN`, `EV_KEY`, `EV_ABS` …
  package var type: UInt16
  /// The code within the type: `ABS_MT_SLOT` …
  package var code: UInt16
  /// The value.
  package var value: Int32

  /// An event of `type` and `code`.
  package init(timestamp: Timestamp, type: UInt16, code: UInt16, value: Int32) {
    self.timestamp = timestamp
    self.type = type
    self.code = code
    self.value = value
  }
}

/// The numbers of the kernel's input protocol that touch screens and the bridge's pointer use (`linux/input-event-codes.h`).
///
/// They are part of the kernel's interface to programs and never change; so the decoder needs no header.
package enum EvdevCode {
  /// Event type: the end of a report.
  package static let synchronization: UInt16 = 0x00
  /// Event type: a button.
  package static let key: UInt16 = 0x01
  /// Event type: a relative axis.
  package static let relative: UInt16 = 0x02
  /// Event type: an absolute axis.
  package static let absolute: UInt16 = 0x03

  /// `SYN_REPORT`: the report is complete.
  package static let report: UInt16 = 0
  /// `SYN_MT_REPORT`: the contact is complete, on devices without slots (protocol A).
  package static let contactReport: UInt16 = 2
  /// `SYN_DROPPED`: the reader was too slow, and events were lost.
  package static let dropped: UInt16 = 3

  package static let toolPen: UInt16 = 0x140  // `BTN_TOOL_PEN`
  /// `BTN_TOOL_FINGER`: set by touchpads when a finger is near, never by touch screens.
  package static let toolFinger: UInt16 = 0x145
  package static let touch: UInt16 = 0x14A  // `BTN_TOUCH`
  /// The keys on the frame of a touch screen that type nothing: `KEY_HOME`, `KEY_MUTE`, `KEY_VOLUMEDOWN`, `KEY_VOLUMEUP`, `KEY_POWER`,
  /// `KEY_LEFTMETA`, `KEY_MENU`, `KEY_SLEEP`, `KEY_WAKEUP`, `KEY_BACK`, `KEY_HOMEPAGE`, `KEY_SEARCH`, `KEY_BRIGHTNESSDOWN`,
  /// `KEY_BRIGHTNESSUP` and `KEY_APPSELECT`. At most 31, one bit each for `offhand-keeper`.
  package static let frameKeys: [UInt16] = [
    102, 113, 114, 115, 116, 125, 139, 142, 143, 158, 172, 217, 224, 225, 0x244,
  ]
  package static let leftButton: UInt16 = 0x110  // `BTN_LEFT`
  package static let rightButton: UInt16 = 0x111  // `BTN_RIGHT`
  package static let leftControl: UInt16 = 29  // `KEY_LEFTCTRL`

  /// `REL_WHEEL` and `REL_HWHEEL`: whole steps of 15 degrees, up and to the right.
  package static let wheel: (vertical: UInt16, horizontal: UInt16) = (0x08, 0x06)
  /// `REL_WHEEL_HI_RES` and `REL_HWHEEL_HI_RES`: 120 units a step.
  package static let fineWheel: (vertical: UInt16, horizontal: UInt16) = (0x0B, 0x0C)

  package static let x: UInt16 = 0x00  // `ABS_X`
  package static let y: UInt16 = 0x01  // `ABS_Y`
  package static let pressure: UInt16 = 0x18  // `ABS_PRESSURE`
  package static let slot: UInt16 = 0x2F  // `ABS_MT_SLOT`
  package static let touchMajor: UInt16 = 0x30  // `ABS_MT_TOUCH_MAJOR`
  package static let touchMinor: UInt16 = 0x31  // `ABS_MT_TOUCH_MINOR`
  package static let orientation: UInt16 = 0x34  // `ABS_MT_ORIENTATION`
  package static let positionX: UInt16 = 0x35  // `ABS_MT_POSITION_X`
  package static let positionY: UInt16 = 0x36  // `ABS_MT_POSITION_Y`
  package static let toolType: UInt16 = 0x37  // `ABS_MT_TOOL_TYPE`
  package static let trackingID: UInt16 = 0x39  // `ABS_MT_TRACKING_ID`
  package static let contactPressure: UInt16 = 0x3A  // `ABS_MT_PRESSURE`

  /// `MT_TOOL_FINGER`, a value of `toolType`.
  package static let finger: Int32 = 0
  /// `MT_TOOL_PALM`, a value of `toolType`.
  package static let palm: Int32 = 2
  /// `INPUT_PROP_DIRECT`: the device lies on a screen.
  package static let propertyDirect = 1
}
