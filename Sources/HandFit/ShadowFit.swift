import OffhandTesting
import HandPoses
import Foundation
import Offhand

/// Fits the lengths of the articulated hand to silhouettes: a seeded random search that keeps changes that lower the Brier score of
/// P(hidden), over both views, with the hand's side known and nothing else.
struct ShadowFit {
  private let joints: [WritableKeyPath<HandProportions, HandProportions.Joint>] = [
    \.indexKnuckle, \.littleKnuckle, \.middleTip, \.littleTip, \.thumbTip, \.indexBend, \.thumbBend,
    \.thumbBase, \.wrist, \.forearm,
  ]
  private static let names = [
    "indexKnuckle", "littleKnuckle", "middleTip", "littleTip", "thumbTip", "indexBend", "thumbBend",
    "thumbBase", "wrist", "forearm",
  ]
  private let parts: [WritableKeyPath<HandProportions.Joint, Double>] = [\.behind, \.ulnar, \.radius, \.height]
  private let numbers: [WritableKeyPath<HandProportions, Double>] = [
    \.fingertip, \.thumb, \.overhang, \.pull, \.usualThumb.behind, \.usualThumb.ulnar,
  ]

  /// The number of points of a row and of a column of the grid.
  private static let side = 30
  private static let step = 2 * OcclusionMap.finest

  private struct Sample {
    var environment: PanelSetup
    var track: HandTrack
    /// The first grid point, in the user's frame.
    var corner: Point
    var truth: [Bool]
    var weights: [Double]
  }

  /// The start of the search: without the extra widths that allow for unknown poses.
  static var start: ArticulatedOcclusion {
    var shadow = ArticulatedOcclusion()
    shadow.swelling = 0
    shadow.turnedSwelling = 8
    shadow.looseness = 0
    return shadow
  }

  private var samples: [Sample] = []
  private let path: WritableKeyPath<ArticulatedOcclusion, HandProportions>

  init(poses: [SilhouettePose], kinds: Set<String>, path: WritableKeyPath<ArticulatedOcclusion, HandProportions>) {
    self.path = path
    let panel = PanelModel(name: "plane", size: Size(width: 2000, height: 2000), posture: .unknown)
    for view in HandScene.View.allCases {
      for pose in poses where kinds.contains(pose.kind) {
        let scene = HandScene(pose, on: panel, at: Point(x: 1000, y: 1000), side: .right, view: view)
        let placer = ShadowFit.placer(for: scene)
        let corner = ShadowFit.corner(around: scene.centroid, on: panel)
        let places = (0..<ShadowFit.side * ShadowFit.side).map { index in
          corner
            + Vector(
              dx: Double(index % ShadowFit.side) * ShadowFit.step, dy: Double(index / ShadowFit.side) * ShadowFit.step)
        }
        samples.append(
          Sample(
            environment: placer.environment, track: placer.estimator.tracks[0],
            corner: corner - (panel.bounds.center - .origin), truth: places.map(scene.silhouette.hides),
            weights: places.map { $0.distance(to: scene.centroid) < 60 ? 6 : 1 }))
      }
    }
  }

  /// The first grid point, 150 mm above and to the left of the fingers, at the centre of a cell of the map.
  private static func corner(around place: Point, on panel: PanelModel) -> Point {
    func middle(_ value: Double) -> Double {
      ((value / OcclusionMap.finest).rounded(.down) + 0.5) * OcclusionMap.finest
    }
    let center = panel.bounds.center
    return Point(
      x: center.x + middle(place.x - 150 - center.x), y: center.y + middle(place.y - 150 - center.y))
  }

  /// The mean squared error of P(hidden), with points near the fingers weighted more, plus the regularisation.
  func score(_ shadow: ArticulatedOcclusion) -> Double {
    var sum = 0.0
    var weights = 0.0
    var field = OcclusionField()
    var map = OcclusionMap()
    let reach = ShadowFit.step * Double(ShadowFit.side)
    for sample in samples {
      field.removeAll()
      shadow.add(sample.track, in: sample.environment, to: &field)
      let corner = sample.corner
      map.draw(
        field, minX: corner.x - ShadowFit.step, minY: corner.y - ShadowFit.step, maxX: corner.x + reach,
        maxY: corner.y + reach)
      for (index, isHidden) in sample.truth.enumerated() {
        let hidden = map.hidden(
          centerX: corner.x + Double(index % ShadowFit.side) * ShadowFit.step,
          centerY: corner.y + Double(index / ShadowFit.side) * ShadowFit.step, width: 1, height: 1)
        let error = hidden - (isHidden ? 1 : 0)
        sum += sample.weights[index] * error * error
        weights += sample.weights[index]
      }
    }
    return sum / weights + departure(of: shadow[keyPath: path])
  }

