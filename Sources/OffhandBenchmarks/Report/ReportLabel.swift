/// Which report a file holds.
public struct ReportLabel: Codable, Sendable, Hashable {
  /// The name of the schema.
  public var schema: String
  /// Its version.
  public var version: Int
}
