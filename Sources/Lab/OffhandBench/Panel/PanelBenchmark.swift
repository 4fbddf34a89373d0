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
    /// What no setting of the panel says: the largest errors of a still finger and of one alone on a line, in mm, and the shortest lift
    /// that can be seen, in s.
    var held = 0.0
    var moving = 0.0
    var gap = 0.0
  }

  private static let sizes = [
    Size(width: 140, height: 66), Size(width: 217, height: 136), Size(width: 344, height: 194),
    Size(width: 527, height: 296),
  ]
  private static let limits = try? PanelLimits(values: [
    "held_jitter_mm": 1, "moving_jitter_mm": 1, "rate_hz": 50, "dead_bands": 0, "ghosts": 0,
  ])

  /// The report over `seeds` panels for each figure, as far as it gets while `goesOn`.
  static func report(seeds: Int, while goesOn: () -> Bool) -> PanelReport {
    var report = PanelReport()
    var trials: [Trial] = []
    for seed in 0..<UInt64(seeds) where goesOn() {
      var generator = SeededGenerator(seed: 1000 + seed)
      // With the seed of the panel the person would have the same numbers.
      trials.append(trial(randomPanel(seed, &generator), SimulatedPerson(seed: 5000 + seed)))
    }
    func share(_ value: Double?, _ truth: Double) -> Double? { value.map { 100 * ($0 / truth - 1) } }
    report.add("rate", "%", target: "10", trials) { share($0.findings.rate?.value, $0.panel.rate) }
    report.add("jitter in time", "%", target: "10", trials) {
      share($0.findings.rateJitter, $0.panel.timeNoise * 2.0.squareRoot() * 1000)
    }
    // A hand trembles by a tenth of a millimetre; what a panel adds beneath that is not seen.
    let trembling = trials.filter { $0.panel.noise > 0.1 }
    report.add("jitter held", "%", target: "10", trembling) { share($0.findings.heldJitter, $0.held) }
    report.add("jitter moving", "%", target: "10", trembling) { share($0.findings.movingJitter, $0.moving) }
    report.add("separation", "mm", target: "1", trials) { trial in
      trial.findings.separation.map { $0 - trial.panel.mergeDistance }
    }
    report.add("lift gap", "reports", target: "1", trials) { trial in
      trial.findings.liftGap.map { ($0 / 1000 - trial.gap) * trial.panel.rate }
    }
    for seed in 0..<UInt64(20) where goesOn() {
      let trial = faultTrial(seed) { _ in }
      let mistakes = trial.mistakes + (limits?.failures(of: trial.findings) ?? [])
      report.sound += 1
      report.accused += mistakes.isEmpty ? 0 : 1
      report.mistakes += mistakes
    }
    for (seed, fault) in faults.enumerated() where goesOn() {
      let mistakes = faultTrial(UInt64(seed) + 100, fault.plant).mistakes
      report.planted += 1
      report.found += mistakes.isEmpty ? 1 : 0
      report.mistakes += mistakes.map { "\(fault.name): \($0)" }
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

  /// A trial of a panel without faults but those that `plant` adds.
  private static func faultTrial(_ seed: UInt64, _ plant: (inout SimulatedPanel) -> Void) -> Trial {
    var generator = SeededGenerator(seed: 2000 + seed)
    var panel = randomPanel(seed, &generator)
    panel.noise = generator.number(0.02...0.06)
    plant(&panel)
    return trial(panel, SimulatedPerson(seed: 3000 + seed))
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
      // Latency is not judged here: a simulated person sees neither disc nor dot.
      case .circle, .dot:
        let turn = person.number(3...6)
        let radius = PanelExercise.radius(on: panel.size)
        motion = person.follow({ middle + Vector(angle: Angle(radians: turn * $0)) * radius }, for: seconds)
      case .hold: motion = person.rest(at: middle, for: seconds)
      case .line(let from, let to): motion = person.draw(from: from, to: to, for: seconds)
      case .taps(let marks): motion = person.tap(marks, for: seconds)
      case .pair: motion = person.pair(around: middle, reach: reach, for: seconds)
      }
      panel.sense(motion, from: now, for: seconds) { survey.record($0) }
      switch exercise {
      case .hold: trial.held = panel.errors.reduce(0) { max($0, $1.length) }
      case .line(let from, let to):
        guard panel.mostContacts < 2 else { break }
        trial.moving = panel.errors.reduce(trial.moving) { max($0, abs(from.y == to.y ? $1.dy : $1.dx)) }
      case .pair: trial.gap = person.gaps.filter { $0 >= panel.liftGap }.min() ?? 0
      default: break
      }
      now += seconds + 1
    }
    trial.findings = survey.findings()
    return trial
  }

  /// Twenty faults; places are shares of the picture.
  private static var faults: [(name: String, plant: (inout SimulatedPanel) -> Void)] {
    func band(_ place: Double, _ width: Double, isColumns: Bool) -> (String, (inout SimulatedPanel) -> Void) {
      (
        "\(width) mm of dead \(isColumns ? "columns" : "rows")",
        {
          let middle = place * (isColumns ? $0.size.width : $0.size.height)
          $0.deadBand = (isColumns, (middle - width / 2)...(middle + width / 2))
        }
      )
    }
    return [(0.2, 8.0), (0.4, 6), (0.6, 12), (0.75, 10)].map { band($0.0, $0.1, isColumns: true) }
      + [(0.3, 7.0), (0.55, 9), (0.7, 12)].map { band($0.0, $0.1, isColumns: false) }
      + [(ScreenEdge.left, 10.0), (.bottom, 12)].map { edge in ("a dead edge", { $0.deadEdge = edge }) }
      + [(0.8, 0.2), (0.1, 0.8), (0.4, 0.3)].map { x, y in
        ("ghosts", { $0.ghosts = [Point(x: x * $0.size.width, y: y * $0.size.height)] })
      }
      + [0.8, 1.3].map { factor in
        ("a wrong size", { $0.claimed = Size(width: $0.size.width * factor, height: $0.size.height * factor) })
      }
      + [OutputTransform.rotated90, .rotated180, .flipped].map { turn in
        ("\(turn)", { ($0.orientation, $0.claimed) = (turn, turn.logical($0.size)) })
      }
      + [
        ("a panel beyond the picture", { $0.scale = 0.85 }), ("30 reports a second", { $0.rate = 30 }),
        ("jitter", { $0.noise = 0.5 }),
      ]
  }
}

