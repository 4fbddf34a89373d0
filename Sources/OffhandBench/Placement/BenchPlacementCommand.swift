import HandPoses
import OffhandCommandLine
import ArgumentParser
import Offhand
import OffhandBenchmarks

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

  /// The parts of the benchmark, in order.
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
