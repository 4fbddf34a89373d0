/// Everything in a directory of results as one page.
public enum ReportPage {
  /// The pictures of `results`, by the names of their files.
  public static func pictures(_ results: BenchmarkResults) -> [(name: String, svg: String)] {
    var pictures = [("targets.svg", TargetsPicture.svg(results))]
    if let curves = results.latency.flatMap(LatencyCurvesPicture.svg) { pictures.append(("latency.svg", curves)) }
    if let timeline = results.latency.flatMap(LatencyTimelinePicture.svg) {
      pictures.append(("timeline.svg", timeline))
    }
    return pictures
  }

  /// The page as HTML, with its pictures in it.
  public static func html(_ results: BenchmarkResults) -> String {
    let pictures = pictures(results).map { "<figure>\n\($0.svg)</figure>" }.joined(separator: "\n")
    let tables: [(String, String?)] = [
      ("Recognizers", results.recognizers?.table), ("Latency", results.latency?.table),
      ("Input", results.input?.table), ("Drawing", results.drawing?.table), ("A whole program", results.program?.table),
      ("Placement", results.placement?.table), ("Peers", results.peers?.table),
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
