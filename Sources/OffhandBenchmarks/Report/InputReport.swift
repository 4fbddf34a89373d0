/// What taking touches in costs, and on what it was measured.
public struct InputReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-input"
  /// The version of the JSON schema.
  public static let version = 2

  /// One way to take touches in, on one workload.
  public struct Row: Sendable, Codable {
    /// `drain` (plain C on libinput), `libinput`, `gestures` (libinput up to answers) or `evdev`.
    public var stage: String
    /// The workload.
    public var workload: String
    /// Nanoseconds a frame: the best round of each start.
    public var nanoseconds: Quantiles
    /// Instructions a frame, where they were counted.
    public var instructions: Double?
    /// Against the plain drain, start by start; of the drain that against itself, which is the noise floor.
    public var ratio: RatioInterval?

    /// `stage` on `workload`.
    public init(
      stage: String, workload: String, nanoseconds: Quantiles, instructions: Double? = nil, ratio: RatioInterval? = nil
    ) {
      self.stage = stage
      self.workload = workload
      self.nanoseconds = nanoseconds
      self.instructions = instructions
      self.ratio = ratio
    }
  }

  /// On what it was measured.
  public var machine: MachineDescription
  /// Every stage on every workload.
  public var rows: [Row] = []

  /// A report in which nothing stands yet.
  public init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// The report for people.
  public var table: String {
    var cells = [
      ["ns a frame", "workload", "best", "p50", "instructions", "/ drain", "95 %", "lowest", "highest", "starts"]
    ]
    for row in rows {
      cells.append(
        [
          row.stage, row.workload, TextTable.number(row.nanoseconds.minimum, 0),
          TextTable.number(row.nanoseconds.median, 0), row.instructions.map { TextTable.number($0, 0) } ?? "-",
        ] + (row.ratio.map(TextTable.cells) ?? ["-", "-", "-", "-", "-"]))
    }
    return machine.line + "\n" + TextTable.aligned(cells, words: [1, 6])
  }

  /// The row of `stage` on `workload`.
  public func row(_ stage: String, _ workload: String) -> Row? {
    rows.first { $0.stage == stage && $0.workload == workload }
  }
}
