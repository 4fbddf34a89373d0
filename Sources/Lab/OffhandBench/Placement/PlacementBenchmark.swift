import ArgumentParser
import HandPoses
import Offhand
import OffhandBenchmarks
import OffhandCommandLine
import OffhandTesting

/// `offhand bench placement`: the figures of Design/Placing.md "Figures" for each strategy.
struct BenchPlacementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "placement",
    abstract: "Measure how much of an overlay hands hide, strategy by strategy.",
    discussion: """
      Sets hands of known silhouettes on panels and has each strategy position an overlay. The scenes come from a \
      seeded generator and are the same for every strategy. In perspective scenes strategies get the position of the eye, in \
      orthographic ones they do not. Means are printed with their 95 % bootstrap intervals. Control-C ends it and prints what it has.
      """)

  @Option(help: "A file of hand poses; without it shared/hands/fit.json.gz beside the checkout or in $OFFHAND_CORPUS.")
  var hands: String?

  @Option(help: "Which part of the poses; without it all.")
  var split: String?

  @Option(help: "A strategy; may be given several times; without it all.")
  var preset: [PlacementPreset] = []

  @Option(help: "The seed of the scenes.")
  var seed: UInt64 = 1

  @OptionGroup var output: ReportOptions

  func run() throws {
    let poses = try SilhouettePose.read(hands ?? SilhouettePose.standardFile, split: split)
    let presets = preset.isEmpty ? PlacementPreset.allCases : preset
    let benchmark = PlacementBenchmark(poses: poses, presets: presets, seed: seed)
    // Rows with a single figure are about the standard strategy.
    let columns = presets.contains(.standard) ? presets : presets + [.standard]
    try output.write { interruption in
      var report = PlacementReport(
        seed: seed, split: split, poses: poses.count, strategies: columns.map { $0.rawValue })
      for (what, rows) in BenchPlacementCommand.parts where !interruption.isAsked {
        StandardError.write("offhand: \(what)\n")
        report.rows += rows(benchmark)
      }
      report.scenes = benchmark.comparison()
      return report
    }
  }

  private static var parts: [(what: String, rows: (PlacementBenchmark) -> [PlacementReport.Row])] {
    [
      ("how much is hidden", { $0.hiddenRows() }), ("how much more than needed", { $0.regretRows() }),
      ("how much a phone leaves", { $0.phoneRows() }),
      ("how fast the hand is learned", { [$0.learningRow()] }), ("how well shadows fit", { $0.shadowRows() }),
      ("how calm overlays are", { $0.calmRows() }), ("what decisions cost", { $0.costRows() }),
      ("whose hand it is", { $0.handRows() }), ("how people pinch", { $0.peopleRows() }),
    ]
  }
}

/// Measures the rows of Design/Placing.md "Figures".
struct PlacementBenchmark {
  var poses: [SilhouettePose]
  var presets: [PlacementPreset]
  var seed: UInt64

  static let hud = Size(width: 20, height: 9)
  static let popover = Size(width: 45, height: 30)
  static let menu = Size(width: 45, height: 55)
  /// The menu of `Sources/Examples/serve.toml`: three rows, as wide as "Restart the program".
  static let serviceMenu = Size(width: 42, height: 29.4)

  /// A row of hidden fractions: an overlay, the gestures and the panel.
  struct Cell {
    var id: String
    var title: String
    var target: (persp: String, ortho: String)
    var panel: PanelModel
    var kinds: Set<String>
    var size: Size
    var role: OverlayRole
    var left: Double
    var knowledge: Trial.Knowledge
    var isAtFinger: Bool

    init(
      _ id: String, _ title: String, _ target: (persp: String, ortho: String), _ panel: PanelModel,
      _ kinds: Set<String>,
      _ size: Size, _ role: OverlayRole = .hud, left: Double = 0.5, knowing knowledge: Trial.Knowledge = .known,
      isAtFinger: Bool = false
    ) {
      (self.id, self.title, self.target, self.panel, self.kinds) = (id, "hidden, \(title)", target, panel, kinds)
      (self.size, self.role, self.left, self.knowledge) = (size, role, left, knowledge)
      self.isAtFinger = isAtFinger
    }
  }

  static let cells: [Cell] = [
    Cell("M1", "tablet, pinch HUD, hand known", ("<= .05", "<= .10"), .tablet, ["pinch"], hud),
    Cell("M3", "tablet, pinch popover, hand known", ("<= .08", "<= .12"), .tablet, ["pinch"], popover, .popover),
    Cell("M4", "tablet, tap HUD, hand known", ("<= .04", "<= .02"), .tablet, ["tap"], hud),
    Cell("M5", "tablet, tap menu, hand known", ("<= .05", "<= .05"), .tablet, ["tap"], menu, .menu),
    Cell(
      "M6", "tablet, 2-5 fingers, 45x30, hand known", ("<= .02", "<= .02"), .tablet, ["two", "three", "five"], popover),
    Cell("M7", "phone, pinch HUD, hand known", ("<= .12", "-"), .phone, ["pinch"], hud),
    Cell(
      "M8", "tablet, pinch HUD, prior .9, 90/10", ("<= .10", "<= .18"), .tablet, ["pinch"], hud, left: 0.1,
      knowing: .prior(0.9)),
    Cell("M10 tap", "tablet, tap HUD, p = .5", ("<= .12", "-"), .tablet, ["tap"], hud, knowing: .prior(0.5)),
    Cell("M10 pinch", "tablet, pinch HUD, p = .5", ("<= .25", "-"), .tablet, ["pinch"], hud, knowing: .prior(0.5)),
    service("M34 tablet", .tablet), service("M34 monitor", .monitor),
  ]

