import Foundation
import OffhandRecordings

/// A hand over the glass, as `shared/hands` describes it: a right hand, millimetres, y up, the index contact in the origin.
struct SilhouettePose: Decodable {
  /// What the hand does: tap, pinch, two, three, five.
  var kind: String
  /// What the pose may be used for: fit, dev, or a name of a part that is kept back.
  var split: String
  /// Where the fingers touch, by the finger's name.
  var touch: [String: [Double]]
  /// The forearm's direction from straight below, degrees, positive from the right.
  var azimuthDeg: Double
  /// Where the eye is, relative to the index contact.
  var eye: [Double]
  /// What is hidden from straight above: rings of x0, y0, x1, y1…
  var ortho: [[Double]]
  /// What is hidden from the eye.
  var persp: [[Double]]
  /// How large the hand is; 1 is the model's own size.
  var scale: Double?

  private struct File: Decodable {
    var poses: [SilhouettePose]
  }

  /// Whether every number is there that the rings and the eye need.
  private var isSound: Bool {
    eye.count == 3 && touch.values.allSatisfy { $0.count == 2 } && !touch.isEmpty
      && (ortho + persp).allSatisfy { $0.count >= 6 && $0.count % 2 == 0 && $0.allSatisfy(\.isFinite) }
  }

  /// Reads a file of poses, plain or compressed, and keeps those of `split`; all if that is `nil`.
  static func read(_ path: String, split: String?) throws -> [SilhouettePose] {
    let bytes = try GzipFile.contents(of: path, limit: 1 << 30)
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw InputFault(file: path, reason: "not a file of hand poses: \(error)")
    }
    if let odd = file.poses.firstIndex(where: { !$0.isSound }) {
      throw InputFault(file: path, reason: "pose \(odd) lacks touches, an eye or a ring of three points")
    }
    let chosen = file.poses.filter { split == nil || $0.split == split }
    guard !chosen.isEmpty else {
      let names = Set(file.poses.map(\.split)).sorted().joined(separator: ", ")
      throw InputFault(
        file: path, reason: "no pose of split \(split ?? "any"); it has \(names.isEmpty ? "none" : names)")
    }
    return chosen
  }
}
