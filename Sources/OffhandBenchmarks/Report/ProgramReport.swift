/// How a whole program starts and rests, and on what it was measured.
public struct ProgramReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-program"
  /// The version of the JSON schema.
  public static let version = 1

  /// On what it was measured.
  public var machine: MachineDescription
  /// The compositor it ran under.
  public var compositor: String
  /// The command line, without the path.
  public var command: String
  /// From the start of the process to its first committed frame, in milliseconds, one value a start.
  public var startMs: Quantiles
  /// Memory that is the program's own besides buffers, in megabytes.
  public var residentOwnMb: Double
  /// Pages of the program's file and of libraries that are in memory, shared with everybody who uses them, in megabytes.
  public var residentFileMb: Double
  /// Memory that is shared with the compositor: the buffers, in megabytes.
  public var buffersMb: Double
  /// How often it woke while nobody touched, a second.
  public var idleWakeups: Double
  /// For so many seconds nobody touched.
  public var idleSeconds: Double

  /// What was found out.
  public init(
    compositor: String, command: String, startMs: Quantiles, residentOwnMb: Double, residentFileMb: Double,
    buffersMb: Double, idleWakeups: Double, idleSeconds: Double
  ) {
    machine = MachineDescription()
    self.compositor = compositor
    self.command = command
    self.startMs = startMs
    self.residentOwnMb = residentOwnMb
    self.residentFileMb = residentFileMb
    self.buffersMb = buffersMb
    self.idleWakeups = idleWakeups
    self.idleSeconds = idleSeconds
  }

  /// The report for people.
  public var table: String {
    func number(_ value: Double, _ digits: Int = 1) -> String { TextTable.number(value, digits) }
    return machine.line + """

      \(command), under \(compositor)
      start to first frame   \(number(startMs.median)) ms, at most \(number(startMs.maximum)) of \(startMs.count)
      resident               \(number(residentOwnMb)) MB own, \(number(residentFileMb)) MB of files, \
      \(number(buffersMb)) MB buffers
      idle                   \(number(idleWakeups, 2)) wake-ups a second in \(number(idleSeconds, 0)) s

      """
  }
}