  /// A menu of the service, requested at the finger.
  private static func service(_ id: String, _ panel: PanelModel) -> Cell {
    Cell(
      id, "\(panel.name), service menu at the finger, 90/10", ("<= .05", "<= .05"), panel, ["tap"], serviceMenu, .menu,
      left: 0.1, knowing: .prior(0.9), isAtFinger: true)
  }

  /// The trials of a cell, the same for every strategy: every pose three times on the panel.
  func trials(_ cell: Cell, _ view: HandScene.View) -> [Trial] {
    HandScene.scenes(
      of: poses, kinds: cell.kinds, on: cell.panel, view: view, count: 3, left: cell.left,
      seed: seed &+ UInt64(view == .persp ? 1 : 2)
    ).map {
      Trial(
        scene: $0, size: cell.size, role: cell.role, knowledge: cell.knowledge,
        anchor: cell.isAtFinger ? $0.contacts.first : nil)
    }
  }

  /// A row with one figure per strategy, the mean of its `values`.
  func row(
    _ id: String, _ title: String, _ target: String, values: (PlacementPreset) -> [Double]
  ) -> PlacementReport.Row {
    let figures = presets.map { ($0.rawValue, PlacementFigure(values($0), seed: seed)) }
    return PlacementReport.Row(
      row: id, target: target, figures: Dictionary(uniqueKeysWithValues: figures), what: title)
  }

  /// A row about the standard strategy alone, with the mean of `values`.
  func row(_ id: String, _ title: String, _ target: String, _ values: [Double]) -> PlacementReport.Row {
    row(id, title, target, PlacementFigure(values, seed: seed))
  }

  /// A row about the standard strategy alone.
  func row(_ id: String, _ title: String, _ target: String, _ figure: PlacementFigure) -> PlacementReport.Row {
    PlacementReport.Row(row: id, target: target, figures: ["standard": figure], what: title)
  }

  /// Hands of `shared/hands/fit.json.gz` for a picture, by their number there, and where their index finger touches the tablet. They were
  /// chosen by eye, because a reader has to see hands; the worst is the first. A selection of the poses has none.
  private static let shown: [(pose: Int, side: Handedness, place: Point)] = [
    (160, .right, Point(x: 95, y: 36)), (353, .left, Point(x: 120, y: 40)), (79, .right, Point(x: 85, y: 32)),
  ]

  /// The hands of `shown` from straight above, each with a zoom level where popovers open and where Offhand puts it.
  func comparison() -> [PlacementReport.Scene] {
    guard poses.count == 800 else { return [] }
    return PlacementBenchmark.shown.map { pose, side, place in
      let scene = HandScene(poses[pose], on: .tablet, at: place, side: side, view: .ortho)
      return self.scene(of: Trial(scene: scene, size: Size(width: 30, height: 14), knowledge: .known))
    }
  }

  private func scene(of trial: Trial) -> PlacementReport.Scene {
    var places: [String: PlacementReport.Scene.Place] = [:]
    for preset in [PlacementPreset.classic, .standard] {
      let outcome = trial.run(preset)
      let rect = outcome.placement.rect
      places[preset.rawValue] = PlacementReport.Scene.Place(
        rect: [rect.minX, rect.minY, rect.width, rect.height], hidden: outcome.hidden)
    }
    let size = trial.scene.panel.size
    return PlacementReport.Scene(
      width: size.width, height: size.height, silhouette: trial.scene.silhouette.rings.map(flat),
      touches: flat(trial.scene.contacts), places: places)
  }

  private func flat(_ points: [Point]) -> [Double] {
    points.flatMap { [$0.x, $0.y] }
  }
}

/// The figures of Design/Placing.md "Figures", for each strategy.
struct PlacementReport: BenchmarkReport {
  static let name = "placement"
  static let version = 3

  struct Row: Encodable {
    /// Its name there, with the parameter that was varied.
    var row: String
    var target: String
    /// By the strategy's name.
    var figures: [String: PlacementFigure]
    var what: String
  }

  var machine = MachineDescription()
  var seed: UInt64
  /// The split of the poses; `nil` for all.
  var split: String?
  var poses: Int
  var strategies: [String]
  var rows: [Row] = []
  /// Some hands with a zoom level where popovers open and where Offhand puts it, for a picture.
  var scenes: [Scene] = []

  /// A panel, the rings of what a hand hides of it and its touches (x0, y0, x1, y1, …), and the places of an overlay by the strategy's
  /// name; millimetres.
  struct Scene: Encodable {
    var width: Double
    var height: Double
    var silhouette: [[Double]]
    var touches: [Double]
    var places: [String: Place]

    struct Place: Encodable {
      /// Its left and upper edge, its width and its height.
      var rect: [Double]
      var hidden: Double
    }
  }
}

/// The mean of a sample with its 95 % bootstrap interval; `nil` of an empty sample.
struct PlacementFigure: Encodable, TableFigure {
  var mean: Double?
  var low: Double?
  var high: Double?
  var count: Int

  /// A figure without an interval.
  init(exactly value: Double, count: Int = 1) {
    (mean, low, high) = value.isFinite ? (value, value, value) : (nil, nil, nil)
    self.count = count
  }

  init(_ sample: [Double], seed: UInt64) {
    count = sample.count
    guard !sample.isEmpty else { return }
    mean = sample.reduce(0, +) / Double(sample.count)
    var random = SeededGenerator(seed: seed)
    (low, high) = Resampling.interval(400) {
      sample.reduce(0) { sum, _ in sum + sample[Int(random.unit() * Double(sample.count))] } / Double(sample.count)
    }
  }

  var text: String {
    guard let mean else { return "-" }
    guard let low, let high, low != high else { return TextTable.plain(mean) }
    return "\(TextTable.plain(mean)) [\(TextTable.plain(low)) \(TextTable.plain(high))]"
  }
}
