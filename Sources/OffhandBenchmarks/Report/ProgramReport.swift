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
}
