import Offhand

/// How fast a finger moves up or down, from its last tenth of a second.
struct VerticalVelocity: Sendable {
  private var samples: [(time: Timestamp, y: Double)] = []

  init() {}

  /// Forgets the finger before.
  mutating func removeAll() { samples.removeAll(keepingCapacity: true) }

  /// The finger is at `y` at `time`.
  mutating func add(_ y: Double, at time: Timestamp) {
    samples.removeAll { time - $0.time > .milliseconds(100) }
    samples.append((time, y))
  }

  /// Millimetres a second, downwards; 0 for a finger that has come to rest.
  func velocity(at time: Timestamp) -> Double {
    guard let first = samples.first, let last = samples.last, time - last.time < .milliseconds(50) else { return 0 }
    let seconds = last.time.seconds(since: first.time)
    return seconds > 0.004 ? (last.y - first.y) / seconds : 0
  }
}
