import Foundation
import HandPoses
import Offhand

/// A hand on the glass as a test stages it: what its fingers touch, and what it hides from the eye. Millimetres on the panel.
struct StagedHand: Sendable {
  /// Where the fingers rest at last, the index first.
  var contacts: [Point]
  /// Whether the hand or its forearm hides a place.
  var hides: @Sendable (Point) -> Bool

  /// Where the fingers land: nearer to their middle by `part` of the way, so that they spread afterwards. One finger lands
  /// where it rests.
  func landing(_ part: Double) -> [Point] {
    let sum = contacts.reduce(Vector.zero) { $0 + ($1 - .origin) }
    let middle = .origin + sum / Double(contacts.count)
    return contacts.map { $0 + (middle - $0) * part }
  }
}

/// Hands posed by inverse kinematics, from the public set of silhouettes: `$OFFHAND_CORPUS/hands`, or `../shared/hands` beside
/// the checkout.
enum CorpusHand {
  /// The file; `nil` where this machine has none.
  static let file: String? = {
    let shared =
      ProcessInfo.processInfo.environment["OFFHAND_CORPUS"]
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../../shared")
      .standardized.path
    let file = shared + "/hands/fit.json.gz"
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }()

  /// What is staged: every kind of both hands.
  static let poses: [(kind: String, side: Handedness)] =
    ["tap", "pinch", "two", "three", "five"].flatMap { [($0, .right), ($0, .left)] }

  /// The pose of `kind` whose forearm has the middle direction of all in the part that nothing was tuned on, its index finger
  /// at `place`. Of twenty hands one or two are held so that something is hidden by them (Design/Placing.md M2); what is staged
  /// here must not be one of these by chance.
  static func staged(_ kind: String, _ side: Handedness, at place: Point) throws -> StagedHand? {
    guard let file else { return nil }
    let poses = try SilhouettePose.read(file, split: "dev").filter { $0.kind == kind }
    guard !poses.isEmpty else { return nil }
    let pose = poses.sorted { $0.azimuthDeg < $1.azimuthDeg }[poses.count / 2]
    let scene = HandScene(pose, on: .tablet, at: place, side: side, view: .persp)
    return StagedHand(contacts: scene.contacts, hides: { [silhouette = scene.silhouette] in silhouette.hides($0) })
  }
}
