import Glibc
import Offhand
import OffhandRecordings

/// Writes what playing recordings feeds, as calls of offhand.h, so that the library can be called in the same way on any machine:
/// TouchTape FILE... > TAPE
///
/// Each call is eight words of 64 bits: its number in `Call`, device, slot, time, and four doubles. A recording begins with its posture, as
/// the header numbers postures, in place of the device, and its panel.
@main
struct TouchTape {
  private enum Call: UInt64 { case recording, down, motion, shape, up, cancelTouch, cancelDevice, cancel, frame, end }

  static func main() throws {
    for file in CommandLine.arguments.dropFirst() {
      var reader = try RecordingReader(path: file)
      while let recording = try reader.next() {
        var tape = TouchTape()
        tape.write(recording)
        tape.flush()
      }
    }
  }

  private var words: [UInt64] = []

  private func flush() {
    words.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { exit(1) }
        rest = rest.dropFirst(count)
      }
    }
  }

  private mutating func write(_ recording: Recording) {
    let scale = RecordingScale(recording)
    let panel = scale.surface.bounds
    write(
      .recording, device: TouchTape.number(scale.posture(of: recording.device)),
      (panel.minX, panel.minY, panel.width, panel.height))
    var playback = RecordingPlayback(recording, scale: scale)
    while playback.advance({ write($0) }) {}
    write(.end)
  }

  private mutating func write(_ event: TouchSourceEvent) {
    switch event {
    case .touch(let touch): write(touch)
    case .frame: write(.frame)
    case .cancelled(let device?, let time), .deviceRemoved(let device, let time):
      write(.cancelDevice, device: device.rawValue, time: time)
    case .cancelled(nil, let time): write(.cancel, time: time)
    case .deviceAdded, .deviceChanged: break
    }
  }

  private mutating func write(_ touch: TouchEvent) {
    let (call, numbers): (Call, (Double, Double, Double, Double)) =
      switch touch.kind {
      case .down(let position): (.down, (position.x, position.y, 0, 0))
      case .motion(let position): (.motion, (position.x, position.y, 0, 0))
      case .shape(let shape):
        (.shape, (Double(shape.major), Double(shape.minor), shape.orientationRadians.map(Double.init) ?? .nan, 0))
      case .up: (.up, (0, 0, 0, 0))
      case .cancel: (.cancelTouch, (0, 0, 0, 0))
      }
    write(call, device: touch.device.rawValue, slot: touch.slot, time: touch.timestamp, numbers)
  }

  private mutating func write(
    _ call: Call, device: UInt32 = 0, slot: Int32 = 0, time: Timestamp = .zero,
    _ numbers: (Double, Double, Double, Double) = (0, 0, 0, 0)
  ) {
    words += [
      call.rawValue, UInt64(device), UInt64(bitPattern: Int64(slot)), UInt64(bitPattern: time.nanoseconds),
      numbers.0.bitPattern, numbers.1.bitPattern, numbers.2.bitPattern, numbers.3.bitPattern,
    ]
  }

  private static func number(_ posture: Posture) -> UInt32 {
    switch posture {
    case .unknown: 1
    case .flatTablet: 2
    case .monitor: 3
    case .kiosk: 4
    case .tabletop: 5
    case .handheld: 6
    case .faceUp: 7
    case .thumbs: 8
    }
  }
}
