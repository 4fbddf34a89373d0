import Offhand
import OffhandBenchmarks
import OffhandPlatform
import OffhandWayland
import Synchronization

/// The number of a commit as the colour of a block in the top left corner, as for a photodiode on the screen.
enum FrameMarker {
  /// The side of the block, in pixels.
  static let size: Int32 = 16
  static let area = PixelRect(x: 0, y: 0, width: size, height: size)
  /// The largest number that has a colour of its own.
  static let highest = 0xFFFF

  /// Sixteen bits of the number and eight check bits, so that a wallpaper is not taken for a number.
  static func color(of number: Int) -> UInt32 {
    let bits = UInt32(truncatingIfNeeded: number) & 0xFFFF
    return bits << 8 | check(bits)
  }

  /// The number encoded by `color`; `nil` if its check bits are wrong.
  static func number(of color: UInt32) -> Int? {
    let bits = color >> 8 & 0xFFFF
    return check(bits) == color & 0xFF ? Int(bits) : nil
  }

  /// Paints the block of commit `number` into the buffer of that commit.
  static func draw(_ number: Int, into buffer: PixelBuffer) {
    let pixel = 0xFF00_0000 | color(of: number)
    for row in 0..<Int(min(size, buffer.height)) {
      let start = (buffer.memory + row * buffer.stride).assumingMemoryBound(to: UInt32.self)
      start.update(repeating: pixel, count: Int(min(size, buffer.width)))
    }
  }

  private static func check(_ bits: UInt32) -> UInt32 { (bits ^ bits >> 8 ^ 0xA5) & 0xFF }
}

/// Reads the marker back from the screen, on a thread and a connection of its own, independent of the program under test.
final class Photodiode: Sendable {
  private let state = Mutex<(sightings: [LatencyRecord.Sighting], isStopping: Bool)>(([], false))
  private let socket: String

  init(socket: String) { self.socket = socket }

  var sightings: [LatencyRecord.Sighting] { state.withLock { $0.sightings } }

  /// Makes `watch` return soon.
  func stop() { state.withLock { $0.isStopping = true } }

  /// Reads the marker until `stop`. If the compositor does not allow reading the screen back, there are no readings.
  func watch() {
    guard let connection = try? Connection(to: .named(socket)),
      let copy = try? ScreenCopy(connection, area: FrameMarker.area)
    else { return }
    var last: Int?
    while !state.withLock({ $0.isStopping }) {
      guard let reading = try? copy.next(within: .milliseconds(200)) else { continue }
      guard let number = FrameMarker.number(of: reading.color), number != last else { continue }
      last = number
      let sighting = LatencyRecord.Sighting(commit: number, time: reading.time.nanoseconds)
      state.withLock { $0.sightings.append(sighting) }
    }
  }
}
