import Offhand
import OffhandBenchmarks
import OffhandPlatform
import OffhandWayland
import Synchronization

/// The number of a commit as the colour of a block in the top left corner: what a photodiode on the glass would see.
enum FrameMarker {
  /// Pixels of a side.
  static let size: Int32 = 16
  /// The block.
  static let area = PixelRect(x: 0, y: 0, width: size, height: size)
  /// The highest number that has a colour of its own.
  static let highest = 0xFFFF

  /// Sixteen bits of the number, and eight that follow from them, so that no wallpaper passes for a number.
  static func color(of number: Int) -> UInt32 {
    let bits = UInt32(truncatingIfNeeded: number) & 0xFFFF
    return bits << 8 | check(bits)
  }

  /// The number that `color` stands for; `nil` where it is none of ours.
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

/// Reads the marker back from the screen, on a thread and a connection of its own: it knows nothing of what the program
/// believes to have shown.
final class Photodiode: Sendable {
  private let state = Mutex<(sightings: [LatencyRecord.Sighting], isStopping: Bool)>(([], false))
  private let socket: String

  /// Looks at the compositor at `socket`.
  init(socket: String) { self.socket = socket }

  /// What was seen so far.
  var sightings: [LatencyRecord.Sighting] { state.withLock { $0.sightings } }

  /// Ends `watch` soon.
  func stop() { state.withLock { $0.isStopping = true } }

  /// Looks until `stop`. A compositor that lets nobody read the screen back is no error: then nothing is seen.
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
