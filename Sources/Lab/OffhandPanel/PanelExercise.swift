package import Offhand

/// What the person at the glass is asked to do.
package enum PanelExercise: Sendable, Hashable {
  /// Follows with one finger a disc that moves on a circle around the middle of the glass, at constant speed.
  case circle(clockwise: Bool, period: Duration)
  /// Draws along a circle at one's own speed, and turns the prediction until the dot is under the finger.
  case dot
  /// Holds one finger still on a mark, in the middle of the picture.
  case hold
  /// Draws a straight line between two points, in millimetres, as along a ruler.
  case line(from: Point, to: Point)
  /// Taps the marks, in this order (in millimetres of the picture); a mark that the panel does not feel is given up after a while.
  case taps([Point])
  /// Two fingers, together and apart, lifted and put down again.
  case pair

  /// What the exercises take at the longest, in words.
  package static let time = "two and a half minutes"

  /// The distance of the outermost marks from the edge, in millimetres: as near as a fingertip's middle comes with ease.
  package static let inset = 4.0

  /// The exercises for a picture of `size` millimetres, ``time`` in all.
  package static func program(on size: Size) -> [PanelExercise] {
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: inset + x * (size.width - 2 * inset), y: inset + y * (size.height - 2 * inset))
    }
    // Four marks at each edge and two inside, in an order that no turned or mirrored picture shares.
    let marks = [
      (0, 0), (1, 0.35), (0.35, 1), (0.5, 0.5), (0, 0.65), (1, 1), (0.65, 0), (0.25, 0.7), (0, 1), (0.65, 1), (1, 0),
      (0.35, 0), (1, 0.65), (0, 0.35),
    ]
    var program: [PanelExercise] = [.taps(marks.map(place))]
    for part in [0.15, 0.5, 0.85] { program.append(.line(from: place(0, part), to: place(1, part))) }
    for part in [0.15, 0.5, 0.85] { program.append(.line(from: place(part, 0), to: place(part, 1))) }
    program.append(.hold)
    for period in [Duration.seconds(3), .seconds(2)] {
      for clockwise in [true, false] { program.append(.circle(clockwise: clockwise, period: period)) }
    }
    return program + [.dot, .pair]
  }

  /// The radius of circles on a picture of `size` millimetres.
  package static func radius(on size: Size) -> Double { max(0, min(60, 0.4 * min(size.width, size.height) - inset)) }

  /// How often the dot is to be set, from below and from above in turn.
  package static let settings = 6

  /// Where the slider starts again after `count` settings of the dot, the last at `setting`: half as far or half as far again, so that the
  /// next one comes from the other side.
  package static func start(after setting: Double, count: Int) -> Double {
    setting * (count.isMultiple(of: 2) ? 0.5 : 1.5)
  }

  /// How long the exercise takes, at the longest.
  package var duration: Duration {
    switch self {
    case .circle: .seconds(9)
    case .dot: .seconds(55)
    case .hold: .seconds(6)
    case .line: .seconds(4)
    case .taps(let marks): .milliseconds(1500) * marks.count
    case .pair: .seconds(16)
    }
  }

  /// Where the disc is `elapsed` after the beginning of a circle, which is at its top; `nil` for other exercises.
  package func disc(after elapsed: Duration, on size: Size) -> Point? {
    guard case .circle(let clockwise, let period) = self, period > .zero else { return nil }
    let turns = elapsed.inSeconds / period.inSeconds
    return Point(x: size.width / 2, y: size.height / 2)
      + Vector(angle: Angle(radians: (clockwise ? 2 : -2) * .pi * turns - .pi / 2)) * PanelExercise.radius(on: size)
  }
}
