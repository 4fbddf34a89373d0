import Offhand
import OffhandBenchmarks
import OffhandPlatform
import OffhandWayland
import Synchronization

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
