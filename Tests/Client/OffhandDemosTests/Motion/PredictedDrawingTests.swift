import Offhand
import OffhandTesting
import Testing

@testable import OffhandClient
@testable import OffhandDemos

/// Plays fingers to a view and looks at its pictures as a screen would show them: each drawn some time before it is seen.
private struct PredictedStage<View: TouchView> {
  /// The time from drawing to presentation.
  static var delay: Duration { .milliseconds(25) }

  var view: View
  private var assembler = TouchFrameAssembler()
  private var down: Set<UInt64> = []

  init(_ view: View, _ rule: PredictionRule, environment: ViewEnvironment = .tablet) {
    self.view = view
    var environment = environment
    environment.prediction = rule
    self.view.layout(in: environment)
  }

  /// The picture that is drawn `milliseconds` after the beginning.
  mutating func draw(at milliseconds: Double) -> (frame: FrameTime, list: DisplayList) {
    let now = Timestamp(seconds: 1 + milliseconds / 1000)
    if let due = view.deadline, due <= now { view.advance(to: now) }
    let frame = FrameTime(now: now, presentation: now + PredictedStage.delay)
    var list = DisplayList()
    view.draw(for: frame, into: &list)
    view.didShow(frame)
    return (frame, list)
  }

  /// Plays fingers at 125 Hz from `from` to `until` ms, drawing after each report; `look` gets every picture and the time it is drawn.
  mutating func play(
    from: Int, until: Int, fingers: (Double) -> [UInt64: Point], ended: Set<UInt64> = [],
    look: (FrameTime, DisplayList) -> Void = { _, _ in }
  ) {
    let device = DeviceID(rawValue: 1)
    for time in stride(from: from, to: until, by: 8) {
      let stamp = Timestamp(seconds: 1 + Double(time) / 1000)
      if let due = view.deadline, due <= stamp { view.advance(to: due) }
      for (id, place) in fingers(Double(time)).sorted(by: { $0.key < $1.key }) {
        let isNew = down.insert(id).inserted
        let kind: TouchEvent.Kind = ended.contains(id) ? .up : isNew ? .down(place) : .motion(place)
        if ended.contains(id) { down.remove(id) }
        report(.touch(TouchEvent(device: device, slot: Int32(id), timestamp: stamp, kind: kind)))
      }
      report(.frame(device, stamp))
      let (shown, list) = draw(at: Double(time) + 1)
      look(shown, list)
    }
  }

  private mutating func report(_ event: TouchSourceEvent) {
    var frames: [TouchFrame] = []
    assembler.add(event) { frames.append(copy $0) }
    for frame in frames { view.process(frame) }
  }
}

struct PredictedDrawingTests {
  private typealias Zoom = ZoomView<AnyPipeline, ClassicPlacement>

  private func zoom(_ rule: PredictionRule) -> PredictedStage<Zoom> {
    let environment = ViewEnvironment.tablet
    return PredictedStage(
      Zoom(
        ZoomViewTests.image, gestures: AnyPipeline(ZoomGestures.pipeline()), indices: .standard,
        strategy: ClassicPlacement(environment: PanelSetup(panel: environment.bounds))), rule)
  }

  private func corner(_ list: DisplayList) -> Point {
    ZoomViewTests.picture(in: list).map { $0.1.apply(.origin) } ?? .origin
  }

  /// A finger on a line at 200 mm/s.
  private static func line(_ time: Double) -> Point { Point(x: 40 + time * 0.2, y: 50) }