  /// The regularisation towards the anthropometric tables: a difference of 25 mm in one length costs 0.00008.
  private func departure(of hand: HandProportions) -> Double {
    var sum = 0.0
    for joint in joints {
      for part in parts {
        let offset =
          (hand[keyPath: joint][keyPath: part] - HandProportions.tabulated[keyPath: joint][keyPath: part]) / 25
        sum += offset * offset
      }
    }
    return sum * 8e-5
  }

  /// A strategy with the side stated and, in perspective, the eye.
  static func placer(for scene: HandScene) -> StandardPlacement {
    var environment = PanelSetup(panel: scene.panel.bounds, posture: scene.panel.posture)
    environment.statedHand = scene.side
    environment.viewpoint = scene.view == .persp ? scene.eye : .orthographic
    var placer = StandardPlacement(environment: environment)
    placer.ingest(scene.frame())
    placer.estimator.note(scene.gesture)
    return placer
  }

  /// Searches for `steps` steps from `start`, and returns the best lengths found.
  func search(from start: ArticulatedOcclusion, steps: Int, seed: UInt64, report: (Int, Double) -> Void)
    -> ArticulatedOcclusion
  {
    var random = SeededGenerator(seed: seed)
    var best = start
    var score = score(best)
    var stride = 1.0
    for step in 0..<steps {
      var next = best
      for _ in 0..<2 {
        let scale = stride * random.normal()
        let pick = Int(random.unit() * 46)
        if pick < 40 {
          let part = pick % 4
          next[keyPath: path][keyPath: joints[pick / 4]][keyPath: parts[part]] += scale * [8, 8, 4, 8][part]
        } else {
          next[keyPath: path][keyPath: numbers[pick - 40]] += scale * [2, 2, 3, 0.15, 10, 10][pick - 40]
        }
      }
      guard isSound(next[keyPath: path]) else { continue }
      let trial = self.score(next)
      if trial < score {
        (best, score) = (next, trial)
        stride = min(1.5, stride * 1.15)
      } else {
        stride = max(0.15, stride * 0.985)
      }
      if step % 50 == 0 { report(step, score) }
    }
    report(steps, score)
    return best
  }

  /// Whether these could be a person's: without limits the search makes fingertips as thick as knuckles, and knuckles reach past them.
  private func isSound(_ hand: HandProportions) -> Bool {
    joints.allSatisfy {
      hand[keyPath: $0].radius >= 6 && hand[keyPath: $0].radius <= 60 && hand[keyPath: $0].height >= 0
        && hand[keyPath: $0].height <= 150
    }
      && (8...12).contains(hand.middleTip.radius) && (8...12).contains(hand.littleTip.radius)
      && (10...18).contains(hand.indexKnuckle.radius) && (10...18).contains(hand.littleKnuckle.radius)
      && hand.littleKnuckle.behind - hand.littleTip.behind >= 20 && hand.indexKnuckle.behind >= 45
      && hand.thumbBase.radius >= 12 && hand.thumbBend.radius >= 9
      && hand.fingertip >= 6 && hand.fingertip <= 13 && hand.thumb >= 8 && hand.thumb <= 16 && hand.pull >= 0
      && hand.pull <= 1 && hand.overhang >= 0 && hand.overhang <= 16
  }

  /// The lengths as Swift source: a constant called `name`.
  func source(_ hand: HandProportions, name: String) -> String {
    func text(_ value: Double) -> String { String(format: "%.0f", value) }
    var lines = zip(ShadowFit.names, joints).map { name, path in
      let joint = hand[keyPath: path]
      return
        "\(name): Joint(\(text(joint.behind)), \(text(joint.ulnar)), radius: \(text(joint.radius)), height: \(text(joint.height)))"
    }
    lines.append(
      "fingertip: \(String(format: "%.1f", hand.fingertip)), thumb: \(String(format: "%.1f", hand.thumb)), overhang: \(text(hand.overhang)), pull: \(String(format: "%.2f", hand.pull)), usualThumb: Offset(behind: \(text(hand.usualThumb.behind)), ulnar: \(text(hand.usualThumb.ulnar)))"
    )
    return "  public static let \(name) = HandProportions(\n    \(lines.joined(separator: ",\n    ")))"
  }
}
