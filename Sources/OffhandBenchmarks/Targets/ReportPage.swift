import Glibc

/// The page that shows all results of a directory.
package enum ReportPage {
  /// The pictures of `results`, with their file names.
  package static func pictures(_ results: BenchmarkResults) -> [(name: String, svg: String)] {
    var pictures: [(name: String, svg: String)] = []
    if let targets = TargetsPicture.svg(results) { pictures.append(("targets.svg", targets)) }
    if let decisions = results.recognizers.flatMap(DecisionsPicture.svg) {
      pictures.append(("decisions.svg", decisions))
    }
    if let curves = results.latency.flatMap(LatencyCurvesPicture.svg) { pictures.append(("latency.svg", curves)) }
    if let timeline = results.latency.flatMap(LatencyTimelinePicture.svg) {
      pictures.append(("timeline.svg", timeline))
    }
    return pictures
  }

  /// The page as HTML, with its pictures.
  package static func html(_ results: BenchmarkResults) -> String {
    let pictures = pictures(results).map { "<figure>\n\($0.svg)</figure>" }.joined(separator: "\n")
    let tables: [(String, String?)] = [
      ("Recognizers", results.recognizers?.table), ("Latency", results.latency?.table),
      ("Input", results.input?.table), ("Drawing", results.drawing?.table), ("A whole program", results.program?.table),
      ("The service", results.service?.table), ("Placement", results.placement?.table),
      ("Prediction", results.prediction?.table), ("Peers", results.peers?.table),
    ]
    let sections = tables.compactMap { title, table in
      table.map { "<h2>\(title)</h2>\n<pre>\(SVGPicture.escaped($0))</pre>" }
    }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Offhand, measured</title>
      <style>
      body { margin: 40px auto; max-width: 980px; padding: 0 20px; color: \(PictureStyle.ink);
        font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
      h1 { font-size: 26px; } h2 { font-size: 19px; margin-top: 40px; }
      figure { margin: 24px 0; overflow-x: auto; }
      pre { background: \(PictureStyle.ground); border: 1px solid \(PictureStyle.rule); border-radius: 8px;
        padding: 14px 16px; overflow-x: auto; font: 12px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
      </style>
      </head>
      <body>
      <h1>Offhand, measured</h1>
      <p>What each figure means, and what it does not: Offhand.docc/Benchmarks.md.</p>
      \(pictures)
      \(sections.joined(separator: "\n"))
      </body>
      </html>

      """
  }
}

/// A picture of every target as a bar: its worst figure relative to the limit.
package enum TargetsPicture {
  private static let width = 960.0
  private static let left = 400.0
  private static let right = 280.0
  private static let top = 84.0
  private static let row = 26.0
  /// The ratio at which bars end.
  private static let longest = 30.0
  private static let shortest = 1.0 / 30

  /// The picture as SVG, of the targets that were measured; `nil` if none was.
  package static func svg(_ results: BenchmarkResults) -> String? {
    let targets = results.targets.filter { $0.worstRatio != nil }
    guard !targets.isEmpty else { return nil }
    var picture = SVGPicture(width: width, height: top + Double(targets.count) * row + 30)
    picture.text("Targets, and what was measured", x: 24, y: 34, size: 17, isBold: true)
    if let machine = results.machine {
      picture.text(
        "\(machine.processor), \(machine.processors) processors, \(machine.system), \(machine.build) build, "
          + "load \(TextTable.number(machine.load, 1)), \(machine.date)",
        x: 24, y: 54, size: 11.5, color: PictureStyle.quiet)
    }
    for (index, target) in targets.enumerated() {
      draw(target, y: top + Double(index) * row, into: &picture)
    }
    let bottom = top + Double(targets.count) * row
    picture.line(
      x1: pixel(1), y1: top - 8, x2: pixel(1), y2: bottom, color: PictureStyle.ink, width: 1.5)
    picture.text("the limit", x: pixel(1), y: top - 13, size: 10.5, color: PictureStyle.ink, anchor: .middle)
    picture.text(
      "Worst figure of each target, against what it may take; logarithmic. Left of the line is met.", x: 24,
      y: bottom + 16, size: 10.5, color: PictureStyle.quiet)
    return picture.text
  }

  private static func draw(_ target: Target, y: Double, into picture: inout SVGPicture) {
    picture.text(target.id, x: 24, y: y + 16, size: 12, isBold: true)
    picture.text(target.title, x: 60, y: y + 12, size: 11)
    picture.text(target.demand, x: 60, y: y + 23, size: 9, color: PictureStyle.quiet)
    let color =
      switch target.verdict {
      case .met: PictureStyle.good
      case .missed: PictureStyle.bad
      // A part of it was.
      case .unmeasured: PictureStyle.unknown
      }
    picture.rectangle(
      x: left, y: y + 6, width: width - left - right, height: 12, fill: PictureStyle.ground, corner: 2)
    if let worst = target.worstRatio {
      // A ratio of 0 is drawn as a stub, so that it does not look unmeasured.
      picture.rectangle(x: left, y: y + 6, width: max(4, pixel(worst) - left), height: 12, fill: color, corner: 2)
    }
    picture.text(target.outcome, x: width - right + 10, y: y + 16, size: 10.5, color: color)
  }

  private static func pixel(_ ratio: Double) -> Double {
    let part = log(min(max(ratio, shortest), longest) / shortest) / log(longest / shortest)
    return left + (width - left - right) * part
  }
}
