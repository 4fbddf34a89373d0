/// The results of an input benchmark.
package struct InputReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-input"
  /// The version of the JSON schema.
  package static let version = 2

  /// One input stage on one workload.
  package struct Row: Sendable, Codable {
    /// `drain` (plain C on libinput), `libinput`, `gestures` (libinput and the pipeline) or `evdev`.
    package var stage: String
    /// The workload.
    package var workload: String
    /// Nanoseconds per frame: the fastest round of each start.
    package var nanoseconds: Quantiles
    /// Instructions per frame; `nil` if not counted.
    package var instructions: Double?
    /// Ratio to the plain drain, start by start. That of the drain to itself is the noise floor.
    package var ratio: RatioInterval?

    /// `stage` on `workload`.
    package init(
      stage: String, workload: String, nanoseconds: Quantiles, instructions: Double? = nil, ratio: RatioInterval? = nil
    ) {
      self.stage = stage
      self.workload = workload
      self.nanoseconds = nanoseconds
      self.instructions = instructions
      self.ratio = ratio
    }
  }

  /// The machine that measured it.
  package var machine: MachineDescription
  /// Every stage on every workload.
  package var rows: [Row] = []

  /// An empty report.
  package init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// The report as a text table.
  package var table: String {
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
  package func row(_ stage: String, _ workload: String) -> Row? {
    rows.first { $0.stage == stage && $0.workload == workload }
  }

  /// Every stage on every workload.
  package var figures: [ReportFigure] {
    rows.flatMap { row in
      let counted = row.instructions.map { [ReportFigure("\(row.stage) \(row.workload), instructions", $0)] } ?? []
      return [ReportFigure("\(row.stage) \(row.workload), ns", row.nanoseconds.minimum)] + counted
    }
  }
}

/// The results of a comparison with other libraries, measured alternately.
package struct PeerReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-peers"
  /// The version of the JSON schema.
  package static let version = 2

  /// One peer on one workload.
  package struct Row: Sendable, Codable {
    /// The library, with its version.
    package var peer: String
    /// The part of it that was measured.
    package var what: String
    /// The workload.
    package var workload: String
    /// Nanoseconds per frame of the peer: the median of its starts' fastest passes.
    package var nanoseconds: Double
    /// The same of this package, every event delivered.
    package var ownNanoseconds: Double
    /// Ratio of this package to the peer, start by start.
    package var ratio: RatioInterval
  }

  /// The machine that measured it.
  package var machine: MachineDescription
  /// Every peer on every workload.
  package var rows: [Row] = []
  /// Peers that were not measured, and why.
  package var missing: [String: String] = [:]

  /// An empty report.
  package init(machine: MachineDescription = MachineDescription()) { self.machine = machine }

  /// Adds a peer whose starts took `nanoseconds` a frame, alternating with starts of this package that took `own`.
  package mutating func add(
    _ peer: String, _ what: String, on workload: String, nanoseconds: [Double], own: [Double]
  ) {
    let ratio = RatioInterval(subject: "offhand", baseline: peer, workload: workload, own, nanoseconds)
    rows.append(
      Row(
        peer: peer, what: what, workload: workload, nanoseconds: Quantiles(nanoseconds)?.median ?? 0,
        ownNanoseconds: Quantiles(own)?.median ?? 0, ratio: ratio))
  }

  /// The report as a text table.
  package var table: String {
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
  package var figures: [ReportFigure] {
    rows.compactMap { row in row.ratio.settled.map { ReportFigure("against \(row.peer) \(row.workload)", $0) } }
  }
}
