import Offhand
public import OffhandWayland

/// How often a compositor really asks for a frame, which is not always what the output claims: weston's repaint window halves
/// it, virtual outputs make it up.
public struct RefreshMeasurement: Sendable, Hashable {
  /// The output on which it was measured.
  public var output: String
  /// Frames a second: the median of the distances between frame callbacks.
  public var framesPerSecond: Double

  /// A rate on an output.
  public init(output: String, framesPerSecond: Double) {
    (self.output, self.framesPerSecond) = (output, framesPerSecond)
  }

  /// How many frames are looked at.
  private static let frames = 40
  /// How many frames pass before: a window that appears is animated, moved, and resized.
  private static let settling = 8

  /// Shows a small window and commits a frame whenever the compositor asks for one, for at most `patience`.
  ///
  /// Answers `nil` where too few frames were asked for. Throws where the connection is lost.
  public static func measure(
    on connection: Connection, patience: Duration = .seconds(2)
  ) throws -> RefreshMeasurement? {
    let window = ToplevelSurface(
      connection, title: "offhand doctor", applicationID: "offhand", extent: .window(width: 64, height: 64))
    let loop = try EventLoop()
    let limit = RetryTimer()
    var times: [Timestamp] = []
    loop.add(ConnectionSource(connection))
    loop.add(limit)
    var start: Timestamp?
    try loop.run { now in
      if start == nil { limit.set(now + patience) }
      start = start ?? now
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
