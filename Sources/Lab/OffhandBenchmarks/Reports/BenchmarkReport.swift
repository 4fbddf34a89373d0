import FoundationEssentials
import Glibc
import OffhandPlatform

/// The results of a benchmark, as text tables and as JSON.
///
/// The JSON is one object with `schema`, `version` and the report's fields in snake case, documented in Benchmarks.md. Missing figures
/// are omitted.
package protocol BenchmarkReport: Encodable, Sendable {
  /// The name of its file; the schema is `offhand-bench-` and this.
  static var name: String { get }
  /// The version of the schema, increased if a reader of an older version would misread it.
  static var version: Int { get }

  /// The report as text tables.
  var table: String { get }
}

extension BenchmarkReport {
  /// The report as one JSON object on one line.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try [UInt8](encoder.encode(LabelledReport(report: self))) + [UInt8(ascii: "\n")]
  }

  /// The fields of the report as text: a table for each list, with the names of the JSON.
  package var table: String { TextTable.text(of: self) }
}

/// A report with its schema.
private struct LabelledReport<Report: BenchmarkReport>: Encodable {
  var report: Report

  private enum Key: String, CodingKey { case schema, version }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("offhand-bench-\(Report.name)", forKey: .schema)
    try container.encode(Report.version, forKey: .version)
  }
}

/// The machine, system and build of a measurement.
package struct MachineDescription: Sendable, Hashable, Codable {
  private var processor: String
  private var processors: Int
  private var system: String
  /// `release` or `debug`; figures of a debug build are meaningless.
  private var build: String
  /// The load average of the last minute.
  private var load: Double
  /// The time of the measurement, in seconds since 1970.
  private var unixTime: Int
  /// The cost of reading the clock.
  private var clockCostNs: Int64

  /// Describes this machine.
  package init() {
    let content = (try? Files.contents(of: "/proc/cpuinfo")) ?? []
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
    let model = lines.first { $0.hasPrefix("model name") }
    processor = model.flatMap { $0.split(separator: ":").last }.map { String($0.drop { $0 == " " }) } ?? "unknown"
    processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    var name = utsname()
    uname(&name)
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    system = "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    var loads = [0.0]
    load = getloadavg(&loads, 1) == 1 ? loads[0] : 0
    unixTime = Glibc.time(nil)
    clockCostNs = BenchmarkClock.cost()
  }

  /// One line of text, and a second one if this is a debug build.
  package var line: String {
    let date = Date(timeIntervalSince1970: Double(unixTime)).formatted(.iso8601.year().month().day())
    var text = "\(processor), \(processors) processors, \(system), \(build) build, "
    text += "load \(TextTable.number(load, 1)), clock \(clockCostNs) ns, \(date)\n"
    if build == "debug" { text += "A debug build: 20 to 100 times slower than what anybody runs.\n" }
    return text
  }
}
