import HandPoses
import Offhand
import OffhandTesting

/// Pinches of the poses as they are, and weighed so that their lines between thumb and index finger lie as people's do.
private struct WeighedPinches {
  private let poses: [SilhouettePose]
  /// The sums of the weights up to each pose.
  private let sums: [Double]

  init(_ poses: [SilhouettePose], byPeople: Bool) {
    let pinches = poses.compactMap { pose in pose.pinchLine.map { (pose, $0) } }
    self.poses = pinches.map(\.0)
    var sum = 0.0
    sums = pinches.map { _, line in
      sum += byPeople ? WeighedPinches.weight(of: line, among: pinches.map(\.1)) : 1
      return sum
    }
  }

  /// People's density of a line over that of the poses at the same distance, both smoothed over some 12°.
  private static func weight(of line: PinchLine, among all: [PinchLine]) -> Double {
    let lines =
      PinchLines.all.first { line.distance < $0.distances.upperBound } ?? PinchLines.all[PinchLines.all.count - 1]
    let peers = all.filter {
      $0.distance >= lines.distances.lowerBound
        && ($0.distance < lines.distances.upperBound || lines.distances == PinchLines.all.last?.distances)
    }
    var own = 0.0
    for peer in peers {
      let offset = (peer.angle - line.angle).degrees / 12
      own += 1 / (1 + offset * offset * offset * offset)
    }
    var people = 0.0
    for offset in stride(from: -18.0, through: 18, by: 6) {
      people += lines.density(line.angle + Angle(degrees: offset))
    }
    return own > 0 ? people / own * lines.count : 0
  }

  var isEmpty: Bool { !((sums.last ?? 0) > 0) }

  func draw(_ random: inout SeededGenerator) -> SilhouettePose {
    let place = random.unit() * (sums.last ?? 0)
    return poses[sums.firstIndex { place < $0 } ?? poses.count - 1]
  }
}

/// The line from thumb to index finger of a pinch; its angle from the horizontal, climbing to the right, is 0 to 180°.
private typealias PinchLine = (distance: Double, angle: Angle)

extension SilhouettePose {
  /// `nil` unless the pose is a pinch.
  fileprivate var pinchLine: PinchLine? {
    guard kind == "pinch", let index = touch["ff"], let thumb = touch["th"] else { return nil }
    let line = Vector(dx: index[0] - thumb[0], dy: index[1] - thumb[1])
    return (line.length, Angle(y: abs(line.dy), x: line.dy < 0 ? -line.dx : line.dx))
  }
}

extension PlacementBenchmark {
  /// N34, N39 and N40: what a zoom level beside a pinch loses to the hand, on poses as they are and weighed by people, for either
  /// hand with a prior of .9, in the first and in the third pinch of a person; and the share that was predicted.
  func peopleRows() -> [PlacementReport.Row] {
    var rows: [PlacementReport.Row] = []
    for byPeople in [false, true] {
      let pinches = WeighedPinches(poses, byPeople: byPeople)
      guard !pinches.isEmpty else { continue }
      let name = byPeople ? "people" : "poses"
      for side in [Handedness.right, .left] {
        for earlier in [0, 2] {
          let outcomes = outcomes(pinches, side, after: earlier)
          let target =
            switch (side, earlier) {
            case (.left, 0): byPeople ? "<= .12" : "<= .20"
            case (.left, _): byPeople ? "<= .12" : "-"
            default: "<= .08"
            }
          let title = "hidden, \(earlier == 0 ? "first" : "third") pinch, prior .9, \(side) hand"
          rows.append(row("N39 \(name) \(side) \(earlier + 1)", title, target, outcomes.map(\.hidden)))
        }
      }
      let known = outcomes(pinches, .right, after: 0, knowing: .known)
      rows.append(row("N40 \(name)", "hidden, hand known", "-", known.map(\.hidden)))
      rows.append(
        row("N40 \(name) told", "the same, as predicted", "half to twice", known.map(\.placement.hidden)))
    }
    return rows
  }

  private func outcomes(
    _ pinches: WeighedPinches, _ side: Handedness, after earlier: Int, knowing knowledge: Trial.Knowledge = .prior(0.9)
  ) -> [Trial.Outcome] {
    var random = SeededGenerator(seed: seed &+ 39)
    let panel = PanelModel.tablet
    func scene() -> HandScene? {
      for _ in 0..<80 {
        let place = Point(x: random.unit() * panel.size.width, y: random.unit() * panel.size.height)
        let scene = HandScene(pinches.draw(&random), on: panel, at: place, side: side, view: .persp)
        if scene.isOnPanel { return scene }
      }
      return nil
    }
    return (0..<400).compactMap { _ in
      guard let last = scene() else { return nil }
      let trial = Trial(scene: last, knowledge: knowledge)
      var session = HandSession(trial.environment)
      for _ in 0..<earlier { scene().map { session.perform($0) } }
      return trial.judge(session.begin(last, trial.request))
    }
  }
}