extension PanelBenchmark.Trial {
  /// In what the findings differ from the panel.
  var mistakes: [String] {
    let sides = panel.orientation.logical(panel.size)
    let claimed = panel.claimed ?? sides
    let ratio = Vector(dx: sides.width / claimed.width, dy: sides.height / claimed.height) / panel.scale
    let bands = panel.deadBand.map { [$0] } ?? []
    let checks: [(name: String, holds: Bool)] = [
      ("orientation", findings.orientation == panel.orientation),
      ("size", findings.sizeRatio.map { max(abs($0.dx - ratio.dx), abs($0.dy - ratio.dy)) < 0.03 } ?? false),
      ("edges", findings.unreachedEdges == (panel.deadEdge.map { [$0.edge] } ?? [])),
      (
        "bands",
        findings.deadBands?.count == bands.count
          && zip(findings.deadBands ?? [], bands).allSatisfy { found, planted in
            (found.axis == .columns) == planted.isColumns
              && abs(found.range.lowerBound - planted.range.lowerBound) < 3
              && abs(found.range.upperBound - planted.range.upperBound) < 3
          }
      ),
      (
        "ghosts",
        findings.ghosts?.count == panel.ghosts.count
          && zip(findings.ghosts ?? [], panel.ghosts).allSatisfy { $0.distance(to: $1) < 3 }
      ),
      ("rate", findings.rate.map { abs($0.value / panel.rate - 1) < 0.1 } ?? false),
      ("filters", findings.filters == (panel.noise > 0.1 ? [.noise, .jitter] : [])),
    ]
    return checks.filter { !$0.holds }.map(\.name)
  }
}
