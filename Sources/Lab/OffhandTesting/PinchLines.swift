package import Offhand

/// The lines between thumb and index finger of pinches, as people hold them on a tablet on a desk: by the distance at which the
/// fingers land, the angle from the horizontal that climbs to the right (Design/HandModel.md "Lines of people's pinches").
package struct PinchLines: Sendable {
  /// The distances in millimetres at which the fingers land.
  package let distances: Range<Double>
  /// The number of recorded pinches.
  package let count: Double
  /// Angles of the share `levels` of the pinches, in degrees; the ends continue the slope of the nearest quarter for half its length.
  private let angles: [Double]

  private static let levels = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]

  private init(_ distances: Range<Double>, count: Double, quantiles: [Double]) {
    self.distances = distances
    self.count = count
    angles =
      [quantiles[0] - (quantiles[1] - quantiles[0]) / 2] + quantiles + [
        quantiles[4] + (quantiles[4] - quantiles[3]) / 2
      ]
  }

  /// All distances, ascending.
  package static let all = [
    PinchLines(10..<15, count: 45, quantiles: [37, 56, 66, 81, 127]),
    PinchLines(15..<22, count: 30, quantiles: [45, 53, 66, 80, 92]),
    PinchLines(22..<30, count: 42, quantiles: [47, 59, 63, 83, 97]),
    PinchLines(30..<40, count: 22, quantiles: [39, 55, 65, 81, 96]),
    PinchLines(40..<55, count: 38, quantiles: [16, 31, 42, 52, 82]),
    PinchLines(55..<80, count: 76, quantiles: [27, 43, 52, 57, 74]),
    PinchLines(80..<110, count: 10, quantiles: [9, 25, 44, 46, 53]),
  ]

  /// A distance in millimetres and an angle, drawn with the frequencies of people.
  package static func draw(_ random: inout SeededGenerator) -> (distance: Double, angle: Angle) {
    var rest = random.unit() * all.reduce(0) { $0 + $1.count }
    var lines = all[0]
    for each in all {
      lines = each
      if rest < each.count { break }
      rest -= each.count
    }
    let distance = random.number(lines.distances.lowerBound...lines.distances.upperBound)
    let level = random.unit()
    let segment = levels.indices.dropLast().last { level >= levels[$0] } ?? 0
    let share = (level - levels[segment]) / (levels[segment + 1] - levels[segment])
    return (
      distance, Angle(degrees: lines.angles[segment] + (lines.angles[segment + 1] - lines.angles[segment]) * share)
    )
  }

  /// The density of `angle` among people's lines, per degree.
  package func density(_ angle: Angle) -> Double {
    let degrees = angle.degrees
    for segment in 0..<6 where degrees >= angles[segment] && degrees < angles[segment + 1] {
      return (PinchLines.levels[segment + 1] - PinchLines.levels[segment]) / (angles[segment + 1] - angles[segment])
    }
    return 0
  }
}
