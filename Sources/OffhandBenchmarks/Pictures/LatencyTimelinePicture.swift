/// A picture of one gesture through all stages: a row per frame of touches, a block per commit policy.
package enum LatencyTimelinePicture {
  private static let width = 940.0
  private static let left = 150.0
  private static let right = 24.0
  private static let row = 13.0
  private static let top = 96.0
  private static let gap = 46.0

  /// The picture as SVG, for the first compositor that reports presentations, or else whose screen was read back; `nil` if there is
  /// none.
  package static func svg(_ report: LatencyReport) -> String? {
    let candidates = report.results.filter { $0.setup.program == "this" && !$0.timeline.rows.isEmpty }
    guard
      let first = candidates.first(where: { $0.lastStage == .presented })
        ?? candidates.first(where: { $0.lastStage == .seen })
    else { return nil }
    let results = candidates.filter {
      $0.setup.compositor == first.setup.compositor && $0.setup.outputHz == first.setup.outputHz
    }
    let rows = results.map(\.timeline.rows.count).reduce(0, +)
    let height = top + Double(rows) * row + Double(results.count) * gap + 8
    var picture = SVGPicture(width: width, height: height)
    let end = results.flatMap(\.timeline.rows).flatMap(\.stages.values).max() ?? 1
    let axis = PictureAxis(from: left, to: width - right, maximum: end)
    picture.text("One gesture through all stages", x: 24, y: 34, size: 17, isBold: true)
    let setup = first.setup
    picture.text(
      "\(setup.compositor) at \(TextTable.number(setup.outputHz, 0)) Hz, touches at "
        + "\(TextTable.number(setup.inputHz, 0)) Hz; each row is a frame of touches from the moment it was due; ms",
      x: 24, y: 54, size: 11.5, color: PictureStyle.quiet)
    drawLegend(first.lastStage ?? .presented, into: &picture)
    var y = top
    for result in results {
      y = draw(result, from: y, on: axis, into: &picture)
    }
    return picture.text
  }

  private static func drawLegend(_ last: LatencyStage, into picture: inout SVGPicture) {
    var x = 24.0
    let y = 76.0
    for (title, color) in [
      ("generator late", PictureStyle.color(of: .sent)), ("woken, recognized", PictureStyle.color(of: .decided)),
      ("waiting, drawn, committed", PictureStyle.color(of: .committed)),
      ("compositor, until \(last.title)", PictureStyle.color(of: last)),
    ] {
      picture.rectangle(x: x, y: y - 8, width: 14, height: 8, fill: color, corner: 2)
      picture.text(title, x: x + 19, y: y, size: 11, color: PictureStyle.quiet)
      x += 19 + Double(title.count) * 6.1 + 22
    }
    picture.circle(x: x + 4, y: y - 4, radius: 4, fill: "#ffffff", stroke: PictureStyle.bad)
    picture.text("a recognizer's verdict", x: x + 14, y: y, size: 11, color: PictureStyle.quiet)
  }

  /// Draws one policy below `top`, and returns the top of the next one.
  private static func draw(
    _ result: LatencyResult, from top: Double, on axis: PictureAxis, into picture: inout SVGPicture
  ) -> Double {
    let rows = result.timeline.rows
    let bottom = top + 16 + Double(rows.count) * row
    for tick in axis.ticks {
      let x = axis.pixel(tick)
      picture.line(x1: x, y1: top + 12, x2: x, y2: bottom, color: PictureStyle.rule)
      picture.text(
        axis.label(tick), x: x, y: bottom + 13, size: 10, color: PictureStyle.quiet, anchor: .middle)
    }
    let policy = result.setup.policy
    picture.text(policy, x: 24, y: top + 26, size: 12.5, color: PictureStyle.color(ofPolicy: policy), isBold: true)
    if let stage = result.lastStage, let figure = result.stages[stage.rawValue] {
      picture.text(
        "p50 \(TextTable.number(figure.p50.median, 1)) ms", x: 24, y: top + 43, size: 11, color: PictureStyle.quiet)
      if let p99 = figure.p99 {
        picture.text(
          "p99 \(TextTable.number(p99.median, 1)) ms", x: 24, y: top + 58, size: 11, color: PictureStyle.quiet)
      }
    }
    for (index, input) in rows.enumerated() {
      draw(input, until: result.lastStage ?? .committed, y: top + 16 + Double(index) * row, on: axis, into: &picture)
    }
    return bottom + gap - 16
  }

  private static func draw(
    _ input: LatencyTimeline.Row, until last: LatencyStage, y: Double, on axis: PictureAxis,
    into picture: inout SVGPicture
  ) {
    var from = input.due
    for stage in [LatencyStage.sent, .decided, .committed, last] {
      guard let time = input.stages[stage.rawValue] else { continue }
      let start = axis.pixel(from)
      // A time shorter than a pixel is drawn one pixel wide.
      let length = max(axis.pixel(time) - start, stage == .sent ? 0 : 1)
      picture.rectangle(
        x: start, y: y + 2, width: length, height: row - 4, fill: PictureStyle.color(of: stage), corner: 1)
      from = max(from, time)
    }
    picture.line(
      x1: axis.pixel(input.due), y1: y, x2: axis.pixel(input.due), y2: y + row, color: PictureStyle.ink, width: 1.5)
    if input.isVerdict, let decided = input.stages[LatencyStage.decided.rawValue] {
      picture.circle(x: axis.pixel(decided), y: y + row / 2, radius: 4, fill: "#ffffff", stroke: PictureStyle.bad)
    }
  }
}
