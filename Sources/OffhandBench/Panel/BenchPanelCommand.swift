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

  @Option(help: ArgumentHelp("Panels and people for each figure.", valueName: "number"))
  var seeds = 30

  @OptionGroup var output: ReportOptions

  func validate() throws {
    guard (1...10_000).contains(seeds) else { throw ValidationError("'--seeds' takes 1 to 10000.") }
  }

  func run() throws {
    try output.write { interruption in PanelBenchmark.report(seeds: seeds) { !interruption.isAsked } }
  }
}
