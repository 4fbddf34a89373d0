import Offhand

/// Passes on what a feed delivers, and lets a mapping watch see it.
final class MappingTap: TouchReceiver {
  private let receiver: any TouchReceiver
  /// Whoever watches; nobody while there is no surface of ours to compare with.
  var watch: MappingWatch?

  init(_ receiver: any TouchReceiver) { self.receiver = receiver }

  func receive(added device: TouchDevice) { receiver.receive(added: device) }

  func receive(changed device: TouchDevice) { receiver.receive(changed: device) }

  func receive(removed device: DeviceID) { receiver.receive(removed: device) }

  func receive(_ frame: borrowing TouchFrame) {
    watch?.note(own: frame)
    receiver.receive(frame)
  }
}
