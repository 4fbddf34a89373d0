import FoundationEssentials

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
