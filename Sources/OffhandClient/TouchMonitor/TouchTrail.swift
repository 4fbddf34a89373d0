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

  /// Draws the way, the older the thinner. Opaque, for where two pieces of a translucent line overlap one sees beads.
  func draw(_ color: Color, at time: Timestamp, into list: inout DisplayList) {
    for step in 1..<max(places.count, 1) {
      let from = places[(first + step - 1) % places.count]
      let to = places[(first + step) % places.count]
      let start = TouchTrail.radius(of: from.time, at: time)
      let end = TouchTrail.radius(of: to.time, at: time)
      guard end > 0, from.point != to.point else { continue }
      list.capsule(from: from.point, radius: start, to: to.point, radius: end, color)
    }
  }

  /// Half the width of the line, in millimetres, at a place where the finger was at `then`.
  private static func radius(of then: Timestamp, at time: Timestamp) -> Double {
    max(0, 1 - time.seconds(since: then) / memory.inSeconds)
  }

  private var latest: (time: Timestamp, point: Point)? {
    places.isEmpty ? nil : places[(first + places.count - 1) % places.count]
  }
}
