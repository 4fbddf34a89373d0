import ArgumentParser
import Offhand
import OffhandBenchmarks

/// A motion of one finger that is a formula of time, so that the true position is known at every moment, also between reports.
///
/// The finger lands, moves and lifts; a tenth of a second later it lands again, at the beginning of the next stroke.
enum FingerMotion: String, CaseIterable, Codable, ExpressibleByArgument {
  /// Straight lines, at 100 and at 300 mm/s in turn.
  case line
  /// A circle of 20 mm radius at 150 mm/s.
  case arc
  /// Reaches of 60 mm in 0.4 s, there and back, each with 0.3 s of rest: with minimum jerk, as hands reach.
  case reach
  /// A line at 150 mm/s with a right angle every 30 mm.
  case zigzag

  private static let pause = 0.1
  private static let center = Point(x: 80, y: 45)

  /// The durations of the strokes, in seconds; they repeat.
  private var strokes: [Double] {
    switch self {
    case .line: [1.2, 0.4]
    case .arc: [2.4]
    case .reach: [2.8]
    case .zigzag: [2]
    }
  }

  /// The true position `time` seconds after the beginning, and the number of the stroke; `nil` while no finger is down.
  func position(at time: Double) -> (point: Point, stroke: Int)? {
    let durations = strokes
    let period = durations.reduce(0) { $0 + $1 + FingerMotion.pause }
    let round = (time / period).rounded(.down)
    guard round >= 0 else { return nil }
    var left = time - round * period
    for (kind, duration) in durations.enumerated() {
      if left <= duration { return (place(kind, left), Int(round) * durations.count + kind) }
      left -= duration + FingerMotion.pause
      if left < 0 { return nil }
    }
    return nil
  }

  /// Whether the finger moves faster than 10 mm/s within 50 ms of `time`: at rest there is no lag to see.
  func isMoving(at time: Double) -> Bool {
    guard let now = position(at: time) else { return false }
    return [time - 0.05, time + 0.05].contains { moment in
      guard let other = position(at: moment), other.stroke == now.stroke else { return false }
      return other.point.distance(to: now.point) > 10 * 0.05
    }
  }

  /// The position `time` seconds after the landing of the stroke `kind`, an index in `strokes`.
  private func place(_ kind: Int, _ time: Double) -> Point {
    switch self {
    case .line: return Point(x: 20 + (kind == 0 ? 100 : 300) * time, y: kind == 0 ? 35 : 55)
    case .arc: return FingerMotion.center + Vector(angle: Angle(radians: time * 150 / 20)) * 20
    case .reach:
      let cycle = (time / 0.7).rounded(.down)
      let way = MinimumJerk.part(max(0, min(1, (time - cycle * 0.7 - 0.3) / 0.4)))
      let isBack = Int(cycle).isMultiple(of: 2) ? 0.0 : 1
      return Point(x: 50 + 60 * (isBack + way * (1 - 2 * isBack)), y: 45)
    case .zigzag:
      let leg = (time / 0.2).rounded(.down)
      let part = (time - leg * 0.2) / 0.2
      let step = 30 / 2.0.squareRoot()
      // Five legs to the right, then five back.
      let column = leg.truncatingRemainder(dividingBy: 10)
      let across = column < 5 ? column + part : 10 - column - part
      let up = Int(leg).isMultiple(of: 2) ? part : 1 - part
      return Point(x: 25 + step * across, y: 55 - step * up)
    }
  }

  /// At least `count` reports of it at `rate` Hz, with a landing and a lift for each stroke.
  func workload(rate: Double, count: Int) -> Workload {
    var frames: [TouchFrame] = []
    var previous: (point: Point, stroke: Int)?
    var number = 0
    while frames.count < count || previous != nil {
      let time = Double(number) / rate
      number += 1
      let now = position(at: time)
      var frame = TouchFrame(timestamp: Timestamp(seconds: time))
      if let previous, previous.stroke != now?.stroke {
        frame.append(Touch(id: Touch.ID(rawValue: UInt64(previous.stroke)), phase: .ended, position: previous.point))
      } else if let now {
        frame.append(
          Touch(
            id: Touch.ID(rawValue: UInt64(now.stroke)), phase: previous == nil ? .began : .moved, position: now.point))
      }
      // A stroke that begins where another has just ended lands one report later.
      previous = previous?.stroke == now?.stroke || previous == nil ? now : nil
      if frame.count > 0 { frames.append(frame) }
    }
    return Workload(name: rawValue, rate: rate, frames: frames)
  }
}
