import Glibc

/// A picture of the latency to the screen over all percentiles: a panel per compositor, a line per commit policy.
package enum LatencyCurvesPicture {
  private static let panelWidth = 300.0
  private static let margin = (left: 46.0, right: 16.0, top: 84.0, bottom: 74.0)
  private static let height = 380.0

  /// The picture as SVG; `nil` if nothing was measured to the screen.
  package static func svg(_ report: LatencyReport) -> String? {
    let own = report.results.filter { $0.setup.program == "this" && curve($0) != nil }
    var panels: [(compositor: String, results: [LatencyResult])] = []
    for result in own {
      let name = "\(result.setup.compositor) at \(TextTable.number(result.setup.outputHz, 0)) Hz"
      if let index = panels.firstIndex(where: { $0.compositor == name }) {
        panels[index].results.append(result)
      } else {
        panels.append((name, [result]))
      }
    }
    guard !panels.isEmpty else { return nil }
    let width = Double(panels.count) * panelWidth + 24
    var picture = SVGPicture(width: max(width, 520), height: height)
    picture.text("From the touch to the glass", x: 24, y: 34, size: 17, isBold: true)
    let sample = own[0]
    picture.text(
      "ms after a touch was due, all inputs, \(sample.runs) \(sample.runs == 1 ? "run" : "runs") of \(sample.inputs / max(1, sample.runs)) at "
        + "\(TextTable.number(sample.setup.inputHz, 0)) Hz; percentiles on a scale that widens the tail",
      x: 24, y: 54, size: 11.5, color: PictureStyle.quiet)
    for (index, panel) in panels.enumerated() {
      draw(panel.compositor, panel.results, at: 12 + Double(index) * panelWidth, into: &picture)
    }
    return picture.text
  }

  private static func curve(_ result: LatencyResult) -> LatencyFigure? {
    result.lastStage.flatMap { result.stages[$0.rawValue] }
  }

  private static func draw(
    _ compositor: String, _ results: [LatencyResult], at x: Double, into picture: inout SVGPicture
  ) {
    let figures = results.compactMap { result in curve(result).map { (result.setup.policy, $0) } }
    let highest = figures.flatMap(\.1.curve).map(\.milliseconds).max() ?? 1
    let vertical = PictureAxis(from: height - margin.bottom, to: margin.top + 16, maximum: highest)
    let left = x + margin.left
    let right = x + panelWidth - margin.right
    let stage = results[0].lastStage?.title ?? ""
    picture.text("\(compositor), \(stage)", x: left, y: margin.top, size: 12.5, isBold: true)
    for tick in vertical.ticks {
      let y = vertical.pixel(tick)
      picture.line(x1: left, y1: y, x2: right, y2: y, color: PictureStyle.rule)
      picture.text(
        vertical.label(tick), x: left - 6, y: y + 4, size: 10.5, color: PictureStyle.quiet, anchor: .end)
    }
    let last = figures.flatMap(\.1.curve).map(\.percentile).max() ?? 90
    let marks = [0.0, 50, 90, 99, 99.9].filter { $0 <= last + 0.01 }
    for mark in marks {
      let at = horizontal(mark, last: last, left, right)
      picture.line(
        x1: at, y1: vertical.end, x2: at, y2: vertical.start, color: PictureStyle.rule, dashes: mark == 0 ? nil : "2 3")
      picture.text(
        mark == 0 ? "min" : "p\(TextTable.plain(mark))", x: at, y: vertical.start + 16, size: 10.5,
        color: PictureStyle.quiet, anchor: .middle)
    }
    for (index, (policy, figure)) in figures.enumerated() {
      let color = PictureStyle.color(ofPolicy: policy)
      picture.path(
        figure.curve.map { (horizontal($0.percentile, last: last, left, right), vertical.pixel($0.milliseconds)) },
        color: color)
      let y = vertical.start + 34 + Double(index) * 14
      picture.rectangle(x: left, y: y - 7, width: 10, height: 3, fill: color)
      let tail = figure.p99.map { ", p99 \(TextTable.plain($0.median))" } ?? ""
      picture.text(
        "\(policy): p50 \(TextTable.plain(figure.p50.median))\(tail) ms", x: left + 16, y: y, size: 10.5,
        color: PictureStyle.ink)
    }
  }

  /// The x position of a percentile, on a scale on which every nine is equally wide.
  private static func horizontal(_ percentile: Double, last: Double, _ left: Double, _ right: Double) -> Double {
    func nines(_ percentile: Double) -> Double { -log10(max(1 - percentile / 100, 1e-6)) }
    return left + (right - left) * nines(percentile) / max(nines(last), 1e-9)
  }
}
