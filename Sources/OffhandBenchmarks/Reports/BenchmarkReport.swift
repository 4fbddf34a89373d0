import FoundationEssentials
import Glibc
import OffhandRecordings

/// The results of a benchmark, as a text table and as JSON.
///
/// The JSON is one object with `schema`, `version` and the report's fields in snake case, documented in Benchmarks.md. Missing figures
/// are omitted.
public protocol BenchmarkReport: Codable, Sendable {
  /// The name of the schema.
  static var schema: String { get }
  /// The version of the schema, increased if a reader of an older version would misread it.
  static var version: Int { get }

  /// Whether figures depend on the machine that measured them; `true` by default.
  static var dependsOnMachine: Bool { get }

  /// The machine that measured it.
  var machine: MachineDescription { get }
  /// The report as a text table.
  var table: String { get }
  /// Its figures, for comparison with an earlier report.
  var figures: [ReportFigure] { get }
}

extension BenchmarkReport {
  /// `true`.
  public static var dependsOnMachine: Bool { true }

  /// The report as one JSON object on one line.
  public func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let labelled = LabelledReport(schema: Self.schema, version: Self.version, report: self)
    return try [UInt8](encoder.encode(labelled)) + [UInt8(ascii: "\n")]
  }

  /// Reads a report. Throws `ReportFault` if it is another schema or version, or incomplete.
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

/// A report with its schema and version.
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

/// The schema and version of a file.
private struct ReportLabel: Decodable {
  var schema: String
  var version: Int
}

/// Why a report cannot be read.
public struct ReportFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// The reason.
  public var reason: String

  /// `file` cannot be read for `reason`.
  public init(file: String, reason: String) {
    self.file = file
    self.reason = reason
  }

  /// One line: the file and the reason.
  public var description: String { "\(file): \(reason)" }
}

/// A figure of a report under a name that is the same in every run.
public struct ReportFigure: Sendable, Hashable {
  /// The name of the figure.
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
  /// A table of the figures of this report and an earlier one: their ratios, each with an interval, and what follows from it.
  ///
  /// The two were not measured alternately, so the ratios contain changes of the machine between them; `--program` and `--against`
  /// measure alternately.
  public func comparison(with earlier: Self) -> String {
    let before = Dictionary(earlier.figures.map { ($0.name, $0.value) }) { first, _ in first }
    var rows = [["figure", "then", "now", "now / then", "interval", "verdict"]]
    for figure in figures {
      guard let then = before[figure.name] else { continue }
      let change = then > 0 ? RunChange(figure.value / then, isExact: !Self.dependsOnMachine) : nil
      rows.append([
        figure.name, TextTable.plain(then), TextTable.plain(figure.value),
        change.map { TextTable.number($0.ratio, 3) } ?? "-",
        change.map { "\(TextTable.number($0.low, 3)) to \(TextTable.number($0.high, 3))" } ?? "-",
        change?.verdict ?? "-",
      ])
    }
    var text = ""
    if Self.dependsOnMachine {
      text = "compared with \(earlier.machine.date), not in turns: intervals are what two runs of one build differ by\n"
      if earlier.machine.processor != machine.processor || earlier.machine.build != machine.build {
        text += "another machine or build then: \(earlier.machine.line)"
      }
    }
    return text + (rows.count > 1 ? TextTable.aligned(rows) : "the two have no figure in common\n")
  }
}

/// The ratio of a cost in two runs.
struct RunChange {
  /// How far two runs of one build on one quiet machine are apart at most: each is within 3 % of the middle one, or `scripts/bench
  /// --repeat` fails.
  static let runNoise = 0.06

  let ratio: Double
  private let isExact: Bool

  /// The change by `ratio`, now to then; `isExact` where the figures depend on no machine.
  init(_ ratio: Double, isExact: Bool) {
    self.ratio = ratio
    self.isExact = isExact
  }

  private var noise: Double { isExact ? 0 : RunChange.runNoise }

  /// The lower end of the interval of the ratio.
  var low: Double { ratio * (1 - noise) }

  /// The upper end.
  var high: Double { ratio * (1 + noise) }

  /// What the interval says. All figures are costs: times, misses, distances, shares that are hidden.
  var verdict: String {
    if high < 1 { return isExact ? "less" : "faster" }
    if low > 1 { return isExact ? "more" : "slower" }
    return "no change"
  }
}

/// The machine, system and build of a measurement.
public struct MachineDescription: Sendable, Hashable, Codable {
  /// The processor's name.
  public var processor: String
  /// The number of processors online.
  public var processors: Int
  /// The governor of the processor's clock rate; `nil` if the kernel names none, as in most virtual machines.
  public var governor: String?
  /// System, release and architecture.
  public var system: String
  /// `release` or `debug`; figures of a debug build are meaningless.
  public var build: String
  /// The load average of the last minute.
  public var load: Double
  /// The time of the measurement, in seconds since 1970.
  public var unixTime: Int
  /// The cost of reading the clock, in ns.
  public var clockCostNs: Int64
  /// The kernel's timer slack of the process, in ns.
  public var timerSlackNs: Int?

  /// Describes this machine.
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
    clockCostNs = BenchmarkClock.cost()
    timerSlackNs = MachineDescription.lines("/proc/self/timerslack_ns").first.flatMap { Int($0) }
  }

  /// One line of text, and a second one if this is a debug build.
  var line: String {
    var text = "\(processor), \(processors) processors, \(system), \(build) build, "
    text += "load \(TextTable.number(load, 1)), clock \(clockCostNs) ns, \(date)\n"
    if build == "debug" { text += "A debug build: 20 to 100 times slower than what anybody runs.\n" }
    return text
  }

  /// The date of the measurement in UTC.
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
