import Offhand
import OffhandTesting

/// A touch panel with known faults: what it reports of fingertips whose places are known.
struct SimulatedPanel {
  /// The picture in front of it, in mm.
  var size: Size
  /// The millimetres that it claims.
  var claimed: Size?
  /// Scans a second.
  var rate = 120.0
  /// From the finger to the time stamp, in s, and the standard deviation of the latter.
  var (delay, timeNoise) = (0.02, 0.0003)
  /// The standard deviation of positions along an axis, in mm.
  var noise = 0.04
  /// Columns or rows without touches, in mm, and the depth of an edge without them.
  var deadBand: (isColumns: Bool, range: ClosedRange<Double>)?
  var deadEdge: (edge: ScreenEdge, depth: Double)?
  /// Where touches appear that no finger made.
  var ghosts: [Point] = []
  /// How the picture is reported: turned or mirrored, and as which share of the panel.
  var orientation = OutputTransform.normal
  var scale = 1.0
  /// The distance of two fingers, in mm, below which it takes them for one.
  var mergeDistance = 12.0
  /// The longest lift in s that it does not see.
  var liftGap = 0.0
  /// The errors of positions in the newest sense, in mm of the picture.
  private(set) var errors: [Vector] = []
  /// The most contacts at a time in it.
  private(set) var mostContacts = 0

  private var generator: SeededGenerator
  private var lastID: UInt64 = 0

  init(seed: UInt64, size: Size) {
    generator = SeededGenerator(seed: seed)
    self.size = size
    claimed = size
  }

  /// Delivers the frames of `motion`, which takes `seconds` from `start` on.
  mutating func sense(
    _ motion: SimulatedPerson.Motion, from start: Double, for seconds: Double, deliver: (TouchFrame) -> Void
  ) {
    (errors, mostContacts) = ([], 0)
    let scans = Int(seconds * rate)
    let motions = (0..<scans).map { motion(Double($0) / rate) }
    var fingers = (0..<2).map { finger in motions.map { finger < $0.count ? $0[finger] : nil } }
    for finger in fingers.indices { bridge(&fingers[finger]) }
    var ghostsLeft = ghosts.map { _ in 0 }
    // By finger, and then by ghost.
    var down: [Touch?] = Array(repeating: nil, count: 2 + ghosts.count)
    for scan in 0..<scans {
      var places = merged(fingers.map { $0[scan] })
      for ghost in ghosts.indices {
        if ghostsLeft[ghost] > 0 {
          ghostsLeft[ghost] -= 1
        } else if generator.happens(0.5 / rate) {
          ghostsLeft[ghost] = max(1, Int(rate * (generator.happens(0.5) ? 0.03 : 0.4)))
        }
        places.append(ghostsLeft[ghost] > 0 ? ghosts[ghost] : nil)
      }
      let time = start + Double(scan) / rate + delay + timeNoise * generator.normal()
      var frame = TouchFrame(timestamp: Timestamp(seconds: time))
      for index in places.indices {
        if let place = places[index] {
          let error = Vector(dx: noise * generator.normal(), dy: noise * generator.normal())
          errors.append(error)
          let place = reported(place + error)
          if down[index] == nil { lastID += 1 }
          var touch =
            down[index] ?? Touch(id: Touch.ID(rawValue: lastID), position: place, landingTime: frame.timestamp)
          if down[index] != nil { touch.phase = .moved }
          (touch.previousPosition, touch.position) = (touch.position, place)
          down[index] = touch
          frame.append(touch)
        } else if var touch = down[index] {
          touch.phase = .ended
          frame.append(touch)
          down[index] = nil
        }
      }
      mostContacts = max(mostContacts, frame.downCount)
      if frame.count > 0 { deliver(frame) }
    }
  }

  /// Fills lifts that the panel does not see.
  private func bridge(_ places: inout [Point?]) {
    var last: Int?
    for scan in places.indices where places[scan] != nil {
      if let last, scan - last > 1, Double(scan - last - 1) / rate < liftGap {
        for missing in (last + 1)..<scan { places[missing] = places[last] }
      }
      last = scan
    }
  }

  /// What it feels of two fingers.
  private func merged(_ fingers: [Point?]) -> [Point?] {
    if let one = fingers[0], let other = fingers[1], one.distance(to: other) < mergeDistance {
      return [felt(one + (other - one) / 2), nil]
    }
    return fingers.map { $0.flatMap(felt) }
  }

  private func felt(_ place: Point) -> Point? {
    let glass = Rect(origin: .origin, size: size)
    if let deadBand, deadBand.range.contains(deadBand.isColumns ? place.x : place.y) { return nil }
    if let deadEdge, deadEdge.edge.depth(of: place, in: glass) < deadEdge.depth { return nil }
    return glass.contains(place) ? place : nil
  }

  private func reported(_ place: Point) -> Point {
    let unit = orientation.logical(x: place.x / size.width, y: place.y / size.height)
    return Point(x: (0.5 + (unit.x - 0.5) * scale) * size.width, y: (0.5 + (unit.y - 0.5) * scale) * size.height)
  }
}
