import ArgumentParser
import OffhandBenchmarks
import OffhandCommandLine

/// `offhand bench panel`: how true the figures of `offhand panel` are.
struct BenchPanelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "panel",
    abstract: "Measure how close the figures of 'offhand panel' come to the truth.",
    discussion: """
      Simulated people do the exercises on simulated panels with known delays and faults, in virtual time. The same seeds give the \
      same bytes. What each figure means: Offhand.docc/Benchmarks.md.
      """)

  @Option(help: ArgumentHelp("Panels for each figure.", valueName: "number"))
  var seeds = 60

  @OptionGroup var output: ReportOptions

  func validate() throws {
    guard (1...10_000).contains(seeds) else { throw ValidationError("'--seeds' takes 1 to 10000.") }
  }

  func run() throws {
    try output.write { interruption in PanelBenchmark.report(seeds: seeds) { !interruption.isAsked } }
  }
}

/// The figures of `offhand bench panel`, described in Benchmarks.md.
struct PanelReport: BenchmarkReport {
  static let name = "panel"
  static let version = 2

  /// How far an estimate is from what was planted.
  struct Estimate: Encodable {
    var estimate: String
    var unit: String
    var runs: Int
    var missing: Int
    var p50: Double
    var p95: Double
    var target: String
  }

  var estimates: [Estimate] = []
  var planted = 0
  var found = 0
  var sound = 0
  var accused = 0
  /// What was wrong about sound panels, and about those with faults.
  var mistakes: [String] = []

  /// Adds how far an estimate is from the truth in each of `trials`.
  mutating func add(
    _ estimate: String, _ unit: String, target: String, _ trials: [PanelBenchmark.Trial],
    error: (PanelBenchmark.Trial) -> Double?
  ) {
    let errors = trials.compactMap { error($0).map(abs) }.sorted()
    guard !errors.isEmpty else { return }
    estimates.append(
      Estimate(
        estimate: estimate, unit: unit, runs: trials.count, missing: trials.count - errors.count,
        p50: errors.quantile(0.5).fourPlaces, p95: errors.quantile(0.95).fourPlaces, target: target))
  }
}
