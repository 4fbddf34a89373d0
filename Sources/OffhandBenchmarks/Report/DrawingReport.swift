/// What drawing and committing cost, and on what it was measured.
public struct DrawingReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-drawing"
  /// The version of the JSON schema.
  public static let version = 2

  /// One thing that was drawn again and again.
  public struct Row: Sendable, Codable {
    /// What.
    public var scene: String
    /// Device pixels across.
    public var width: Int
    /// Device pixels down.
    public var height: Int
    /// Microseconds a frame.
    public var microseconds: Quantiles
    /// Rectangles of damage a frame, at most; 0 where they were not counted.
    public var rectangles: Int

    /// `scene`, on a surface of so many pixels.
    public init(scene: String, width: Int, height: Int, microseconds: Quantiles, rectangles: Int) {
      self.scene = scene
      self.width = width
      self.height = height
      self.microseconds = microseconds
      self.rectangles = rectangles
    }
  }

  /// On what it was measured.
  public var machine: MachineDescription
  /// Drawing alone, into memory.
  public var memory: [Row] = []
  /// Frames of a surface under a compositor, from composing to the last request; empty where there is no compositor.
  public var surface: [Row] = []
  /// Frames of the board while two hands turn two of its photos, for each policy; `nil` where it was not asked for.
  public var board: [Row]?
  /// The compositor of `surface`.
  public var compositor: String?
  /// Commits that were made while the compositor had not answered the one before, with a policy that waits for answers.
  public var earlyCommits: Int?

  /// A report in which nothing stands yet.
  public init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// The report for people.
  public var table: String {
    var rows = [["µs a frame", "pixels", "min", "p50", "p90", "p99", "max", "rectangles of damage"]]
    for row in memory + surface + (board ?? []) {
      func cell(_ value: Double?) -> String { value.map { TextTable.number($0, 2) } ?? "-" }
      let spread = row.microseconds
      rows.append([
        row.scene, "\(row.width)x\(row.height)", cell(spread.minimum), cell(spread.median), cell(spread.p90),
        cell(spread.p99),
        cell(spread.maximum), row.rectangles > 0 ? "\(row.rectangles)" : "-",
      ])
    }
    var text = machine.line + "\n" + TextTable.aligned(rows)
    if let compositor { text += "surfaces under \(compositor); commits before an answer: \(earlyCommits ?? 0)\n" }
    return text
  }
}
