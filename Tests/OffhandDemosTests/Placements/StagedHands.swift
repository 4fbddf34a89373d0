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

/// A hand drawn from thick lines after the lengths of a grown person's, seen from straight above: what a test may hold against
/// the shadow that the program infers, because it knows nothing of how that is made.
///
/// The drawing is of a right hand whose forearm comes from straight below; millimetres, y down, the index contact in the origin.
struct DrawnHand: Sendable {
  /// What the hand does.
  enum Pose: Sendable {
    /// The index finger points, the others are curled.
    case point
    /// Index and thumb hold something.
    case pinch
    /// All five fingers are on the glass.
    case spread
  }

  /// A thick line that grows evenly from one radius to another.
  private struct Limb: Sendable {
    var start: Point
    var end: Point
    var radii: (Double, Double)

    func covers(_ point: Point) -> Bool {
      let way = end - start
      let part = min(max((point - start).dot(way) / way.dot(way), 0), 1)
      return (point - (start + way * part)).length <= radii.0 + (radii.1 - radii.0) * part
    }
  }

  /// The pose on the glass: `index` is where the index finger touches; `azimuth` is how many degrees the forearm comes from
  /// the hand's own side.
  static func staged(_ pose: Pose, _ side: Handedness, index: Point, azimuth: Double = 25) -> StagedHand {
    let turn = Vector(angle: Angle(degrees: azimuth))
    let mirror = side == .left ? -1.0 : 1
    func place(_ x: Double, _ y: Double) -> Point {
      Point(x: index.x + mirror * (x * turn.dx + y * turn.dy), y: index.y + y * turn.dx - x * turn.dy)
    }
    let limbs = (fingers(pose) + palm).map { line in
      line.dropFirst().indices.map { at in
        Limb(
          start: place(line[at - 1].x, line[at - 1].y), end: place(line[at].x, line[at].y),
          radii: (line[at - 1].radius, line[at].radius))
      }
    }.flatMap { $0 }
    return StagedHand(
      contacts: contacts(pose).map { place($0.x, $0.y) }, hides: { point in limbs.contains { $0.covers(point) } })
  }

  private typealias Joint = (x: Double, y: Double, radius: Double)

  private static func contacts(_ pose: Pose) -> [(x: Double, y: Double)] {
    switch pose {
    case .point: [(0, 0)]
    case .pinch: [(0, 0), (-66, 36)]
    case .spread: [(0, 0), (26, -16), (52, -6), (76, 26), (-54, 62)]
    }
  }

  /// The fingers from their tips to their knuckles, the thumb last.
  private static func fingers(_ pose: Pose) -> [[Joint]] {
    let index: [Joint] = [(0, 0, 8), (2, 26, 9), (6, 64, 11)]
    let curled: [[Joint]] = [
      [(24, 30, 9), (27, 58, 11)], [(41, 38, 9), (46, 63, 11)], [(55, 52, 8), (62, 74, 10)],
    ]
    switch pose {
    case .point: return [index] + curled + [[(-20, 60, 9), (-16, 84, 11), (8, 112, 17)]]
    case .pinch: return [index] + curled + [[(-66, 36, 10), (-46, 68, 11), (2, 116, 17)]]
    case .spread:
      return [
        [(0, 0, 8), (8, 30, 9), (14, 66, 11)], [(26, -16, 8), (28, 18, 9), (34, 60, 11)],
        [(52, -6, 8), (50, 28, 9), (50, 66, 11)], [(76, 26, 7), (70, 48, 8), (64, 78, 10)],
        [(-54, 62, 10), (-34, 84, 11), (4, 118, 17)],
      ]
    }
  }

  /// From the knuckles over the palm to the wrist, and the forearm.
  private static let palm: [[Joint]] = [
    [(10, 66, 12), (30, 138, 27)], [(34, 62, 12), (33, 138, 27)], [(60, 76, 12), (38, 138, 27)],
    [(33, 138, 27), (46, 460, 44)],
  ]
}

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
