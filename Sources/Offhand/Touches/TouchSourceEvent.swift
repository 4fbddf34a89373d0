/// Everything a touch source can say, in the order in which it happened.
public enum TouchSourceEvent: Sendable, Hashable {
  /// A touch screen is there.
  case deviceAdded(TouchDevice)
  /// A touch screen's place changed: another output, another size. Its contacts were cancelled before.
  case deviceChanged(TouchDevice)
  /// A touch screen is gone; its contacts are cancelled.
  case deviceRemoved(DeviceID, Timestamp)
  /// One contact did something.
  case touch(TouchEvent)
  /// The hardware report is complete.
  case frame(DeviceID, Timestamp)
  /// All contacts of a device, or of every device, were taken away: seat or session lost, `wl_touch.cancel`.
  case cancelled(DeviceID?, Timestamp)
}
