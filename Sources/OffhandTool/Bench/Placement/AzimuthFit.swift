import Foundation
import Offhand

/// What the fingers tell of the forearm's direction, for `HandReading`: what there is between the azimuth and the lines from
/// finger to finger, in degrees, and by how much single hands depart from it.
struct AzimuthFit {
  var poses: [SilhouettePose]

  /// One line for each grip.
  var source: String {
    [
      line("pinch", ["pinch"]) { [$0.axis(from: "th", to: ["ff"]) + $0.azimuthDeg] },
      line("two fingers", ["two"]) { [$0.slope(to: "mf") - $0.azimuthDeg] },
      line("three fingers", ["three"]) { [$0.slope(to: "rf") - $0.azimuthDeg] },
      whole,
    ].joined(separator: "\n")
  }

  private func line(_ name: String, _ kinds: Set<String>, _ offsets: (SilhouettePose) -> [Double]) -> String {
    let offsets = poses.filter { kinds.contains($0.kind) }.flatMap(offsets).map { $0.remainder(dividingBy: 360) }
    let mean = offsets.reduce(0, +) / Double(max(1, offsets.count))
    let square = offsets.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, offsets.count))
    return String(format: "  %@: %.1f ± %.1f", name, mean, square.squareRoot())
  }

  /// The azimuth of a whole hand from its fingers' slope and the axis from its thumb, by least squares.
  private var whole: String {
    let hands = poses.filter { $0.kind == "five" }.map {
      (azimuth: $0.azimuthDeg, slope: $0.slope(to: "lf"), axis: $0.axis(from: "th", to: ["ff", "mf", "rf", "lf"]))
    }
    let count = Double(max(1, hands.count))
    func mean(_ value: (_ index: Int) -> Double) -> Double { hands.indices.reduce(0) { $0 + value($1) } / count }
    let (azimuth, slope, axis) = (
      mean { hands[$0].azimuth }, mean { hands[$0].slope }, mean { hands[$0].axis }
    )
    let ss = mean { (hands[$0].slope - slope) * (hands[$0].slope - slope) }
    let aa = mean { (hands[$0].axis - axis) * (hands[$0].axis - axis) }
    let sa = mean { (hands[$0].slope - slope) * (hands[$0].axis - axis) }
    let sz = mean { (hands[$0].slope - slope) * (hands[$0].azimuth - azimuth) }
    let az = mean { (hands[$0].axis - axis) * (hands[$0].azimuth - azimuth) }
    let determinant = ss * aa - sa * sa
    let (bySlope, byAxis) = ((sz * aa - az * sa) / determinant, (az * ss - sz * sa) / determinant)
    let rest = azimuth - bySlope * slope - byAxis * axis
    let square = mean {
      let error = hands[$0].azimuth - rest - bySlope * hands[$0].slope - byAxis * hands[$0].axis
      return error * error
    }
    return String(
      format: "  whole hand: %.1f + %.3f slope + %.3f axis ± %.1f", rest, bySlope, byAxis, square.squareRoot())
  }
}

extension SilhouettePose {
  /// The direction from a finger to the middle of others, degrees clockwise from straight up.
  fileprivate func axis(from finger: String, to others: [String]) -> Double {
    let places = others.compactMap { touch[$0] }
    guard let start = touch[finger], !places.isEmpty else { return 0 }
    let x = places.reduce(0) { $0 + $1[0] } / Double(places.count)
    let y = places.reduce(0) { $0 + $1[1] } / Double(places.count)
    return Angle(y: x - start[0], x: y - start[1]).degrees
  }

  /// How steeply the way from the index to another finger climbs, in degrees.
  fileprivate func slope(to finger: String) -> Double {
    guard let start = touch["ff"], let end = touch[finger] else { return 0 }
    return Angle(y: end[1] - start[1], x: end[0] - start[0]).degrees
  }
}
