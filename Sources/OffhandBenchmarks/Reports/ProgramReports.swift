/// The results of a drawing benchmark.
package struct DrawingReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-drawing"
  /// The version of the JSON schema.
  package static let version = 3

  /// A scene that was drawn repeatedly.
  package struct Row: Sendable, Codable {
    /// Its name.
    package var scene: String
    /// Device pixels across.
    package var width: Int
    /// Device pixels down.
    package var height: Int
    /// The most threads that drew.
    package var threads: Int
    /// Microseconds per frame.
    package var microseconds: Quantiles
    /// The largest number of damage rectangles per frame; 0 if not counted.
    package var rectangles: Int

    /// `scene` on a surface of a size in device pixels.
    package init(
      scene: String, width: Int, height: Int, threads: Int, microseconds: Quantiles, rectangles: Int
    ) {
      self.scene = scene
      self.width = width
      self.height = height
      self.threads = threads
      self.microseconds = microseconds
      self.rectangles = rectangles
    }
  }

  /// The machine that measured it.
  package var machine: MachineDescription
  /// Drawing alone, into memory.
  package var memory: [Row] = []
  /// Frames of a surface under a compositor, from composing to the last request; empty without a compositor.
  package var surface: [Row] = []
  /// Frames of the board while two hands turn two of its photos, for each policy; `nil` if not measured.
  package var board: [Row]?
  /// The compositor of `surface`.
  package var compositor: String?
  /// Commits before the frame callback of the previous one, under a policy that waits for it.
  package var earlyCommits: Int?

  /// An empty report.
  package init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// The report as a text table.
  package var table: String {
    var rows = [["µs a frame", "pixels", "threads", "min", "p50", "p90", "p99", "max", "rectangles of damage"]]
    for row in memory + surface + (board ?? []) {
      func cell(_ value: Double?) -> String { value.map { TextTable.number($0, 2) } ?? "-" }
      let spread = row.microseconds
      rows.append([
        row.scene, "\(row.width)x\(row.height)", "\(row.threads)", cell(spread.minimum), cell(spread.median),
        cell(spread.p90),
        cell(spread.p99),
        cell(spread.maximum), row.rectangles > 0 ? "\(row.rectangles)" : "-",
      ])
    }
    var text = machine.line + "\n" + TextTable.aligned(rows)
    if let compositor {
      text += "surfaces under \(compositor); commits before the frame callback: \(earlyCommits ?? 0)\n"
    }
    return text
  }

  /// The median of every scene.
  package var figures: [ReportFigure] {
    (memory + surface).map {
      ReportFigure(
        "\($0.scene) \($0.width)x\($0.height), \($0.threads) threads, µs", $0.microseconds.median)
    }
  }
}

/// The results of a benchmark of `offhand serve`.
package struct ServiceReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-service"
  /// The version of the JSON schema.
  package static let version = 1

  /// The machine that measured it.
  package var machine: MachineDescription
  /// The compositor it ran under.
  package var compositor: String
  /// Time in ms from the motion of a pull to its line `began` at a subscriber.
  package var beganMs: Quantiles
  /// Time in ms from the motion of a drag to the program on whose window the finger landed.
  package var programMs: Quantiles
  /// The difference in ms of a pull and the drag before it.
  package var addedMs: Quantiles
  /// The touch events of pulls that reached the program.
  package var eventsBelow: Int

  /// A report.
  package init(
    compositor: String, beganMs: Quantiles, programMs: Quantiles, addedMs: Quantiles, eventsBelow: Int
  ) {
    machine = MachineDescription()
    self.compositor = compositor
    self.beganMs = beganMs
    self.programMs = programMs
    self.addedMs = addedMs
    self.eventsBelow = eventsBelow
  }

  /// The report as a text table.
  package var table: String {
    var rows = [["ms", "min", "p50", "p90", "p99", "max"]]
    for (name, spread) in [
      ("pull to began on the socket", beganMs), ("drag to motion at the program", programMs),
      ("difference, pair by pair", addedMs),
    ] {
      func cell(_ value: Double?) -> String { value.map { TextTable.number($0, 2) } ?? "-" }
      rows.append([
        name, cell(spread.minimum), cell(spread.median), cell(spread.p90), cell(spread.p99), cell(spread.maximum),
      ])
    }
    return machine.line + TextTable.aligned(rows)
      + "\(beganMs.count) pulls under \(compositor); events of them that reached the program below: \(eventsBelow)\n"
  }

  /// The medians.
  package var figures: [ReportFigure] {
    [
      ReportFigure("pull to began, ms", beganMs.median), ReportFigure("drag to motion, ms", programMs.median),
      ReportFigure("added by the service, ms", addedMs.median),
    ]
  }
}

/// The results of a benchmark of a whole program: start, memory, idling.
package struct ProgramReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-program"
  /// The version of the JSON schema.
  package static let version = 2

  /// The machine that measured it.
  package var machine: MachineDescription
  /// The compositor it ran under.
  package var compositor: String
  /// The command line, without the path.
  package var command: String
  /// Time from the start of the process to its first committed frame in ms, one value per start.
  package var startMs: Quantiles
  /// The idle program; `nil` if the benchmark was stopped before.
  package var rest: Rest?

  /// An idle program.
  package struct Rest: Sendable, Codable {
    /// Anonymous memory, in MB.
    package var ownMb: Double
    /// Resident pages of the program's and libraries' files, in MB.
    package var fileMb: Double
    /// Memory shared with the compositor, which is its buffers, in MB.
    package var buffersMb: Double
    /// Wake-ups per second.
    package var wakeups: Double
    /// Time it was observed, in seconds.
    package var seconds: Double

    /// The kernel's figures.
    package init(ownMb: Double, fileMb: Double, buffersMb: Double, wakeups: Double, seconds: Double) {
      self.ownMb = ownMb
      self.fileMb = fileMb
      self.buffersMb = buffersMb
      self.wakeups = wakeups
      self.seconds = seconds
    }

    /// Resident memory without buffers, in MB.
    package var residentMb: Double { ownMb + fileMb }
  }

  /// A report.
  package init(compositor: String, command: String, startMs: Quantiles, rest: Rest?) {
    machine = MachineDescription()
    self.compositor = compositor
    self.command = command
    self.startMs = startMs
    self.rest = rest
  }

  /// The report as a text table.
  package var table: String {
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
  package var figures: [ReportFigure] {
    let resting = rest.map { rest in
      [
        ReportFigure("own memory, MB", rest.ownMb), ReportFigure("memory of files, MB", rest.fileMb),
        ReportFigure("idle, wake-ups a second", rest.wakeups),
      ]
    }
    return [ReportFigure("start, ms", startMs.median)] + (resting ?? [])
  }
}
