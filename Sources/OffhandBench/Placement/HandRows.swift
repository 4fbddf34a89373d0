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
  /// M25 to M29: the accuracy of the inferred hand.
  func handRows() -> [PlacementReport.Row] {
    func share(
      _ id: String, _ title: String, _ target: String, of beliefs: [Double], where isCounted: (Double) -> Bool
    ) -> PlacementReport.Row {
      row(id, title, target, PlacementFigure(beliefs.map { isCounted($0) ? 1 : 0 }, seed: seed))
    }
    let steep = beliefs(["pinch"], .handheld) { $0.azimuthDeg < 20 }
    return [("five", ">= .985"), ("two", ">= .95"), ("three", ">= .90")].map { kind, target in
      share(
        "M25 \(kind)", "hand named correctly by \(kind) fingers", target, of: beliefs([kind], .flatTablet)
      ) { $0 > 0.5 }
    } + [
      share("M26 decided", "pinch in the hand, azimuth below 20°: named correctly", ">= .95", of: steep) { $0 > 0.5 },
      share("M26 wrong", "the same: wrong above .9", "<= .01", of: steep) { $0 < 0.1 },
      share("M27", "pinch on a desk: wrong above .9", "<= .01", of: beliefs(["pinch"], .flatTablet)) { $0 < 0.1 },
      row(
        "M29 chord", "gestures until a change of hands is seen", "<= 2",
        PlacementFigure(switches(["two", "three", "five"], .flatTablet), seed: seed)),
      row(
        "M29 pinch", "the same, pinches on a desk (at most 20 tried)", "<= 5",
        PlacementFigure(switches(["pinch"], .monitor), seed: seed)),
    ]
  }

  /// The probability of the true hand after one gesture, for poses as left and as right hands.
  private func beliefs(
    _ kinds: Set<String>, _ posture: Posture, where isWanted: (SilhouettePose) -> Bool = { _ in true }
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
}
