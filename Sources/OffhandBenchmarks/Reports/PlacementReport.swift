import OffhandRecordings

/// The hidden fraction of overlays and the other figures of Design/Placing.md "Figures", for each strategy.
package struct PlacementReport: BenchmarkReport {
  /// The name of the JSON schema.
  package static let schema = "offhand-bench-placement"
  /// The version of the JSON schema; version 1 had one object per row.
  package static let version = 2

  /// One figure of one strategy: the mean of a sample with its 95 % bootstrap interval.
  package struct Figure: Sendable, Codable, Hashable {
    /// The mean; `nil` if the sample is empty.
    package var mean: Double?
    /// The lower end of the interval.
    package var low: Double?
    /// The upper end of the interval.
    package var high: Double?
    /// The number of values in the sample.
    package var count: Int

    /// A mean and its interval; non-finite values become `nil`.
    package init(mean: Double, low: Double, high: Double, count: Int) {
      self.mean = mean.isFinite ? mean : nil
      self.low = low.isFinite ? low : nil
      self.high = high.isFinite ? high : nil
      self.count = count
    }

    /// The figure as text.
    fileprivate var text: String {
      guard let mean else { return "-" }
      guard let low, let high, low != high else { return Figure.decimal(mean) }
      return "\(Figure.decimal(mean)) [\(Figure.decimal(low)) \(Figure.decimal(high))]"
    }

    private static func decimal(_ value: Double) -> String {
      DecimalText.rounded(value, digits: abs(value) < 10 ? 4 : 1, trimmed: false)
    }
  }

  /// One row of Design/Placing.md "Figures".
  package struct Row: Sendable, Codable, Hashable {
    /// Its name there, with the parameter that was varied.
    package var row: String
    /// The measured quantity.
    package var what: String
    /// The target.
    package var target: String
    /// The figures, by the strategy's name.
    package var figures: [String: Figure]

    /// A row with its figures.
    package init(row: String, what: String, target: String, figures: [String: Figure]) {
      self.row = row
      self.what = what
      self.target = target
      self.figures = figures
    }
  }

  /// The machine that measured it.
  package var machine: MachineDescription
  /// The seed of the scenes.
  package var seed: UInt64
  /// The split of the poses; `nil` for all.
  package var split: String?
  /// The number of poses.
  package var poses: Int
  /// The strategies, in the order of the table's columns.
  package var strategies: [String]
  /// The measured rows.
  package var rows: [Row] = []

  /// An empty report.
  package init(
    machine: MachineDescription = MachineDescription(), seed: UInt64, split: String?, poses: Int, strategies: [String]
  ) {
    self.machine = machine
    self.seed = seed
    self.split = split
    self.poses = poses
    self.strategies = strategies
  }

  /// The report as a text table.
  package var table: String {
    var cells = [["row", "target"] + strategies + ["what"]]
    for row in rows {
      cells.append([row.row, row.target] + strategies.map { row.figures[$0]?.text ?? "" } + [row.what])
    }
    return machine.line + "\n" + TextTable.aligned(cells, words: Set(1...strategies.count + 1))
  }

  /// The mean of every row of every strategy.
  package var figures: [ReportFigure] {
    rows.flatMap { row in
      strategies.compactMap { name in row.figures[name]?.mean.map { ReportFigure("\(row.row) \(name)", $0) } }
    }
  }
}
