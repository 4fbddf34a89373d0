import ArgumentParser
import Foundation
import OffhandBenchmarks
import OffhandCommandLine

/// The output of a benchmark.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the JSON into this directory as well, and percentile files where there are some; scripts/bench-report.py reads it.",
      valueName: "directory"))
  var into: String?

  /// Throws if a report could not be written, before anything is measured.
  func check() throws {
    guard let into else { return }
    do {
      try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: true)
    } catch {
      throw BenchFault("cannot make the directory \(into) for '--into'")
    }
    guard FileManager.default.isWritableFile(atPath: into) else {
      throw BenchFault("cannot write into \(into), which '--into' names")
    }
  }

  /// Prints `report`, and writes it into the directory if one is given.
  func write<Report: BenchmarkReport>(_ report: Report) throws {
    let bytes = try report.json()
    if let into { try file("\(Report.name).json", in: into, bytes) }
    var output = StandardOutput()
    if json { try output.write(bytes) } else { try output.write(report.table) }
    try output.flush()
  }

  /// Writes percentile files into the directory if one is given.
  func writePercentiles(_ files: [(name: String, text: String)]) throws {
    guard let into else { return }
    for (name, text) in files { try file(name, in: into, Array(text.utf8)) }
  }

  private func file(_ name: String, in directory: String, _ bytes: [UInt8]) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    } catch {
      throw BenchFault("cannot write \(directory)/\(name): \(error.localizedDescription)")
    }
  }
}
