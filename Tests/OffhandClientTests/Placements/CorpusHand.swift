import Foundation
import Offhand

@testable import OffhandTool

/// Hands posed by inverse kinematics, from the public set of silhouettes: `$OFFHAND_CORPUS/hands`, or `../shared/hands` beside
/// the checkout.
enum CorpusHand {
  /// The file; `nil` where this machine has none.
  static let file: String? = {
    let shared =
      ProcessInfo.processInfo.environment["OFFHAND_CORPUS"]
      ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../../shared")
      .standardized.path
    let file = shared + "/hands/fit.json.gz"
    return FileManager.default.fileExists(atPath: file) ? file : nil
  }()

  /// What is staged: one finger of a right hand, and the other kinds of both.
  static let poses: [(kind: String, side: Handedness)] =
    [("tap", .right)] + ["pinch", "two", "three", "five"].flatMap { [($0, .right), ($0, .left)] }

  /// The first pose of `kind` in the part that nothing was tuned on, its index finger at `place`.
  static func staged(_ kind: String, _ side: Handedness, at place: Point) throws -> StagedHand? {
    guard let file, let pose = try SilhouettePose.read(file, split: "dev").first(where: { $0.kind == kind }) else {
      return nil
    }
    let scene = HandScene(pose, on: .tablet, at: place, side: side, view: .persp)
    return StagedHand(contacts: scene.contacts, hides: { [silhouette = scene.silhouette] in silhouette.hides($0) })
  }
}
