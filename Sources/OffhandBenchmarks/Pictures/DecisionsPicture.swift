/// A picture of when each pipeline decides, by gesture: a dot at the median, a line to the slowest, and what it misses.
enum DecisionsPicture {
  private static let left = 150.0
  private static let right = 120.0
  private static let width = 960.0
  private static let top = 96.0
  /// The height of one pipeline's line.
  private static let line = 15.0
  private static let gap = 10.0
  /// Colours of pipelines, in the order of the report; from the fifth on they repeat.
  private static let colors = ["#1b7f5c", "#c4562f", "#3267c9", "#8250df"]

  /// The picture as SVG, of the report's lowest frame rate; `nil` if nothing was decided.
  static func svg(_ report: RecognizerReport) -> String? {
    let rate = report.decisions.map(\.rateHz).min()
    let decisions = report.decisions.filter { $0.judged && $0.rateHz == rate }
    let pipelines = names(decisions.map(\.pipeline))
    let gestures = names(decisions.map(\.gesture))
    guard let slowest = decisions.compactMap(\.latencyMs?.maximum).max(), let rate else { return nil }
    let axis = PictureAxis(from: left, to: width - right, maximum: max(slowest, 1))
    let row = Double(pipelines.count) * line + gap
    let bottom = top + Double(gestures.count) * row
    var picture = SVGPicture(width: width, height: bottom + 42)
    picture.text(
      "When gestures are decided, \(TextTable.number(rate, 0)) Hz", x: 24, y: 34, size: 17, isBold: true)
    picture.text(
      "Milliseconds after a gesture could be known: the median, and a line to the slowest. Earlier counts as 0.", x: 24,
      y: 54,
      size: 11.5, color: PictureStyle.quiet)
    for (index, pipeline) in pipelines.enumerated() {
      picture.circle(x: left + 140 * Double(index), y: 74, radius: 4.5, fill: color(index))
      picture.text(pipeline, x: left + 140 * Double(index) + 10, y: 78, size: 11.5)
    }
    for tick in axis.ticks {
      let x = axis.pixel(tick)
      picture.line(x1: x, y1: top - 6, x2: x, y2: bottom, color: PictureStyle.rule)
      picture.text(axis.label(tick), x: x, y: bottom + 16, size: 10.5, color: PictureStyle.quiet, anchor: .middle)
    }
    for (number, gesture) in gestures.enumerated() {
      let y = top + Double(number) * row
      picture.text(gesture, x: left - 14, y: y + row / 2, size: 11.5, anchor: .end)
      for (index, pipeline) in pipelines.enumerated() {
        let own = decisions.first { $0.gesture == gesture && $0.pipeline == pipeline }
        draw(own, y: y + (Double(index) + 0.5) * line, color(index), axis, into: &picture)
      }
    }
    return picture.text
  }

  private static func draw(
    _ decision: RecognizerReport.Decision?, y: Double, _ color: String, _ axis: PictureAxis,
    into picture: inout SVGPicture
  ) {
    guard let decision else { return }
    if let latency = decision.latencyMs {
      let x = axis.pixel(latency.median)
      picture.line(x1: x, y1: y, x2: axis.pixel(latency.maximum), y2: y, color: color, width: 2)
      picture.circle(x: x, y: y, radius: 4.5, fill: color)
    }
    let wrong = decision.misfires.values.reduce(0, +)
    let faults =
      (decision.misses > 0 ? ["\(decision.misses) of \(decision.episodes) missed"] : [])
      + (wrong > 0 ? ["\(wrong) wrong"] : [])
    if !faults.isEmpty {
      picture.text(
        faults.joined(separator: ", "), x: width - right + 10, y: y + 4, size: 10.5, color: PictureStyle.bad)
    }
  }

  private static func color(_ index: Int) -> String { colors[index % colors.count] }

  /// The names without repetition, in their order.
  private static func names(_ all: [String]) -> [String] {
    all.reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }
}
