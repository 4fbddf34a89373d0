import ArgumentParser
import Foundation
import OffhandBenchmarks

/// `offhand bench report`: one page, its pictures and the table of targets, from a directory of results.
struct BenchReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Makes one page with pictures of the results in a directory.",
    discussion: """
      Reads what the other benchmarks wrote with --into DIRECTORY, and what scripts/bench added, and writes into the same \
      directory: report.html, the page; targets.svg, latency.svg and timeline.svg, its pictures; targets.md, the targets \
      as a table. What was not measured is left out, and named in the table.
      """)

  @Argument(help: ArgumentHelp("The directory with the results.", valueName: "directory"))
  var directory: String

  func run() throws {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
      throw BenchFault("there is no directory \(directory); benchmarks fill one with --into \(directory)")
    }
    let results = try BenchmarkResults(directory: directory)
    guard results.machine != nil else {
      throw BenchFault("\(directory) holds no results; benchmarks write them with --into \(directory)")
    }
    for (name, svg) in ReportPage.pictures(results) { try write(svg, to: name) }
    try write(TargetTable.markdown(results), to: "targets.md")
    try write(ReportPage.html(results), to: "report.html")
    print("\(directory)/report.html")
  }

  private func write(_ text: String, to name: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    } catch {
      throw BenchFault("cannot write \(directory)/\(name): \(error.localizedDescription)")
    }
  }
}
