import HandPoses
import Foundation
import Offhand

/// Fits the fingertips of the mean hand, for `ThumbSideEvidence`: the mean of whole-hand poses turned so that their forearms come from
/// straight below, and the deviation of single hands from it after the best rotation and scaling.
struct FingertipFigure {
  /// Thumb, index, middle, ring and little finger relative to their centroid, in mm, y down.
  private(set) var tips = [Vector](repeating: .zero, count: 5)
  /// Root mean square deviation of a coordinate, in mm.
  private(set) var deviation = 0.0

  private static let order = ["th", "ff", "mf", "rf", "lf"]

  init(_ poses: [SilhouettePose]) {
    let hands = poses.filter { $0.kind == "five" }.compactMap(FingertipFigure.tips)
    guard !hands.isEmpty else { return }
    for finger in 0..<5 {
      tips[finger] = hands.reduce(Vector.zero) { $0 + $1[finger] } / Double(hands.count)
    }
    let size = tips.reduce(0) { $0 + $1.lengthSquared }
    var departure = 0.0
    for hand in hands {
      var (along, across, extent) = (0.0, 0.0, 0.0)
      for (wanted, tip) in zip(tips, hand) {
        along += wanted.dot(tip)
        across += wanted.dx * tip.dy - wanted.dy * tip.dx
        extent += tip.lengthSquared
      }
      departure += extent - (along * along + across * across) / size
    }
    deviation = (departure / Double(10 * hands.count)).squareRoot()
  }

  /// The fingertips of a pose relative to their centroid, with the forearm turned to straight below.
  private static func tips(of pose: SilhouettePose) -> [Vector]? {
    let turn = Angle(degrees: pose.azimuthDeg)
    let places = order.compactMap { pose.touch[$0] }.map { place in
      // y up in the file, down here; then clockwise by the azimuth.
      Vector(
        dx: place[0] * turn.cosine + place[1] * turn.sine, dy: place[0] * turn.sine - place[1] * turn.cosine)
    }
    guard places.count == order.count else { return nil }
    let middle = places.reduce(Vector.zero, +) / Double(places.count)
    return places.map { $0 - middle }
  }

  /// As Swift source.
  var source: String {
    func text(_ value: Double) -> String { String(format: "%.1f", value) }
    let vectors = tips.map { "Vector(dx: \(text($0.dx)), dy: \(text($0.dy)))" }
    return "  figure: \(vectors.joined(separator: ", "))\n  deviation: \(text(deviation))"
  }
}

/// Fits the forearm's direction to the fingers, for `HandReading`: mean and deviation of the angle between the azimuth and the lines
/// between fingers, in degrees.
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
  /// The direction from a finger to the centroid of others, in degrees clockwise from up.
  fileprivate func axis(from finger: String, to others: [String]) -> Double {
    let places = others.compactMap { touch[$0] }
    guard let start = touch[finger], !places.isEmpty else { return 0 }
    let x = places.reduce(0) { $0 + $1[0] } / Double(places.count)
    let y = places.reduce(0) { $0 + $1[1] } / Double(places.count)
    return Angle(y: x - start[0], x: y - start[1]).degrees
  }

  /// The slope of the line from the index to another finger, in degrees.
  fileprivate func slope(to finger: String) -> Double {
    guard let start = touch["ff"], let end = touch[finger] else { return 0 }
    return Angle(y: end[1] - start[1], x: end[0] - start[0]).degrees
  }
}
