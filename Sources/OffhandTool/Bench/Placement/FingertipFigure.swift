import Foundation
import Offhand

/// Where five fingertips of the mean hand lie, for `ThumbSideEvidence`: the poses of whole hands, turned so that their forearms
/// come from straight below, and how far single hands depart from their mean when turned and enlarged as fits best.
struct FingertipFigure {
  /// Thumb, index, middle, ring and little finger from their middle, in millimetres, y down.
  private(set) var tips = [Vector](repeating: .zero, count: 5)
  /// The root of the mean square of a coordinate's departure, in millimetres.
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

  /// The fingertips of a pose from their middle, its forearm turned to straight below.
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
