import Foundation
import Offhand

/// Fits the lengths of the articulated hand to silhouettes: a seeded random search that keeps what lowers the Brier score of
/// P(hidden), over both views, with the hand's side known and nothing else.
struct ShadowFit {
  private let joints: [WritableKeyPath<HandProportions, HandProportions.Joint>] = [
    \.indexKnuckle, \.littleKnuckle, \.middleTip, \.littleTip, \.thumbTip, \.thumbBase, \.wrist, \.forearm,
    \.indexBend, \.thumbBend,
  ]
  private static let names = [
    "indexKnuckle", "littleKnuckle", "middleTip", "littleTip", "thumbTip", "thumbBase", "wrist", "forearm",
    "indexBend", "thumbBend",
  ]
  private let parts: [WritableKeyPath<HandProportions.Joint, Double>] = [\.behind, \.ulnar, \.radius, \.height]
  private let numbers: [WritableKeyPath<HandProportions, Double>] = [
    \.fingertip, \.thumb, \.overhang, \.pull, \.restingThumb.dx, \.restingThumb.dy,
  ]

  private struct Sample {
    var scene: HandScene
    var places: [Point]
    var truth: [Bool]
  }

  private var samples: [Sample] = []
  private let path: WritableKeyPath<ArticulatedShadow, HandProportions>

  init(poses: [SilhouettePose], kinds: Set<String>, path: WritableKeyPath<ArticulatedShadow, HandProportions>) {
    self.path = path
    let panel = PanelModel(name: "plane", size: Size(width: 2000, height: 2000), posture: .unknown)
    for view in HandScene.View.allCases {
      for pose in poses where kinds.contains(pose.kind) {
        let scene = HandScene(pose, on: panel, at: Point(x: 1000, y: 1000), side: .right, view: view)
        var places: [Point] = []
        for row in 0..<25 {
          for column in 0..<25 {
            places.append(scene.centroid + Vector(dx: Double(column) * 12 - 144, dy: Double(row) * 12 - 144))
          }
        }
        samples.append(Sample(scene: scene, places: places, truth: places.map(scene.silhouette.hides)))
      }
    }
  }

  /// The mean squared error of P(hidden), places near the fingers counting more.
  func score(_ shadow: ArticulatedShadow) -> Double {
    var sum = 0.0
    var weights = 0.0
    for sample in samples {
      var placer = ShadowFit.placer(for: sample.scene)
      placer.shadow = shadow
      _ = placer.hiddenProbability(at: sample.scene.centroid)
      for (place, isHidden) in zip(sample.places, sample.truth) {
        let weight = place.distance(to: sample.scene.centroid) < 70 ? 3.0 : 1
        let error = placer.hiddenProbability(at: place) - (isHidden ? 1 : 0)
        sum += weight * error * error
        weights += weight
      }
    }
    return sum / weights + departure(of: shadow[keyPath: path])
  }

  /// What it costs to depart from the anthropometric tables: 25 mm anywhere must lower the error by 0.00008.
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

  /// A strategy that knows the side and, in perspective, the eye.
  static func placer(for scene: HandScene) -> StandardPlacement {
    var environment = PlacementEnvironment(panel: scene.panel.bounds, posture: scene.panel.posture)
    environment.statedHand = scene.side
    environment.viewpoint = scene.view == .persp ? scene.eye : .orthographic
    var placer = StandardPlacement(environment: environment)
    placer.ingest(scene.frame())
    placer.estimator.note(scene.gesture)
    return placer
  }

  /// Searches for `steps` steps from `start` and answers the best lengths found.
  func search(from start: ArticulatedShadow, steps: Int, seed: UInt64, report: (Int, Double) -> Void)
    -> ArticulatedShadow
  {
    var random = SeededRandom(seed: seed)
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

  private func isSound(_ hand: HandProportions) -> Bool {
    joints.allSatisfy {
      hand[keyPath: $0].radius >= 6 && hand[keyPath: $0].radius <= 60 && hand[keyPath: $0].height >= 0
        && hand[keyPath: $0].height <= 150
    }
      && hand.fingertip >= 6 && hand.fingertip <= 13 && hand.thumb >= 8 && hand.thumb <= 16 && hand.pull >= 0
      && hand.pull <= 1 && hand.overhang >= 0 && hand.overhang <= 16
  }

  /// The lengths as Swift source.
  func source(_ hand: HandProportions) -> String {
    func text(_ value: Double) -> String { String(format: "%.0f", value) }
    var lines = zip(ShadowFit.names, joints).map { name, path in
      let joint = hand[keyPath: path]
      return
        "\(name): Joint(\(text(joint.behind)), \(text(joint.ulnar)), radius: \(text(joint.radius)), height: \(text(joint.height)))"
    }
    lines.append(
      "fingertip: \(String(format: "%.1f", hand.fingertip)), thumb: \(String(format: "%.1f", hand.thumb)), overhang: \(text(hand.overhang)), pull: \(String(format: "%.2f", hand.pull)), restingThumb: Vector(dx: \(text(hand.restingThumb.dx)), dy: \(text(hand.restingThumb.dy)))"
    )
    return lines.joined(separator: ",\n    ")
  }
}
