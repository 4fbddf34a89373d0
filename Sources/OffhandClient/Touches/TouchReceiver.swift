import Offhand

/// Takes what a touch feed delivers.
protocol TouchReceiver: AnyObject {
  /// A touch screen is there.
  func receive(added device: TouchDevice)
  /// A touch screen lies elsewhere, or has another size.
  func receive(changed device: TouchDevice)
  /// A touch screen is gone; its contacts were cancelled in a frame before.
  func receive(removed device: DeviceID)
  /// One whole frame.
  func receive(_ frame: borrowing TouchFrame)
}
