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
      "Write the JSON into this directory as well; scripts/bench-report.py reads it.",
      valueName: "directory"))
  var into: String?

  /// Writes the report that `make` makes, also one that is not whole because it was interrupted; `nil` if nothing was measured.
  func write(_ make: (Interruption) throws -> (any BenchmarkReport)?) throws {
    try check()
    let interruption = try Interruption()
    if let report = try make(interruption) { try write(report) }
    try interruption.end()
  }

  /// Throws if a report could not be written, before anything is measured.
  private func check() throws {
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
  private func write(_ report: some BenchmarkReport) throws {
    let bytes = try report.encoded()
    if let into {
      let path = "\(into)/\(type(of: report).name).json"
      do {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
      } catch {
        throw BenchFault("cannot write \(path): \(error.localizedDescription)")
      }
    }
    var output = StandardOutput()
    if json { try output.write(bytes) } else { try output.write(report.table) }
    try output.flush()
  }
}
