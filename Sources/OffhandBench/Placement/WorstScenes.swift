import HandPoses
import Foundation
import Offhand
import OffhandPixman

/// Draws the scenes in which a strategy's overlay is hidden most: silhouette, fingers, the strategy's explanation, and the overlay.
struct WorstScenes {
  /// The number of scenes drawn per row.
  static let count = 3
  /// Pixels per millimetre.
  static let density = 5.0

  private let benchmark: PlacementBenchmark

  init(_ benchmark: PlacementBenchmark) { self.benchmark = benchmark }

  func draw(into directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let renderer = Renderer(fonts: try FontBook())
    for cell in PlacementBenchmark.cells {
      for view in HandScene.View.allCases {
        for preset in benchmark.presets {
          let trials = benchmark.trials(cell, view)
          let judged = trials.map { ($0, $0.run(preset)) }.sorted { $0.1.hidden > $1.1.hidden }
          for (rank, (trial, outcome)) in judged.prefix(WorstScenes.count).enumerated() {
            let name =
              "\(cell.id.replacingOccurrences(of: " ", with: "-"))-\(view.rawValue)-\(preset.rawValue)-\(rank + 1).png"
            try PNGWriter.write(draw(trial, outcome, preset, by: renderer), to: "\(directory)/\(name)")
          }
        }
      }
    }
  }

  private func draw(_ trial: Trial, _ outcome: Trial.Outcome, _ preset: PlacementPreset, by renderer: Renderer)
    -> Bitmap
  {
    let panel = trial.scene.panel
    var list = DisplayList()
    list.fill(panel.bounds, Color(white: 0.95))
    drawSilhouette(trial.scene, into: &list)
    var strategy = preset.strategy(in: trial.environment)
    strategy.ingest(trial.scene.frame())
    _ = strategy.place(trial.request)
    if let strategy = strategy as? any ExplainableStrategy { list.draw(strategy.explanation) }
    list.fill(outcome.rect, Color(red: 0, green: 0.5, blue: 0.2, alpha: 0.5), cornerRadius: 1)
    for place in trial.scene.contacts { list.circle(center: place, radius: 2, Color(red: 0.9, green: 0, blue: 0.2)) }
    drawTruth(of: trial, outcome, into: &list)
    let width = Int(panel.size.width * WorstScenes.density)
    let height = Int(panel.size.height * WorstScenes.density)
    let bitmap = Bitmap(width: width, height: height)
    renderer.draw(list, on: PixelGrid(width: Int32(width), height: Int32(height), size: panel.size), into: bitmap)
    return bitmap
  }

  /// Draws the true figures of the scene at the top or bottom edge, whichever the overlay leaves free.
  private func drawTruth(of trial: Trial, _ outcome: Trial.Outcome, into list: inout DisplayList) {
    let bounds = trial.scene.panel.bounds
    let lines = [
      "truth: \(PercentText.string(outcome.hidden)) hidden, \(Int(outcome.distance.rounded())) mm away",
      "\(trial.scene.side.rawValue) hand, forearm \(Int(trial.scene.azimuth.rounded()))°",
    ]
    let size = Size(width: min(bounds.width - 4, 62), height: 10)
    let places = [bounds.minY + 9, bounds.maxY - 19].map {
      Rect(x: bounds.center.x - size.width / 2, y: $0, width: size.width, height: size.height)
    }
    guard let box = places.first(where: { !$0.intersects(outcome.rect) }) ?? places.first else { return }
    list.fill(box, Color(red: 0.55, green: 0.3, blue: 0.1, alpha: 0.85), cornerRadius: 1)
    for (row, line) in lines.enumerated() {
      list.text(
        line, in: Rect(x: box.minX + 1.5, y: box.minY + Double(row) * 5, width: box.width - 3, height: 5),
        style: TextStyle(size: 3, color: .white))
    }
  }

  /// Draws the silhouette in squares of 1 mm, since it is not convex and a display list has only convex polygons.
  private func drawSilhouette(_ scene: HandScene, into list: inout DisplayList) {
    let size = scene.panel.size
    for row in 0..<Int(size.height) {
      var start: Int?
      for column in 0...Int(size.width) {
        let isHidden =
          column < Int(size.width) && scene.silhouette.hides(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        if isHidden, start == nil { start = column }
        if !isHidden, let first = start {
          list.fill(
            Rect(x: Double(first), y: Double(row), width: Double(column - first), height: 1),
            Color(red: 0.85, green: 0.65, blue: 0.5))
          start = nil
        }
      }
    }
  }
}
