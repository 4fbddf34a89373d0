import Offhand
import OffhandPlatform
package import OffhandWayland

/// The measured rate of a compositor's frame callbacks. It may differ from the rate that the output claims: weston's repaint
/// window can halve it, and virtual outputs invent it.
package struct RefreshMeasurement: Sendable, Hashable {
  /// The name of the output on which it was measured.
  package var output: String
  /// Frames per second: the inverse of the median interval between frame callbacks.
  package var framesPerSecond: Double

  package init(output: String, framesPerSecond: Double) {
    (self.output, self.framesPerSecond) = (output, framesPerSecond)
  }

  /// The number of frames that are measured.
  private static let frames = 40
  /// The number of frames before: a window that appears is animated, moved and resized.
  private static let settling = 8

  /// Measures with a small window that commits one frame per callback, for at most `patience`.
  ///
  /// Returns `nil` if there were too few callbacks. Throws if the connection is lost.
  package static func measure(
    on connection: Connection, patience: Duration = .seconds(2)
  ) throws -> RefreshMeasurement? {
    let window = ToplevelSurface(
      connection, title: "offhand doctor", applicationID: "offhand", extent: .window(width: 64, height: 64))
    let loop = try EventLoop()
    let limit = Alarm()
    var times: [Timestamp] = []
    loop.add(ConnectionSource(connection))
    loop.add(limit)
    limit.set(MonotonicClock.now() + patience)
    try loop.run { now in
      if limit.hasRung || times.count == frames + settling { loop.stop() }
      guard window.surface.opportunity(at: now) == .now else { return }
      let outcome = try window.surface.draw { buffer in
        Damage(PixelRect(x: 0, y: 0, width: buffer.width, height: buffer.height))
      }
      if case .committed = outcome { times.append(now) }
    }
    let gaps = zip(times.dropFirst(settling), times.dropFirst(settling + 1)).map { $1.seconds(since: $0) }.sorted()
    guard gaps.count >= frames / 2, gaps[gaps.count / 2] > 0, let output = window.surface.output?.name else {
      return nil
    }
    return RefreshMeasurement(output: output, framesPerSecond: 1 / gaps[gaps.count / 2])
  }
}
