import Foundation
package import Offhand
import OffhandRecordings

/// A hand over the panel, in the format of `shared/hands`: a right hand, millimetres, y up, the index fingertip at the origin.
package struct SilhouettePose: Decodable {
  /// The gesture: tap, pinch, two, three or five.
  package var kind: String
  /// The use of the pose: fit, dev, or the name of a held-out part.
  package var split: String
  /// Positions of the fingertips on the panel, by finger.
  package var touch: [String: [Double]]
  /// The forearm's direction from straight below, degrees, positive from the right.
  package var azimuthDeg: Double
  /// The position of the eye, relative to the index fingertip.
  package var eye: [Double]
  /// The silhouette from straight above: rings of x0, y0, x1, y1…
  package var ortho: [[Double]]
  /// The silhouette from the eye.
  package var persp: [[Double]]

  private struct File: Decodable {
    var poses: [SilhouettePose]
  }

  /// Whether the touches, the eye and the rings have the right numbers of values, and the rings are finite.
  private var isSound: Bool {
    eye.count == 3 && touch.values.allSatisfy { $0.count == 2 } && !touch.isEmpty
      && (ortho + persp).allSatisfy { $0.count >= 6 && $0.count % 2 == 0 && $0.allSatisfy(\.isFinite) }
  }

  /// The poses that the hand model was fitted to: in `$OFFHAND_CORPUS`, or in `../shared` beside the checkout.
  package static var standardFile: String {
    "\(ProcessInfo.processInfo.environment["OFFHAND_CORPUS"] ?? "../shared")/hands/fit.json.gz"
  }

  /// Reads a file of poses, plain or compressed, and returns those of `split`, or all if it is `nil`.
  package static func read(_ path: String, split: String?) throws -> [SilhouettePose] {
    let bytes = try GzipFile.contents(of: path, limit: 1 << 30)
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw RecordingError(file: path, reason: "not a file of hand poses: \(error)")
    }
    if let odd = file.poses.firstIndex(where: { !$0.isSound }) {
      throw RecordingError(file: path, reason: "pose \(odd) lacks touches, an eye or a ring of three points")
    }
    let chosen = file.poses.filter { split == nil || $0.split == split }
    guard !chosen.isEmpty else {
      let names = Set(file.poses.map(\.split)).sorted().joined(separator: ", ")
      throw RecordingError(
        file: path, reason: "no pose of split \(split ?? "any"); it has \(names.isEmpty ? "none" : names)")
    }
    return chosen
  }
}

/// The area that a hand hides on a panel: polygons in mm.
package struct Silhouette: Sendable {
  package private(set) var rings: [[Point]]
  package private(set) var box: Rect

  package init(_ rings: [[Point]]) {
    self.rings = rings
    let all = rings.joined()
    let xs = all.map(\.x)
    let ys = all.map(\.y)
    box = Rect(
      x: xs.min() ?? 0, y: ys.min() ?? 0, width: (xs.max() ?? 0) - (xs.min() ?? 0),
      height: (ys.max() ?? 0) - (ys.min() ?? 0))
  }

  /// Whether a point is hidden, by the even-odd rule.
  package func hides(_ place: Point) -> Bool {
    guard box.contains(place) else { return false }
    var isInside = false
    for ring in rings {
      var previous = ring[ring.count - 1]
      for corner in ring {
        if (corner.y > place.y) != (previous.y > place.y) {
          let x = corner.x + (place.y - corner.y) / (previous.y - corner.y) * (previous.x - corner.x)
          if place.x < x { isInside.toggle() }
        }
        previous = corner
      }
    }
    return isInside
  }

  /// The hidden fraction of `rect`, sampled at 20 × 12 points.
  package func hiddenFraction(of rect: Rect) -> Double {
    guard rect.intersects(box) else { return 0 }
    var hidden = 0
    for row in 0..<12 {
      for column in 0..<20 {
        let place = Point(
          x: rect.minX + rect.width * (Double(column) + 0.5) / 20, y: rect.minY + rect.height * (Double(row) + 0.5) / 12
        )
        if hides(place) { hidden += 1 }
      }
    }
    return Double(hidden) / 240
  }
}
