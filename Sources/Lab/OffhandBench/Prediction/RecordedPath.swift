import Offhand
import OffhandRecordings

/// The way of one recorded touch as a function of time: a monotone cubic through its samples (Fritsch and Carlson, 1980). A pause
/// of over 50 ms is a rest in the earlier position until one usual interval, 4 to 20 ms, before its end.
struct RecordedPath {
  let id: Touch.ID
  /// The times of the samples, in nanoseconds.
  private(set) var times: [Int64] = []
  private var positions: [Point] = []
  /// The time at which it lifted or was cancelled, in nanoseconds.
  private var lift: Int64 = 0

  /// The knots of the curve: the samples, and the ends of rests.
  private var knots: [(time: Int64, position: Point, slope: Vector)] = []

  private static let pause: Int64 = 50_000_000

  /// The paths of all touches in `frames`, in the order of their landing.
  static func all(of frames: [TouchFrame]) -> [RecordedPath] {
    var paths: [Touch.ID: RecordedPath] = [:]
    for frame in frames {
      let time = frame.timestamp.nanoseconds
      for index in frame.indices {
        let touch = frame[index]
        var path = paths[touch.id] ?? RecordedPath(id: touch.id)
        path.lift = time
        if touch.isDown {
          // Of several positions at one time the last counts, as for predictors.
          if path.times.last == time {
            path.positions[path.positions.count - 1] = touch.position
          } else {
            path.times.append(time)
            path.positions.append(touch.position)
          }
        }
        paths[touch.id] = path
      }
    }
    return paths.values.sorted { $0.id < $1.id }.map {
      var path = $0
      path.makeKnots()
      return path
    }
  }

  private init(id: Touch.ID) { self.id = id }

  /// Whether the touch is long enough to be measured, 5 mm, 80 ms and 6 samples, and reported often enough to be predicted, every 45 ms.
  var isLong: Bool {
    guard times.count >= 6, times[times.count - 1] - times[0] >= 80_000_000 else { return false }
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard intervals[intervals.count / 2] <= 45_000_000 else { return false }
    return zip(positions, positions.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length } >= 5
  }

  var start: Int64 { times[0] }

  /// The last time at which the position is known: the newest sample, or the lift of a finger that had come to rest.
  var end: Int64 {
    let newest = times[times.count - 1]
    return lift - newest > RecordedPath.pause ? lift : newest
  }

  /// Whether the finger rested before its lift: less than 1 mm in 60 ms.
  var restsBeforeLift: Bool {
    let last = position(at: end)
    return end - start > 120_000_000
      && stride(from: end - 60_000_000, to: end, by: 10_000_000).allSatisfy { (position(at: $0) - last).length < 1 }
  }

