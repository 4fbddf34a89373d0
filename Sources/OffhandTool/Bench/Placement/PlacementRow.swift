import OffhandBenchmarks

/// One row of placement.md §3.1, while it is measured.
struct PlacementRow {
  /// Its name there, with what was varied.
  var id: String
  /// What it measures.
  var title: String
  /// What is to be reached.
  var target: String
  /// The figures by the strategy's name.
  var figures: [(name: String, figure: PlacementFigure)]
}

extension PlacementReport.Row {
  /// The row as it is reported.
  init(_ row: PlacementRow) {
    let figures = row.figures.map { name, figure in
      (name, PlacementReport.Figure(mean: figure.mean, low: figure.low, high: figure.high, count: figure.count))
    }
    self.init(
      row: row.id, what: row.title, target: row.target, figures: Dictionary(figures) { first, _ in first })
  }
}
