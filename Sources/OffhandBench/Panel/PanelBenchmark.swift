import Offhand
import OffhandBenchmarks
import OffhandPanel
import OffhandTesting

/// Surveys simulated panels by simulated people, and compares what the survey finds with what was planted.
enum PanelBenchmark {
  /// What was planted, and what was found.
  struct Trial {
    var panel: SimulatedPanel
    var findings: PanelFindings
    /// What no setting of the panel says: the largest errors of a still finger and beside lines, and the shortest lift that can be seen.
    var held = 0.0
    var moving = 0.0
    var gap: Double?
  }

  /// A fault, and whether findings name it.
  private struct Fault {
    var name: String
    var plant: (inout SimulatedPanel) -> Void
    var isFound: (PanelFindings, SimulatedPanel) -> Bool
  }

  private static let sizes = [
    Size(width: 140, height: 66), Size(width: 217, height: 136), Size(width: 344, height: 194),
    Size(width: 527, height: 296),
  ]
  /// Between the moment for which a picture is drawn and its presentation, in s; and between pictures.
  private static let (display, refresh) = (0.025, 1.0 / 60)
  private static let limits = try? PanelLimits(values: [
    "held_jitter_mm": 1, "moving_jitter_mm": 1, "rate_hz": 50, "dead_bands": 0, "ghosts": 0,
  ])

  /// The report over `seeds` panels for each figure, as far as it gets while `goesOn`.
  static func report(seeds: Int, while goesOn: () -> Bool) -> PanelReport {
    var report = PanelReport()
    var trials: [Trial] = []
    for (people, ownLag) in [("without a lag of their own", 0.0), ("with one of ± 15 ms", 0.015)] {
      var some: [Trial] = []
      for seed in 0..<UInt64(seeds) where goesOn() {
        var generator = SeededGenerator(seed: 1000 + seed)
        let person = SimulatedPerson(seed: seed, lag: generator.number(-1...1) * ownLag)
        some.append(trial(randomPanel(seed, &generator), person))
      }
      for (name, figure) in [
        ("latency", \PanelFindings.latency), ("by the circle", \.circleLatency), ("by the dot", \.dotLatency),
      ] {
        report.add(
          "\(name), people \(people)", "ms", some.map { trial in trial.error(figure, trial.panel.delay * 1000) },
          target: name == "latency" && ownLag == 0 ? "4" : "-",
          isCovered: some.compactMap { trial in
            trial.findings[keyPath: figure].map { abs($0.value - trial.panel.delay * 1000) <= $0.error }
          })
      }
      trials += some
    }
    report.add("rate", "%", trials.map { $0.error(\.rate, $0.panel.rate, isShare: true) }, target: "10")
    func share(_ name: String, _ figure: KeyPath<PanelFindings, Double?>, _ truth: (Trial) -> Double) {
      report.add(
        name, "%", trials.map { trial in trial.findings[keyPath: figure].map { 100 * ($0 / truth(trial) - 1) } },
        target: "10")
    }
    share("jitter in time", \.rateJitter) { $0.panel.timeNoise * 2.0.squareRoot() * 1000 }
    share("jitter held", \.heldJitter) { $0.held }
    share("jitter moving", \.movingJitter) { $0.moving }
    report.add(
      "separation", "mm", trials.map { trial in trial.findings.separation.map { $0 - trial.panel.mergeDistance } },
      target: "1")
    report.add(
      "lift gap", "reports",
      trials.map { trial in
        trial.gap.flatMap { gap in trial.findings.liftGap.map { ($0 / 1000 - gap) * trial.panel.rate } }
      }, target: "1")
    for seed in 0..<20 where goesOn() {
      let accusations = accusations(soundTrial(UInt64(seed)) { _ in }.findings)
      report.sound += 1
      report.accused += accusations.isEmpty ? 0 : 1
      report.accusations += accusations
    }
    for (seed, fault) in faults.enumerated() where goesOn() {
      let trial = soundTrial(UInt64(seed) + 100, fault.plant)
      let isFound = fault.isFound(trial.findings, trial.panel)
      report.planted += 1
      report.found += isFound ? 1 : 0
      report.faults.append(
        PanelReport.Fault(fault: fault.name, isFound: isFound, accusations: accusations(trial.findings)))
    }
    return report
  }

