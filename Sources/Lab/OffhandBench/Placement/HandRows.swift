import OffhandTesting
import HandPoses
import Offhand

/// A sequence of gestures on a panel with the standard strategy.
struct HandSession {
  var placer: StandardPlacement
  private var time = Timestamp(nanoseconds: 1_000_000_000)
  private var nextID: UInt64 = 1

  init(_ environment: PanelSetup) { placer = StandardPlacement(environment: environment) }

  /// Plays a gesture: it lands, stays for 100 ms, lifts, and a second passes.
  mutating func perform(_ scene: HandScene) {
    var frame = land(scene)
    time = time + .milliseconds(100)
    frame.settle()
    frame.timestamp = time
    for index in frame.indices { frame[index].phase = .ended }
    placer.ingest(frame)
    time = time + .seconds(1)
    placer.ingest(TouchFrame(timestamp: time))
  }

  /// Plays a landing, and places an overlay in the same frame.
  mutating func begin(_ scene: HandScene, _ request: OverlayRequest) -> Placement {
    _ = land(scene)
    return placer.place(request)
  }

  /// Plays a landing, and returns the probability of a right hand.
  mutating func belief(_ scene: HandScene) -> Double {
    _ = land(scene)
    return placer.estimator.tracks.count > 0 ? placer.estimator.tracks[0].rightProbability : 0.5
  }

  private mutating func land(_ scene: HandScene) -> TouchFrame {
    let frame = scene.frame(at: time, from: nextID)
    nextID += UInt64(frame.count)
    placer.ingest(frame)
    placer.estimator.note(scene.gesture)
    return frame
  }
}

extension PlacementBenchmark {
  /// M24 to M29: the accuracy of the inferred hand.
  func handRows() -> [PlacementReport.Row] {
    var rows = [seedRow()]
    for (kind, target) in [("five", ">= .985"), ("two", ">= .95"), ("three", ">= .90")] {
      let beliefs = beliefs(kinds: [kind], posture: .flatTablet)
      rows.append(
        row("M25 \(kind)", "hand named correctly by \(kind) fingers", target, beliefs.map { $0 > 0.5 ? 1 : 0 }))
    }
    let steep = beliefs(kinds: ["pinch"], posture: .handheld) { $0.azimuthDeg < 20 }
    let desk = beliefs(kinds: ["pinch"], posture: .flatTablet)
    let all = beliefs(kinds: ["tap", "pinch", "two", "three", "five"], posture: .flatTablet)
    var calibration = Calibration()
    for belief in all {
      calibration.add(max(belief, 1 - belief), outcome: belief == 0.5 ? 0.5 : (belief > 0.5 ? 1 : 0))
    }
    return rows + [
      row(
        "M26 decided", "pinch in the hand, azimuth below 20°: named correctly", ">= .95",
        steep.map { $0 > 0.5 ? 1 : 0 }),
      row("M26 wrong", "the same: wrong above .9", "<= .01", steep.map { $0 < 0.1 ? 1 : 0 }),
      row("M27", "pinch on a desk: wrong above .9", "<= .01", desk.map { $0 < 0.1 ? 1 : 0 }),
      row(
        "M28", "calibration error of P(hand), all gestures", "<= .05",
        PlacementFigure(exactly: Calibration.error(of: [calibration]), count: all.count)),
      row(
        "M29 chord", "gestures until a change of hands is seen", "<= 2",
        switches(["two", "three", "five"], .flatTablet)),
      row("M29 pinch", "the same, pinches on a desk (at most 20 tried)", "<= 5", switches(["pinch"], .monitor)),
    ]
  }

  /// The probability of the true hand after one gesture, for poses as left and as right hands, without a prior for either.
  private func beliefs(
    kinds: Set<String>, posture: Posture, where isWanted: (SilhouettePose) -> Bool = { _ in true }
  ) -> [Double] {
    let panel =
      posture == .handheld
      ? PanelModel.phone : PanelModel(name: "desk", size: Size(width: 527, height: 296), posture: posture)
    let chosen = poses.filter(isWanted)
    return HandScene.scenes(of: chosen, kinds: kinds, on: panel, view: .persp, count: 4, left: 0.5, seed: seed &+ 25)
      .map { scene in
        var session = HandSession(PanelSetup(panel: panel.bounds, posture: posture, rightHandPrior: 0.5))
        let right = session.belief(scene)
        return scene.side == .right ? right : 1 - right
      }
  }

  /// The number of left-hand gestures after five right-hand ones until a left hand is more probable.
  private func switches(_ kinds: Set<String>, _ posture: Posture) -> [Double] {
    let panel = PanelModel(name: "desk", size: Size(width: 527, height: 296), posture: posture)
    let chosen = poses.filter { kinds.contains($0.kind) }
    guard !chosen.isEmpty else { return [] }
    var random = SeededGenerator(seed: seed &+ 29)
    return (0..<100).map { _ in
      var session = HandSession(PanelSetup(panel: panel.bounds, posture: posture, rightHandPrior: 0.5))
      func scene(_ side: Handedness) -> HandScene {
        HandScene(
          chosen[Int(random.unit() * Double(chosen.count))], on: panel, at: Point(x: 263, y: 120), side: side,
          view: .persp)
      }
      for _ in 0..<5 { session.perform(scene(.right)) }
      for count in 1...20 {
        var trial = session
        let next = scene(.left)
        if trial.belief(next) < 0.5 { return Double(count) }
        session.perform(next)
      }
      return 20
    }
  }

  /// M24: agreement with the original's rule on random pairs, handheld, with an even prior, where that rule decides.
  private func seedRow() -> PlacementReport.Row {
    var random = SeededGenerator(seed: seed &+ 24)
    let rule = OriginalHandednessRule()
    let panel = Rect(x: 0, y: 0, width: 68, height: 150)
    let environment = PanelSetup(panel: panel, posture: .handheld, rightHandPrior: 0.5)
    var agreed = 0.0
    var answered = 0.0
    for _ in 0..<100_000 {
      let first = Point(x: random.unit() * 68, y: random.unit() * 150)
      let turn = Angle(radians: random.unit() * 2 * .pi)
      let second = first + Vector(angle: turn) * (12 + random.unit() * 95)
      let answer = rule.hand(of: first, and: second)
      guard answer == .left || answer == .right else { continue }
      var estimator = BayesianHandEstimator(environment: environment)
      var frame = TouchFrame()
      frame.append(Touch(id: Touch.ID(rawValue: 1), position: first))
      frame.append(Touch(id: Touch.ID(rawValue: 2), position: second))
      estimator.ingest(frame)
      estimator.note(.pinch)
      answered += 1
      agreed += (estimator.tracks[0].logOdds > 0) == (answer == .right) ? 1 : 0
    }
    return row(
      "M24", "agreement with the original's rule where it decides", "1",
      PlacementFigure(exactly: agreed / answered, count: Int(answered)))
  }
}
