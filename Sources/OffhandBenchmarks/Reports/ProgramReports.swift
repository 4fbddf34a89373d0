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

  /// The median of every scene.
  public var figures: [ReportFigure] {
    (memory + surface).map { ReportFigure("\($0.scene) \($0.width)x\($0.height), µs", $0.microseconds.median) }
  }
}

/// How a whole program starts and rests, and on what it was measured.
public struct ProgramReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-program"
  /// The version of the JSON schema.
  public static let version = 2

  /// On what it was measured.
  public var machine: MachineDescription
  /// The compositor it ran under.
  public var compositor: String
  /// The command line, without the path.
  public var command: String
  /// From the start of the process to its first committed frame, in milliseconds, one value a start.
  public var startMs: Quantiles
  /// What it is like while nobody touches; `nil` where the benchmark was stopped before.
  public var rest: Rest?

  /// A program that has come to rest.
  public struct Rest: Sendable, Codable {
    /// Memory that is the program's own besides buffers, in megabytes.
    public var ownMb: Double
    /// Pages of the program's file and of libraries that are in memory, shared with everybody who uses them, in megabytes.
    public var fileMb: Double
    /// Memory that is shared with the compositor: the buffers, in megabytes.
    public var buffersMb: Double
    /// How often it woke, a second.
    public var wakeups: Double
    /// For so many seconds it was watched.
    public var seconds: Double

    /// What the kernel says.
    public init(ownMb: Double, fileMb: Double, buffersMb: Double, wakeups: Double, seconds: Double) {
      self.ownMb = ownMb
      self.fileMb = fileMb
      self.buffersMb = buffersMb
      self.wakeups = wakeups
      self.seconds = seconds
    }

    /// All that is resident besides buffers, in megabytes.
    public var residentMb: Double { ownMb + fileMb }
  }

  /// What was found out.
  public init(compositor: String, command: String, startMs: Quantiles, rest: Rest?) {
    machine = MachineDescription()
    self.compositor = compositor
    self.command = command
    self.startMs = startMs
    self.rest = rest
  }

  /// The report for people.
  public var table: String {
    func number(_ value: Double, _ digits: Int = 1) -> String { TextTable.number(value, digits) }
    var text =
      machine.line + """

        \(command), under \(compositor)
        start to first frame   \(number(startMs.median)) ms, at most \(number(startMs.maximum)) of \(startMs.count)

        """
    if let rest {
      text += """
        resident               \(number(rest.residentMb)) MB besides \(number(rest.buffersMb)) MB of buffers: \
        \(number(rest.ownMb)) MB of its own, \(number(rest.fileMb)) MB of files that others share
        idle                   \(number(rest.wakeups, 2)) wake-ups a second in \(number(rest.seconds, 0)) s

        """
    }
    return text
  }

  /// Start, memory and wake-ups.
  public var figures: [ReportFigure] {
    let resting = rest.map { rest in
      [
        ReportFigure("own memory, MB", rest.ownMb), ReportFigure("memory of files, MB", rest.fileMb),
        ReportFigure("idle, wake-ups a second", rest.wakeups),
      ]
    }
    return [ReportFigure("start, ms", startMs.median)] + (resting ?? [])
  }
}
