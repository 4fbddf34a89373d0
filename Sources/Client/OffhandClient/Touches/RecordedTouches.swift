package import Offhand

/// A recording that a program plays.
package struct RecordedTouches: Sendable {
  /// The file.
  package let path: String
  /// The glass of its first recording; `nil` if the file has none.
  package let surface: SurfaceGeometry?
  /// What the program does at its end.
  package let end: TouchInput.RecordingEnd
}

/// The glass on which recordings are played: one touch screen for all of a file, known before the first of them begins and after
/// the last has ended, so that the view does not change its size then.
final class RecordedGlass: TouchReceiver {
  /// Recordings have greater numbers.
  private static let device = DeviceID(rawValue: 0)

  private unowned let receiver: any TouchReceiver

  init(_ receiver: any TouchReceiver) { self.receiver = receiver }

  /// Makes the glass that of a recording.
  func adopt(_ surface: SurfaceGeometry) {
    receiver.receive(changed: TouchDevice(id: RecordedGlass.device, name: "recording", surface: surface))
  }

  func receive(added device: TouchDevice) { adopt(device.surface) }

  func receive(_ frame: borrowing TouchFrame) { receiver.receive(frame) }
}
