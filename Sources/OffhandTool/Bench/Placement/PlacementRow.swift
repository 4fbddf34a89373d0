/// One row of placement.md §3.1.
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
