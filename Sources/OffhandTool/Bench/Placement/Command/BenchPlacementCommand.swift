import ArgumentParser
import Foundation
import Offhand

/// `offhand bench placement`: every figure of placement.md §3.1 for each strategy.
struct BenchPlacementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "placement",
    abstract: "Measure how much of an overlay hands hide, strategy by strategy.",
    discussion: """
      Sets hands of known silhouettes on panels and asks each strategy where an overlay should stand. The scenes come from a \
      seeded generator and are the same for every strategy. In perspective scenes strategies are told where the eye is, in \
      orthographic ones they are not. Means stand with their 95 % bootstrap intervals.
      """)

  @Option(help: "A file of hand poses; without it shared/hands/fit.json.gz beside the checkout or in $OFFHAND_CORPUS.")
  var hands: String?

  @Option(help: "Which part of the poses; without it all.")
  var split: String?

  @Option(help: "A strategy; may be given several times; without it all.")
  var preset: [PlacementPreset] = []

  @Option(help: "The seed of the scenes.")
  var seed: UInt64 = 1

  @Flag(help: "One JSON object a row.")
  var json = false

  @Option(help: "Draw the worst scenes of each row into this directory, as PNG.")
  var picture: String?

  @Option(
    help: ArgumentHelp(
      "Fit the lengths of a grip (finger, pinch, chord, spread) instead, and print them.", visibility: .hidden))
  var fit: String?

  @Option(help: ArgumentHelp("How many steps to search for.", visibility: .hidden))
  var steps = 1500

  func run() throws {
    let file = hands ?? BenchPlacementCommand.standardHands
    let poses = try SilhouettePose.read(file, split: split)
    if let fit { return try search(fit, poses) }
    let presets = preset.isEmpty ? PlacementPreset.allCases : preset
    let benchmark = PlacementBenchmark(poses: poses, presets: presets, seed: seed)
    let rows =
      benchmark.hiddenRows() + benchmark.regretRows() + [benchmark.learningRow()] + benchmark.shadowRows()
      + benchmark.calmRows() + benchmark.costRows() + benchmark.handRows() + benchmark.guaranteeRows()
      + benchmark.ellipseRows()
    let columns = presets.contains(.standard) ? presets : presets + [.standard]
    let text =
      json
      ? PlacementReport.json(rows, seed: seed, split: split, poses: poses.count)
      : PlacementReport.table(rows, presets: columns)
    FileHandle.standardOutput.write(Data(text.utf8))
    if let picture { try WorstScenes(benchmark).draw(into: picture) }
  }

  private func search(_ grip: String, _ poses: [SilhouettePose]) throws {
    let fit: ShadowFit
    let path: WritableKeyPath<ArticulatedShadow, HandProportions>
    switch grip {
    case "finger": (path, fit) = (\.finger, ShadowFit(poses: poses, kinds: ["tap"], path: \.finger))
    case "pinch": (path, fit) = (\.pinch, ShadowFit(poses: poses, kinds: ["pinch"], path: \.pinch))
    case "chord": (path, fit) = (\.chord, ShadowFit(poses: poses, kinds: ["two", "three"], path: \.chord))
    case "spread": (path, fit) = (\.spread, ShadowFit(poses: poses, kinds: ["five"], path: \.spread))
    default: throw ValidationError("'--fit' wants finger, pinch, chord or spread.")
    }
    let best = fit.search(from: ShadowFit.start, steps: steps, seed: seed) { step, score in
      FileHandle.standardError.write(Data("\(step) \(score)\n".utf8))
    }
    print(fit.source(best[keyPath: path]))
  }

  private static var standardHands: String {
    let corpus = ProcessInfo.processInfo.environment["OFFHAND_CORPUS"] ?? "../shared"
    return "\(corpus)/hands/fit.json.gz"
  }
}