  /// The median of the intervals up to 50 ms, held within 4 and 20 ms, in nanoseconds.
  private var usualInterval: Int64 {
    let intervals = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 <= RecordedPath.pause }.sorted()
    return intervals.isEmpty ? 12_000_000 : min(max(intervals[intervals.count / 2], 4_000_000), 20_000_000)
  }

  private mutating func makeKnots() {
    guard !times.isEmpty else { return }
    let interval = usualInterval
    for (index, time) in times.enumerated() {
      if let last = knots.last, time - last.time > RecordedPath.pause {
        knots.append((time - interval, last.position, .zero))
      }
      knots.append((time, positions[index], .zero))
    }
    guard knots.count > 2 else { return }
    for index in 1..<(knots.count - 1) {
      let (before, here, after) = (knots[index - 1], knots[index], knots[index + 1])
      let (left, right) = (Double(here.time - before.time) * 1e-9, Double(after.time - here.time) * 1e-9)
      let (come, go) = (here.position - before.position, after.position - here.position)
      knots[index].slope = Vector(
        dx: RecordedPath.slope(come.dx / left, go.dx / right, left, right),
        dy: RecordedPath.slope(come.dy / left, go.dy / right, left, right))
    }
  }

  /// The weighted harmonic mean of two slopes, zero where they differ in sign: the curve then has no extremum between knots.
  private static func slope(_ left: Double, _ right: Double, _ before: Double, _ after: Double) -> Double {
    guard left * right > 0 else { return 0 }
    let (first, second) = (2 * after + before, after + 2 * before)
    return (first + second) / (first / left + second / right)
  }

  /// The position at `time`, in nanoseconds; before the landing and after the end the first and the last.
  func position(at time: Int64) -> Point {
    if time <= knots[0].time { return knots[0].position }
    if time >= knots[knots.count - 1].time { return knots[knots.count - 1].position }
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].time <= time { low = middle } else { high = middle }
    }
    let (from, to) = (knots[low], knots[high])
    let span = Double(to.time - from.time) * 1e-9
    let u = Double(time - from.time) * 1e-9 / span
    let (uu, uuu) = (u * u, u * u * u)
    let way = (to.position - from.position) * (3 * uu - 2 * uuu)
    return from.position + way + from.slope * (span * (uuu - 2 * uu + u)) + to.slope * (span * (uuu - uu))
  }

  /// The direction of motion at `time`; `nil` for a finger at rest.
  func direction(at time: Int64) -> Vector? {
    let motion = position(at: time + 2_000_000) - position(at: time - 2_000_000)
    let length = motion.length
    return length > 1e-6 ? motion / length : nil
  }

  /// Whether the finger moves faster than 10 mm/s within 50 ms of `time`.
  func isMoving(at time: Int64) -> Bool {
    let (from, to) = (max(start, time - 50_000_000), min(end, time + 50_000_000))
    guard to > from else { return false }
    var length = 0.0
    var last = position(at: from)
    for moment in stride(from: from + 10_000_000, through: to, by: 10_000_000) {
      let here = position(at: moment)
      length += (here - last).length
      last = here
    }
    return length > 10 * Double(to - from) * 1e-9
  }

  /// The distance in mm from `point` to the path from 120 ms before to 150 ms after `time`.
  func distance(to point: Point, around time: Int64) -> Double {
    var least = Double.infinity
    var last = position(at: time - 120_000_000)
    for moment in stride(from: time - 115_000_000, through: time + 150_000_000, by: 5_000_000) {
      let here = position(at: moment)
      let side = here - last
      let length = side.lengthSquared
      let share = length > 0 ? min(max((point - last).dot(side) / length, 0), 1) : 0
      least = min(least, (last + side * share - point).length)
      last = here
    }
    return least
  }

  /// Something that happened at some time and is judged by the frames around it.
  struct Event {
    enum Kind: String, CaseIterable {
      /// A finger faster than 50 mm/s comes to rest for 100 ms.
      case stop
      /// A resting finger lifts.
      case lift
      /// A finger turns by 90° or more within 80 ms.
      case turn
    }

    var kind: Kind
    /// The times of the frames, in nanoseconds.
    var frames: ClosedRange<Int64>
  }

  var events: [Event] {
    var events: [Event] = []
    if restsBeforeLift { events.append(Event(kind: .lift, frames: end - 60_000_000...end)) }
    let step: Int64 = 5_000_000
    var (resting, turning) = (false, false)
    for time in stride(from: start + 50_000_000, through: end, by: Int(step)) {
      let rests = isAtRest(from: time)
      if rests, !resting, (position(at: time) - position(at: time - 50_000_000)).length > 2.5 {
        events.append(Event(kind: .stop, frames: time - 50_000_000...time + 30_000_000))
      }
      resting = rests
      let turns = turns(at: time)
      if turns, !turning { events.append(Event(kind: .turn, frames: time - 40_000_000...time + 40_000_000)) }
      turning = turns
    }
    return events
  }

  private func isAtRest(from time: Int64) -> Bool {
    guard time + 100_000_000 <= end else { return false }
    let place = position(at: time)
    return stride(from: time, through: time + 100_000_000, by: 20_000_000).allSatisfy {
      (position(at: $0) - place).length < 0.5
    }
  }

  private func turns(at time: Int64) -> Bool {
    guard time + 40_000_000 <= end else { return false }
    let here = position(at: time)
    let (come, go) = (here - position(at: time - 40_000_000), position(at: time + 40_000_000) - here)
    return come.length > 1.5 && go.length > 1.5 && come.dot(go) <= 0
  }
}