  @Test func `a picture that a finger drags is drawn where the finger will be`() {
    var corners: [PredictionRule: [Point]] = [:]
    for rule in PredictionRule.allCases {
      var stage = zoom(rule)
      stage.play(from: 0, until: 400, fingers: { [1: Self.line($0)] }) {
        corners[rule, default: []].append(corner($1))
      }
    }
    let (steady, none, resample) = (corners[.steady]!, corners[.none]!, corners[.resample]!)
    // From the report to the presentation 26 ms pass; the difference has settled 80 ms after the drag began.
    for index in 25..<50 {
      #expect(abs(steady[index].x - none[index].x - 5.2) < 0.05)
      #expect(abs(resample[index].x - none[index].x - 0.8) < 0.05)
    }
    // Prediction begins without a jump.
    for (before, after) in zip(steady, steady.dropFirst()) { #expect(after.x - before.x < 3) }
  }

  @Test func `when the finger lifts the picture settles at the measured pose, without a jump`() {
    var (steady, none) = (zoom(.steady), zoom(.none))
    var places: [Double] = []
    for (from, until, lifted) in [(0, 400, []), (400, 408, [1])] as [(Int, Int, Set<UInt64>)] {
      func finger(_ time: Double) -> [UInt64: Point] { [1: Self.line(min(time, 392))] }
      steady.play(from: from, until: until, fingers: finger, ended: lifted) { places.append(corner($1).x) }
      none.play(from: from, until: until, fingers: finger, ended: lifted)
    }
    #expect(steady.view.isAnimating(at: Timestamp(seconds: 1.41)))
    for time in stride(from: 409.0, to: 560, by: 8) { places.append(corner(steady.draw(at: time).list).x) }
    #expect(!steady.view.isAnimating(at: Timestamp(seconds: 1.56)))
    let rest = corner(none.draw(at: 560).list).x
    #expect(abs((places.last ?? 0) - rest) < 1e-9)
    // 5 mm ahead, and ever nearer. The step at the lift itself is that of a frame.
    let lift = places.index(places.startIndex, offsetBy: 50)
    #expect(places[lift] - rest > 3)
    for (before, after) in zip(places[lift...], places[(lift + 1)...]) {
      #expect(after <= before + 1e-9 && before - after < 1.1)
    }
    for (before, after) in zip(places, places.dropFirst()) { #expect(abs(after - before) < 3) }
  }

  @Test func `a finger that catches a settling picture stops it where it is drawn`() {
    var stage = zoom(.steady)
    stage.play(from: 0, until: 400, fingers: { [1: Self.line($0)] })
    stage.play(from: 400, until: 408, fingers: { _ in [1: Self.line(392)] }, ended: [1])
    let before = corner(stage.draw(at: 420).list).x
    var caught: [Double] = []
    stage.play(from: 424, until: 500, fingers: { _ in [2: Point(x: 130, y: 50)] }) {
      caught.append(corner($1).x)
    }
    for place in caught { #expect(abs(place - before) < 0.01) }
  }

  @Test func `a second finger joins and leaves without a jump`() {
    var stage = zoom(.steady)
    var places: [Double] = []
    func two(_ time: Double) -> [UInt64: Point] { [1: Self.line(time), 2: Point(x: 60 + time * 0.05, y: 80)] }
    stage.play(from: 0, until: 200, fingers: { [1: Self.line($0)] }) { places.append(corner($1).x) }
    stage.play(from: 200, until: 208, fingers: two) { places.append(corner($1).x) }
    stage.play(from: 208, until: 400, fingers: two) { places.append(corner($1).x) }
    stage.play(from: 400, until: 408, fingers: { two($0).merging([2: Point(x: 80, y: 80)]) { $1 } }, ended: [2]) {
      places.append(corner($1).x)
    }
    stage.play(from: 408, until: 500, fingers: { [1: Self.line($0)] }) { places.append(corner($1).x) }
    for (number, (before, after)) in zip(places, places.dropFirst()).enumerated() {
      #expect(abs(after - before) < 4.5, "from \(before) to \(after) at report \(number)")
    }
  }

  @Test func `a pinched picture is drawn as large as the fingers will make it`() throws {
    func spread(_ time: Double) -> [UInt64: Point] {
      [1: Point(x: 90 - time * 0.1, y: 50), 2: Point(x: 110 + time * 0.1, y: 50)]
    }
    var scales: [PredictionRule: Double] = [:]
    for rule in [PredictionRule.steady, .none] {
      var stage = zoom(rule)
      stage.play(from: 0, until: 400, fingers: spread) { scales[rule] = ZoomViewTests.picture(in: $1)?.1.scale }
    }
    let (steady, none) = (try #require(scales[.steady]), try #require(scales[.none]))
    // The last report is of 392 ms, the presentation at 418.
    #expect(abs(steady / none - (20 + 0.2 * 418) / (20 + 0.2 * 392)) < 0.002)
  }

  @Test func `a picture at its largest does not shiver while fingers spread further`() {
    var stage = zoom(.steady)
    var scales: [Double] = []
    func spread(_ time: Double) -> [UInt64: Point] {
      let span = min(0.4 * _expGrowth(time), 90)
      return [1: Point(x: 100 - span, y: 50), 2: Point(x: 100 + span, y: 50)]
    }
    // Three spreads reach the limit of 64 times.
    for round in 0..<3 {
      let start = round * 1000
      stage.play(from: start, until: start + 800, fingers: { spread($0 - Double(start)) }) { _, list in
        scales.append(ZoomViewTests.picture(in: list)?.1.scale ?? 0)
      }
      stage.play(from: start + 800, until: start + 808, fingers: { spread($0 - Double(start)) }, ended: [1, 2])
    }
    let largest = scales.max() ?? 0
    let atLimit = scales.drop { $0 < largest - 1e-9 }
    #expect(atLimit.count > 20 && scales[0] < largest / 50)
    for scale in atLimit { #expect(abs(scale - largest) < 1e-9 * largest) }
  }

  /// The half distance of spreading fingers in relation to the first, `time` ms after they landed.
  private func _expGrowth(_ time: Double) -> Double { 12 * (1 + time / 40) }

  @Test func `a panel that falls silent lets the picture go back to the finger, and then nothing is drawn any more`() {
    var stage = zoom(.steady)
    stage.play(from: 0, until: 400, fingers: { [1: Self.line($0)] })
    let measured = zoom(.none)
    var other = measured
    other.play(from: 0, until: 400, fingers: { [1: Self.line($0)] })
    #expect(stage.view.isAnimating(at: Timestamp(seconds: 1.400)))
    for time in [405.0, 413, 421, 429] { _ = stage.draw(at: time) }
    #expect(abs(corner(stage.draw(at: 500).list).x - corner(other.draw(at: 500).list).x) < 1e-9)
    #expect(!stage.view.isAnimating(at: Timestamp(seconds: 1.500)))
    #expect(!other.view.isAnimating(at: Timestamp(seconds: 1.405)))
  }

  @Test func `rings are drawn at predicted positions, with a thin end of the trail`() throws {
    for rule in [PredictionRule.steady, .none] {
      let environment = ViewEnvironment.tablet
      var stage = PredictedStage(
        TouchMonitorView(strategy: ClassicPlacement(environment: PanelSetup(panel: environment.bounds))) { _ in
          AnyPipeline(Pipeline { PanGestureRecognizer() })
        }, rule)
      var last = DisplayList()
      stage.play(from: 0, until: 400, fingers: { [1: Self.line($0)] }) { last = $1 }
      let rings = last.commands.compactMap { if case .stroke(let box, _, 0.6, _) = $0 { box.center } else { nil } }
      let ring = try #require(rings.last)
      let measured = Self.line(392).x
      #expect(abs(ring.x - measured - (rule == .steady ? 5.2 : 0)) < 0.05)
      let thin = last.commands.contains {
        if case .capsule(_, let radius, let head, _, _) = $0 {
          head.distance(to: ring) < 1e-6 && radius < 0.6
        } else {
          false
        }
      }
      #expect(thin == (rule == .steady))
      // After the lift the ring settles where the finger was.
      stage.play(from: 400, until: 408, fingers: { _ in [1: Self.line(392)] }, ended: [1])
      var places: [Double] = []
      for time in stride(from: 401.0, to: 520, by: 8) {
        let list = stage.draw(at: time).list
        let ring = list.commands.compactMap { if case .stroke(let box, _, 0.6, _) = $0 { box.center.x } else { nil } }
          .last
        places.append(try #require(ring))
      }
      #expect(abs((places.last ?? 0) - measured) < 1e-9)
      if rule == .steady { #expect(places[0] - measured > 3) }
      for (before, after) in zip(places, places.dropFirst()) { #expect(after <= before + 1e-9 && before - after < 1.3) }
    }
  }

  @Test func `a drawer is pulled and let go where it is drawn`() throws {
    var stage = PredictedStage(
      TrayView(indices: .standard) { AnyPipeline(TrayGestures.pipeline(in: $0)) }, .steady)
    // The right edge of the drawer: that of the largest upright fill at the left.
    func edge(_ list: DisplayList) -> Double {
      list.commands.reduce(0.0) { edge, command in
        if case .fill(let rect, _, _) = command, rect.minX < 0, rect.height > 80 { max(edge, rect.maxX) } else { edge }
      }
    }
    var edges: [Double] = []
    func pull(_ time: Double) -> [UInt64: Point] { [1: Point(x: 0.5 + time * 0.2, y: 50)] }
    stage.play(from: 0, until: 240, fingers: pull) { edges.append(edge($1)) }
    let measured = stage.view.drawer.position(at: Timestamp(seconds: 1.24))
    #expect(abs((edges.last ?? 0) - measured - 5.2) < 0.3)
    stage.play(from: 240, until: 248, fingers: { _ in pull(232) }, ended: [1]) { edges.append(edge($1)) }
    for time in stride(from: 249.0, to: 400, by: 8) { edges.append(edge(stage.draw(at: time).list)) }
    for (before, after) in zip(edges.drop { $0 == 0 }, edges.drop { $0 == 0 }.dropFirst()) {
      #expect(after > before - 0.7 && after - before < 6, "from \(before) to \(after)")
    }
  }

  @Test func `a photo is thrown from where it is drawn`() throws {
    let environment = BoardViewTests.environment()
    let view = BoardViewTests.table(1, by: ClassicPlacement(environment: PanelSetup(panel: environment.bounds)))
    let place = try #require(view.photos.first?.held.pose(at: .zero).center)
    var stage = PredictedStage(view, .steady, environment: environment)
    var places: [Double] = []
    func center(_ list: DisplayList) -> Double {
      let (size, map, _) = ZoomViewTests.picture(in: list) ?? (.zero, .identity, .fast)
      return map.apply(Point(x: size.width / 2, y: size.height / 2)).x
    }
    func finger(_ time: Double) -> [UInt64: Point] { [1: place + Vector(dx: time * 0.2, dy: 0)] }
    stage.play(from: 0, until: 400, fingers: finger) { places.append(center($1)) }
    let measured = try #require(stage.view.photos.first?.held.pose.center.x)
    #expect(abs((places.last ?? 0) - measured - 5.2) < 0.3)
    stage.play(from: 400, until: 408, fingers: { _ in finger(392) }, ended: [1]) { places.append(center($1)) }
    for time in stride(from: 409.0, to: 700, by: 8) { places.append(center(stage.draw(at: time).list)) }
    // It glides on at the speed of the finger, 1.6 mm a report, and slows down: no jump and no way back.
    for (before, after) in zip(places[20...], places[21...]) { #expect(after >= before - 1e-6 && after - before < 2.2) }
    #expect(places[60] - places[52] > 8)
  }

  /// Writes every event down.
  struct WitnessedGestures<Base: GesturePipeline>: PipelineLayer {
    final class Log: @unchecked Sendable {
      var lines: [String] = []
    }

    var base: Base
    let log: Log

    mutating func process(_ frame: borrowing TouchFrame) {
      base.process(frame)
      note()
    }

    mutating func advance(to time: Timestamp) {
      base.advance(to: time)
      note()
    }

    private func note() { for event in base.events { log.lines.append("\(event)") } }
  }

  @Test func `the events of all views are the same with every rule`() {
    var logs: [PredictionRule: [String]] = [:]
    for rule in PredictionRule.allCases {
      for seed in UInt64(0)..<6 {
        let log = WitnessedGestures<AnyPipeline>.Log()
        func witnessed(_ base: any GesturePipeline) -> WitnessedGestures<AnyPipeline> {
          WitnessedGestures(base: AnyPipeline(base), log: log)
        }
        let strategy = ClassicPlacement(environment: PanelSetup(panel: ViewEnvironment.tablet.bounds))
        switch seed % 3 {
        case 0:
          Self.play(
            ZoomView(
              ZoomViewTests.image, gestures: witnessed(ZoomGestures.pipeline()), indices: .standard, strategy: strategy),
            rule, seed: seed)
        case 1: Self.play(TrayView(indices: .standard) { witnessed(TrayGestures.pipeline(in: $0)) }, rule, seed: seed)
        default:
          Self.play(
            TouchMonitorView(strategy: strategy) { _ in witnessed(Pipeline { PanGestureRecognizer() }) }, rule,
            seed: seed)
        }
        logs[rule, default: []] += log.lines
      }
    }
    #expect((logs[.none]?.count ?? 0) > 500)
    #expect(logs[.steady] == logs[.none])
    #expect(logs[.resample] == logs[.none])
  }

  /// Plays random touches, and draws after each frame of them.
  private static func play(_ view: some TouchView, _ rule: PredictionRule, seed: UInt64) {
    var stage = PredictedStage(view, rule)
    var random = RandomTouches(seed: 70 + seed)
    var assembler = TouchFrameAssembler()
    Script(steps: random.sequence(reports: 300)).forEachFrame(assembler: &assembler) { frame in
      while let due = stage.view.deadline, due < frame.timestamp { stage.view.advance(to: due) }
      stage.view.process(frame)
      let shown = FrameTime(now: frame.timestamp, presentation: frame.timestamp + .milliseconds(25))
      var list = DisplayList()
      stage.view.draw(for: shown, into: &list)
      stage.view.didShow(shown)
    }
  }
}
