import Offhand

/// Waits for a finger, on whichever touch screen.
final class MapListener: TouchReceiver {
  /// The touch screen on which a finger landed first.
  private(set) var touched: DeviceID?

  /// Waits for the next one.
  func clear() { touched = nil }

  func receive(added device: TouchDevice) {}

  func receive(changed device: TouchDevice) {}

  func receive(removed device: DeviceID) {}

  func receive(_ frame: borrowing TouchFrame) {
    for index in frame.indices where touched == nil && frame[index].phase == .began { touched = frame[index].device }
  }
}
