import OffhandCommandLine
import ArgumentParser
import Foundation
import OffhandBenchmarks

/// The output of a benchmark.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Write the JSON into this directory as well, and percentile files where there are some; 'bench report' reads it.",
      valueName: "directory"))
  var into: String?

  @Option(
    help: ArgumentHelp("Compare with the JSON of an earlier run of the same command.", valueName: "file"))
  var baseline: String?

  /// Throws if a report of this kind could not be written or compared with the baseline, before anything is measured.
  func check<Report: BenchmarkReport>(_: Report.Type) throws {
    if let baseline { _ = try earlier(Report.self, in: baseline) }
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
  func write(_ report: some BenchmarkReport) throws {
    let bytes = try report.json()
    if let into { try file("\(type(of: report).fileName).json", in: into, bytes) }
    var output = StandardOutput()
    if json { try output.write(bytes) } else { try output.write(report.table) }
    if let baseline {
      let text = try comparison(of: report, with: baseline)
      if json { StandardError.write(text) } else { try output.write("\n" + text) }
    }
    try output.flush()
  }

  private func comparison<Report: BenchmarkReport>(of report: Report, with file: String) throws -> String {
    report.comparison(with: try earlier(Report.self, in: file))
  }

  private func earlier<Report: BenchmarkReport>(_: Report.Type, in file: String) throws -> Report {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw BenchFault("cannot read \(file); '--baseline' takes what '--json' or '--into' wrote")
    }
    return try Report(json: [UInt8](data), file: file)
  }

  /// Writes percentile files into the directory if one is given.
  func writePercentiles(_ files: [(name: String, text: String)]) throws {
    guard let into else { return }
    for (name, text) in files { try file(name, in: into, Array(text.utf8)) }
  }

  private func file(_ name: String, in directory: String, _ bytes: [UInt8]) throws {
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    } catch {
      throw BenchFault("cannot write \(directory)/\(name): \(error.localizedDescription)")
    }
  }
}

extension BenchmarkReport {
  /// The name of the report's file in a directory of results, without its extension.
  static var fileName: String { String(schema.drop { $0 != "-" }.dropFirst().drop { $0 != "-" }.dropFirst()) }
}
