import Offhand

/// Where a finger has been lately.
struct TouchTrail: Sendable {
  /// How long a place stays seen.
  static let memory = Duration.milliseconds(700)
  /// How many places are kept: 700 ms at the 180 reports a second of a fast panel.
  private static let capacity = 128

  private var places: [(time: Timestamp, point: Point)] = []
  private var first = 0

  init() { places.reserveCapacity(TouchTrail.capacity) }

  /// The finger is at `point` at `time`.
  mutating func add(_ point: Point, at time: Timestamp) {
    if places.count < TouchTrail.capacity {
      places.append((time, point))
    } else {
      places[first] = (time, point)
      first = (first + 1) % places.count
    }
  }

  /// Whether anything is still seen.
  func isSeen(at time: Timestamp) -> Bool {
    guard let last = latest else { return false }
    return time - last.time < TouchTrail.memory
  }

  /// Draws the way, thinner and fainter the older it is.
  func draw(_ color: Color, at time: Timestamp, into list: inout DisplayList) {
    for step in 1..<max(places.count, 1) {
      let from = places[(first + step - 1) % places.count]
      let to = places[(first + step) % places.count]
      let age = time.seconds(since: to.time) / TouchTrail.memory.inSeconds
      guard age < 1, from.point != to.point else { continue }
      let rest = 1 - max(age, 0)
      list.line(from: from.point, to: to.point, width: 0.4 + 1.4 * rest, color.faded(Float(0.8 * rest)))
    }
  }

  private var latest: (time: Timestamp, point: Point)? {
    places.isEmpty ? nil : places[(first + places.count - 1) % places.count]
  }
}
