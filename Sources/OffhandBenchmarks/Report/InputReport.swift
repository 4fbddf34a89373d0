/// What taking touches in costs, and on what it was measured.
public struct InputReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-input"
  /// The version of the JSON schema.
  public static let version = 1

  /// One way to take touches in, on one workload.
  public struct Row: Sendable, Codable {
    /// `drain` (plain C on libinput), `libinput`, `gestures` (libinput up to answers) or `evdev`.
    public var stage: String
    /// The workload.
    public var workload: String
    /// Nanoseconds a frame: the best of each process.
    public var nanoseconds: Quantiles
    /// Instructions a frame, where they were counted.
    public var instructions: Double?
    /// Against the plain drain, in turns; `nil` for the drain itself.
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
    var cells = [["ns a frame", "workload", "best", "p50", "instructions", "against the drain, 95 %"]]
    for row in rows {
      let ratio = row.ratio.map {
        "\(TextTable.number($0.ratio, 3)), \(TextTable.number($0.low, 3)) to \(TextTable.number($0.high, 3))"
      }
      cells.append([
        row.stage, row.workload, TextTable.number(row.nanoseconds.minimum, 0),
        TextTable.number(row.nanoseconds.median, 0), row.instructions.map { TextTable.number($0, 0) } ?? "-",
        ratio ?? "-",
      ])
    }
    return machine.line + "\n" + TextTable.aligned(cells, words: [1])
  }

  /// The row of `stage` on `workload`.
  public func row(_ stage: String, _ workload: String) -> Row? {
    rows.first { $0.stage == stage && $0.workload == workload }
  }
}
