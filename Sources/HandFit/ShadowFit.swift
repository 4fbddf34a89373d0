import HandPoses
import Offhand
import OffhandTesting

/// Fits the lengths of the articulated hand to silhouettes: a seeded random search that keeps changes that lower the Brier score of
/// P(hidden), over both views, with the hand's side known and nothing else.
struct ShadowFit {
  private let joints: [WritableKeyPath<HandProportions, HandProportions.Joint>] = [
    \.indexKnuckle, \.littleKnuckle, \.middleTip, \.littleTip, \.thumbTip, \.indexBend, \.thumbBend, \.thumbBase,
    \.wrist, \.forearm,
  ]
  private let parts: [WritableKeyPath<HandProportions.Joint, Double>] = [
    \.behind, \.ulnar, \.radius, \.height,
  ]
  private let numbers: [WritableKeyPath<HandProportions, Double>] = [
    \.fingertip, \.thumb, \.overhang, \.pull, \.usualThumb.behind, \.usualThumb.ulnar,
  ]

  /// The number of points of a row and of a column of the grid, and their distance.
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

  /// The shadow of the source without the extra widths that allow for unknown poses.
  static var start: ArticulatedOcclusion {
    var shadow = ArticulatedOcclusion()
    (shadow.swelling, shadow.turnedSwelling, shadow.looseness) = (0, 8, 0)
    return shadow
  }

  private let samples: [Sample]
  private let path: WritableKeyPath<ArticulatedOcclusion, HandProportions>

  init(_ poses: [SilhouettePose], of path: WritableKeyPath<ArticulatedOcclusion, HandProportions>) {
    self.path = path
    let panel = PanelModel(name: "plane", size: Size(width: 2000, height: 2000), posture: .unknown)
    samples = HandScene.View.allCases.flatMap { view in
      poses.map {
        ShadowFit.sample(HandScene($0, on: panel, at: Point(x: 1000, y: 1000), side: .right, view: view))
      }
    }
  }

  private static func sample(_ scene: HandScene) -> Sample {
    var environment = PanelSetup(
      panel: scene.panel.bounds, posture: scene.panel.posture, statedHand: scene.side)
    environment.viewpoint = scene.view == .persp ? scene.eye : .orthographic
    var placer = StandardPlacement(environment: environment)
    placer.ingest(scene.frame())
    placer.estimator.note(scene.gesture)
    // The first point lies 150 mm above and to the left of the fingers, at the centre of a cell of the map.
    func middle(_ value: Double) -> Double {
      ((value / OcclusionMap.finest).rounded(.down) + 0.5) * OcclusionMap.finest
    }
    let center = scene.panel.bounds.center
    let corner = Point(
      x: middle(scene.centroid.x - 150 - center.x), y: middle(scene.centroid.y - 150 - center.y))
    let places = grid(from: corner + (center - .origin))
    return Sample(
      environment: placer.environment, track: placer.estimator.tracks[0], corner: corner,
      truth: places.map(scene.silhouette.hides),
      weights: places.map { $0.distance(to: scene.centroid) < 60 ? 6 : 1 })
  }

  private static func grid(from corner: Point) -> [Point] {
    (0..<side * side).map { corner + Vector(dx: Double($0 % side) * step, dy: Double($0 / side) * step) }
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
      for (index, place) in ShadowFit.grid(from: corner).enumerated() {
        let hidden = map.hidden(centerX: place.x, centerY: place.y, width: 1, height: 1)
        let error = hidden - (sample.truth[index] ? 1 : 0)
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
        let length = joint.appending(path: part)
        let offset = (hand[keyPath: length] - HandProportions.tabulated[keyPath: length]) / 25
        sum += offset * offset
      }
    }
    return sum * 8e-5
  }

  /// Searches for `steps` steps from the tables, and returns the best lengths found.
  func search(steps: Int, report: (Int, Double) -> Void) -> HandProportions {
    var random = SeededGenerator(seed: 1)
    var best = ShadowFit.start
    best[keyPath: path] = .tabulated
    var score = score(best)
    var stride = 1.0
    for step in 0..<steps {
      var next = best
      for _ in 0..<2 {
        let scale = stride * random.normal()
        let pick = Int(random.unit() * 46)
        if pick < 40 {
          let length = joints[pick / 4].appending(path: parts[pick % 4])
          next[keyPath: path][keyPath: length] += scale * [8, 8, 4, 8][pick % 4]
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
    return best[keyPath: path]
  }

  /// Whether these could be a person's: without limits the search makes fingertips as thick as knuckles, and knuckles reach past them.
  private func isSound(_ hand: HandProportions) -> Bool {
    joints.allSatisfy {
      (6...60).contains(hand[keyPath: $0].radius) && (0...150).contains(hand[keyPath: $0].height)
    }
      && (8...12).contains(hand.middleTip.radius) && (8...12).contains(hand.littleTip.radius)
      && (10...18).contains(hand.indexKnuckle.radius) && (10...18).contains(hand.littleKnuckle.radius)
      && hand.littleKnuckle.behind - hand.littleTip.behind >= 20 && hand.indexKnuckle.behind >= 45
      && hand.thumbBase.radius >= 12 && hand.thumbBend.radius >= 9
      && (6...13).contains(hand.fingertip) && (8...16).contains(hand.thumb) && (0...1).contains(hand.pull)
      && (0...16).contains(hand.overhang)
  }
}
