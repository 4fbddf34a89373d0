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

  /// Every stage on every workload.
  public var figures: [ReportFigure] {
    rows.flatMap { row in
      let counted = row.instructions.map { [ReportFigure("\(row.stage) \(row.workload), instructions", $0)] } ?? []
      return [ReportFigure("\(row.stage) \(row.workload), ns", row.nanoseconds.minimum)] + counted
    }
  }
}

/// Other libraries on the same workloads, in turns with this one, and on what it was measured.
public struct PeerReport: BenchmarkReport {
  /// The name of the JSON schema.
  public static let schema = "offhand-bench-peers"
  /// The version of the JSON schema.
  public static let version = 2

  /// One peer on one workload.
  public struct Row: Sendable, Codable {
    /// The library, with its version.
    public var peer: String
    /// What of it was measured.
    public var what: String
    /// The workload.
    public var workload: String
    /// Nanoseconds a frame of the peer: the median of its starts, each with its best pass.
    public var nanoseconds: Double
    /// The same of this package, every answer delivered.
    public var ownNanoseconds: Double
    /// This package against the peer, start by start.
    public var ratio: RatioInterval
  }

  /// On what it was measured.
  public var machine: MachineDescription
  /// Every peer on every workload.
  public var rows: [Row] = []
  /// Peers that were not measured, with the reason.
  public var missing: [String: String] = [:]

  /// A report in which nothing stands yet.
  public init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// Adds a peer whose starts took `nanoseconds` a frame, in turns with starts of this package that took `own`.
  public mutating func add(
    _ peer: String, _ what: String, on workload: String, nanoseconds: [Double], own: [Double]
  ) {
    let ratio = RatioInterval(subject: "offhand", baseline: peer, workload: workload, own, nanoseconds)
    rows.append(
      Row(
        peer: peer, what: what, workload: workload, nanoseconds: Quantiles(nanoseconds)?.median ?? 0,
        ownNanoseconds: Quantiles(own)?.median ?? 0, ratio: ratio))
  }

  /// The report for people.
  public var table: String {
    var cells = [["peer", "workload", "its ns", "our ns", "ours / its", "95 %", "lowest", "highest", "starts"]]
    for row in rows {
      cells.append(
        [
          "\(row.peer): \(row.what)", row.workload, TextTable.number(row.nanoseconds, 1),
          TextTable.number(row.ownNanoseconds, 1),
        ] + TextTable.cells(row.ratio))
    }
    let notes = missing.sorted { $0.key < $1.key }.map { "not measured: \($0.key): \($0.value)\n" }
    return machine.line + "\n" + TextTable.aligned(cells, words: [1, 5]) + notes.joined()
  }

  /// This package against every peer.
  public var figures: [ReportFigure] {
    rows.compactMap { row in row.ratio.settled.map { ReportFigure("against \(row.peer) \(row.workload)", $0) } }
  }
}
