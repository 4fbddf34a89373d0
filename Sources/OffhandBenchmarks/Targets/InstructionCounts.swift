/// What `scripts/bench` counted with callgrind: instructions do not depend on how busy the machine is.
public struct InstructionCounts: Codable, Sendable {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-counts"

  /// One pipeline on one workload.
  public struct Row: Codable, Sendable {
    /// Pipeline, workload and what was done with the answers.
    public var name: String
    /// Instructions a frame.
    public var instructions: Double
    /// Allocations in a whole pass.
    public var allocations: Int
  }

  /// Every pipeline on every workload.
  public var rows: [Row]

  /// The row of that name.
  public func row(_ name: String) -> Row? { rows.first { $0.name == name } }
}
