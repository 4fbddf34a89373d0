import FoundationEssentials
import Glibc
import OffhandRecordings

/// What a benchmark found out, as a table for people and as JSON for programs.
///
/// In JSON it is one object with `schema`, `version`, and the report's own fields in snake case; Benchmarks.md says what each
/// means. A figure that could not be had is left out.
public protocol BenchmarkReport: Codable, Sendable {
  /// The name of the schema.
  static var schema: String { get }
  /// The version of the schema: higher where a reader of an older one would misread.
  static var version: Int { get }

  /// On what it was measured.
  var machine: MachineDescription { get }
  /// The report for people.
  var table: String { get }
  /// Its figures, for comparing it with an earlier one.
  var figures: [ReportFigure] { get }
}

extension BenchmarkReport {
  /// The report as one JSON object on one line.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let labelled = LabelledReport(schema: Self.schema, version: Self.version, report: self)
    return try [UInt8](encoder.encode(labelled)) + [UInt8(ascii: "\n")]
  }

  /// Reads a report back. Throws where it is another schema, or another version of it.
  public init(json: [UInt8], file: String) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let label: ReportLabel
    do {
      label = try decoder.decode(ReportLabel.self, from: Data(json))
    } catch {
      throw ReportFault(file: file, reason: "this is no report of a benchmark")
    }
    guard label.schema == Self.schema, label.version == Self.version else {
      throw ReportFault(
        file: file,
        reason: "this is \(label.schema) version \(label.version); wanted is \(Self.schema) version \(Self.version)")
    }
    do {
      self = try decoder.decode(Self.self, from: Data(json))
    } catch {
      throw ReportFault(file: file, reason: "a field is missing or not what it should be")
    }
  }
}

/// A report under its name and version.
private struct LabelledReport<Report: BenchmarkReport>: Encodable {
  var schema: String
  var version: Int
  var report: Report

  private enum Key: String, CodingKey { case schema, version }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(version, forKey: .version)
  }
}

/// Which report a file holds.
public struct ReportLabel: Codable, Sendable, Hashable {
  /// The name of the schema.
  public var schema: String
  /// Its version.
  public var version: Int
}

/// Why a report could not be read: the file and the reason.
public struct ReportFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The reason.
  public var reason: String

  /// `file` could not be read for `reason`.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// One plain line.
  public var description: String { "\(file): \(reason)" }
}

/// One figure of a report under a name that stays the same from run to run.
public struct ReportFigure: Sendable, Hashable {
  /// What it is a figure of.
  public var name: String
  /// The figure.
  public var value: Double

  /// The figure `value` of `name`.
  public init(_ name: String, _ value: Double) {
    self.name = name
    self.value = value
  }
}

extension BenchmarkReport {
  /// This report beside an earlier one, for people: what both have, and how many times as much it is now.
  ///
  /// The two were not measured in turns, so what happened to the machine between them is in the ratios; `--program` and
  /// `--against` measure in turns.
  public func comparison(with earlier: Self) -> String {
    let before = Dictionary(earlier.figures.map { ($0.name, $0.value) }) { first, _ in first }
    var rows = [["figure", "then", "now", "now / then"]]
    for figure in figures {
      guard let then = before[figure.name] else { continue }
      rows.append([
        figure.name, TextTable.plain(then), TextTable.plain(figure.value),
        then > 0 ? TextTable.number(figure.value / then, 3) : "-",
      ])
    }
    var text = "compared with \(earlier.machine.date), not in turns\n"
    if earlier.machine.processor != machine.processor || earlier.machine.build != machine.build {
      text += "another machine or build then: \(earlier.machine.line)"
    }
    return text + (rows.count > 1 ? TextTable.aligned(rows) : "the two have no figure in common\n")
  }
}

/// On what a figure was measured.
public struct MachineDescription: Sendable, Hashable, Codable {
  /// The processor's name.
  public var processor: String
  /// How many processors are online.
  public var processors: Int
  /// What chooses the processor's clock rate; `nil` where the kernel does not say, as in most virtual machines.
  public var governor: String?
  /// System, release and architecture.
  public var system: String
  /// `release`, or `debug`, whose figures mean nothing.
  public var build: String
  /// The load average of the last minute.
  public var load: Double
  /// When, in seconds since 1970.
  public var unixTime: Int
  /// What reading the clock costs, in nanoseconds.
  public var clockCostNs: Int64
  /// How much later than asked the kernel may wake a process, in nanoseconds.
  public var timerSlackNs: Int?

  /// This machine, now.
  public init() {
    let model = MachineDescription.lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }
    processor = model.flatMap { $0.split(separator: ":").last }.map { String($0.drop { $0 == " " }) } ?? "unknown"
    processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    governor = MachineDescription.lines("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").first.map(String.init)
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
    clockCostNs = MonotonicClock.cost()
    timerSlackNs = MachineDescription.lines("/proc/self/timerslack_ns").first.flatMap { Int($0) }
  }

  /// One line for people, and a second one where the figures mean nothing.
  var line: String {
    var text = "\(processor), \(processors) processors, \(system), \(build) build, "
    text += "load \(TextTable.number(load, 1)), clock \(clockCostNs) ns, \(date)\n"
    if build == "debug" { text += "A debug build: 20 to 100 times slower than what anybody runs.\n" }
    return text
  }

  /// The day of the measurement, in the time of the world.
  public var date: String {
    var seconds = unixTime
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }

  private static func lines(_ path: String) -> [Substring] {
    let content = (try? GzipFile.contents(of: path, limit: 1 << 20)) ?? []
    return String(decoding: content, as: UTF8.self).split(separator: "\n")
  }
}
