import ArgumentParser
import Foundation
import OffhandBenchmarks

/// `offhand bench report`: judges the targets by a directory of results.
struct BenchReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Judge the targets by the results in a directory.",
    discussion: """
      From what the other benchmarks wrote with --into DIRECTORY, and what scripts/bench added, come in the same \
      directory: targets.md, the targets as a table; targets.json, the same for scripts/bench-page.py, which draws it; \
      decisions.csv and compute.csv, the figures of recognizers for a spreadsheet. What was not measured is named in the table.
      """)

  @Argument(help: ArgumentHelp("The directory with the results.", valueName: "directory"))
  var directory: String

  func run() throws {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
      throw BenchFault("there is no directory \(directory); benchmarks fill one with --into \(directory)")
    }
    let results = try BenchmarkResults(directory: directory)
    guard results.machine != nil || results.prediction != nil else {
      throw BenchFault("\(directory) holds no results; benchmarks write them with --into \(directory)")
    }
    try write(TargetTable.markdown(results), to: "targets.md")
    try write(TargetTable.json(results), to: "targets.json")
    if let recognizers = results.recognizers {
      try write(recognizers.decisionsCSV, to: "decisions.csv")
      try write(recognizers.computeCSV, to: "compute.csv")
    }
    print("\(directory)/targets.md")
  }

  private func write(_ text: String, to name: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    } catch {
      throw BenchFault("cannot write \(directory)/\(name): \(error.localizedDescription)")
    }
  }
}

/// `offhand bench repeats`: compares several runs of the benchmarks.
struct BenchRepeatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repeats",
    abstract: "Say how far several runs of the benchmarks are apart.",
    discussion: """
      Of the directories that the runs wrote with --into, it sets side by side what ought to be the same in all of them: \
      instructions, and ratios of medians that were measured in turns. 'scripts/bench --repeat 5' makes five runs and \
      calls this.
      """)

  @Option(help: ArgumentHelp("Fail where a run is further than this from the middle one.", valueName: "percent"))
  var within: Double?

  @Argument(help: ArgumentHelp("The directories, two at least.", valueName: "directory"))
  var directories: [String]

  func validate() throws {
    guard directories.count > 1 else { throw ValidationError("Name at least two directories.") }
    if let within, !(within >= 0) { throw ValidationError("'--within' takes a percentage.") }
  }

  func run() throws {
    for directory in directories where !FileManager.default.fileExists(atPath: directory) {
      throw BenchFault("there is no directory \(directory); benchmarks fill one with --into \(directory)")
    }
    let figures = RepeatedFigure.all(of: try directories.map { try BenchmarkResults(directory: $0) })
    guard !figures.isEmpty else {
      throw BenchFault("\(directories.joined(separator: ", ")) have no figure in common that ought to be the same")
    }
    print(RepeatedFigure.table(figures), terminator: "")
    guard let within else { return }
    let apart = figures.filter { 100 * $0.deviation > within }
    guard apart.isEmpty else {
      throw BenchFault("\(apart.count) of \(figures.count) figures are further than \(within) % from the middle one")
    }
  }
}