  private static func randomPanel(_ seed: UInt64, _ generator: inout SeededGenerator) -> SimulatedPanel {
    var panel = SimulatedPanel(seed: seed, size: sizes[Int(seed % 4)])
    panel.rate = [60.0, 90, 120, 180, 240][generator.number(0...4)]
    panel.delay = generator.number(0...0.06)
    panel.timeNoise = generator.number(0.01...0.1) / panel.rate
    panel.noise = generator.number(0.03...0.4)
    panel.mergeDistance = generator.number(14...24)
    panel.liftGap = generator.number(0...0.09)
    return panel
  }

  private static func soundTrial(_ seed: UInt64, _ plant: (inout SimulatedPanel) -> Void) -> Trial {
    var generator = SeededGenerator(seed: 2000 + seed)
    var panel = randomPanel(seed, &generator)
    panel.noise = generator.number(0.02...0.06)
    plant(&panel)
    return trial(panel, SimulatedPerson(seed: 3000 + seed, lag: generator.number(-0.015...0.015)))
  }

  /// Has `person` do the exercises on `panel`.
  static func trial(_ panel: SimulatedPanel, _ person: SimulatedPerson) -> Trial {
    var (panel, person) = (panel, person)
    var survey = PanelSurvey(picture: panel.size, claimed: panel.claimed)
    var trial = Trial(panel: panel, findings: PanelFindings())
    let middle = Rect(origin: .origin, size: panel.size).center
    let reach = 0.8 * min(panel.size.height, 100)
    var now = 10.0
    for exercise in PanelExercise.program(on: panel.size) {
      let seconds = exercise.duration.inSeconds
      survey.begin(exercise, at: Timestamp(seconds: now))
      let motion: SimulatedPerson.Motion
      switch exercise {
      case .circle:
        let size = panel.size
        let disc = { (time: Double) in exercise.disc(after: .seconds(max(0, time - display)), on: size) ?? middle }
        motion = person.follow(disc, for: seconds)
        for picture in 0..<Int(seconds / refresh) {
          let time = Double(picture) * refresh
          survey.noteDisc(at: disc(time), presented: Timestamp(seconds: now + time))
        }
      case .dot:
        motion = person.follow({ middle + Vector(angle: Angle(radians: 2.5 * $0)) * (reach / 3) }, for: seconds)
        for setting in person.settings(of: panel.delay, count: 6) { survey.noteDot(.seconds(setting)) }
      case .hold: motion = person.rest(at: middle, for: seconds)
      case .line(let from, let to): motion = person.draw(from: from, to: to, for: seconds)
      case .taps(let marks): motion = person.tap(marks, for: seconds)
      case .pair: motion = person.pair(around: middle, reach: reach, for: seconds)
      }
      panel.sense(motion, from: now, for: seconds) { survey.record($0) }
      switch exercise {
      case .hold: trial.held = panel.errors.reduce(0) { max($0, $1.length) }
      case .line(let from, let to):
        trial.moving = panel.errors.reduce(trial.moving) { max($0, abs(from.y == to.y ? $1.dy : $1.dx)) }
      case .pair: trial.gap = person.gaps.filter { $0 >= panel.liftGap }.min()
      default: break
      }
      now += seconds + 1
    }
    trial.findings = survey.findings()
    return trial
  }

  /// What the findings hold against a panel.
  static func accusations(_ findings: PanelFindings) -> [String] {
    var accusations = limits?.failures(of: findings) ?? []
    if findings.orientation != .normal {
      accusations.append("orientation \(findings.orientation.map { "\($0)" } ?? "unknown")")
    }
    if let ratio = findings.sizeRatio, max(abs(ratio.dx - 1), abs(ratio.dy - 1)) > 0.05 {
      accusations.append("size \(ratio.dx) by \(ratio.dy)")
    }
    accusations += findings.unreachedEdges.map { "edge \($0)" } + findings.filters.map { "filter \($0)" }.sorted()
    return accusations
  }

  /// The faults; places are shares of the picture.
  private static var faults: [Fault] {
    [(0.2, 8.0), (0.4, 6), (0.6, 12), (0.75, 10)].map { band($0.0, $0.1, .columns) }
      + [(0.3, 7.0), (0.55, 9), (0.7, 12)].map { band($0.0, $0.1, .rows) }
      + [edge(.left, 10), edge(.bottom, 12)] + [(0.8, 0.2), (0.1, 0.8), (0.4, 0.3)].map(ghost) + [0.8, 1.3].map(claim)
      + [OutputTransform.rotated90, .rotated180, .flipped].map(turn) + [slow, trembling]
  }

  private static func band(_ place: Double, _ width: Double, _ axis: PanelBand.Axis) -> Fault {
    func planted(_ panel: SimulatedPanel) -> ClosedRange<Double> {
      let middle = place * (axis == .columns ? panel.size.width : panel.size.height)
      return (middle - width / 2)...(middle + width / 2)
    }
    return Fault(name: "\(TextTable.plain(width)) mm of dead \(axis)") {
      if axis == .columns { $0.deadColumns = [planted($0)] } else { $0.deadRows = [planted($0)] }
    } isFound: { findings, panel in
      guard findings.deadBands.count == 1, findings.deadBands[0].axis == axis else { return false }
      let (found, planted) = (findings.deadBands[0].range, planted(panel))
      return abs(found.lowerBound - planted.lowerBound) < 3 && abs(found.upperBound - planted.upperBound) < 3
    }
  }

  private static func edge(_ edge: ScreenEdge, _ width: Double) -> Fault {
    Fault(name: "\(TextTable.plain(width)) mm dead at the \(edge)") {
      if edge == .left {
        $0.deadColumns = [0...width]
      } else {
        $0.deadRows = [($0.size.height - width)...$0.size.height]
      }
    } isFound: { findings, _ in
      findings.unreachedEdges == [edge]
    }
  }

  private static func ghost(_ x: Double, _ y: Double) -> Fault {
    Fault(name: "ghosts") {
      $0.ghosts = [Point(x: x * $0.size.width, y: y * $0.size.height)]
    } isFound: { findings, panel in
      findings.ghosts.count == 1 && findings.ghosts[0].distance(to: panel.ghosts[0]) < 3
    }
  }

  private static func claim(_ factor: Double) -> Fault {
    Fault(name: "claims \(factor) of its size") {
      $0.claimed = Size(width: $0.size.width * factor, height: $0.size.height * factor)
    } isFound: { findings, _ in
      guard let ratio = findings.sizeRatio else { return false }
      return abs(ratio.dx * factor - 1) < 0.05 && abs(ratio.dy * factor - 1) < 0.05
    }
  }

  private static func turn(_ turn: OutputTransform) -> Fault {
    Fault(name: "reports \(turn)") {
      $0.orientation = turn
      $0.claimed = turn.logical($0.size)
    } isFound: { findings, _ in
      findings.orientation == turn && accusations(findings).count == 1
    }
  }

  private static var slow: Fault {
    Fault(name: "30 reports a second") {
      $0.rate = 30
    } isFound: { findings, _ in
      (findings.rate?.value ?? 99) < 33
    }
  }

  private static var trembling: Fault {
    Fault(name: "jitter") {
      $0.noise = 0.5
    } isFound: { findings, _ in
      (findings.heldJitter ?? 0) > 1 && (findings.movingJitter ?? 0) > 1 && findings.filters.contains(.jitter)
    }
  }
}

extension PanelBenchmark.Trial {
  /// The difference of a figure from `truth`, in its unit or in per cent.
  fileprivate func error(
    _ figure: KeyPath<PanelFindings, PanelFigure?>, _ truth: Double, isShare: Bool = false
  ) -> Double? {
    findings[keyPath: figure].map { isShare ? 100 * ($0.value / truth - 1) : $0.value - truth }
  }
}
