package import Offhand
import OffhandClient
package import OffhandRecordings
package import OffhandService

/// What was found out about a panel, for people: as lines of text, and as a page beside a picture of the glass.
package struct PanelSummary {
  let rows: [(name: String, value: String)]
  private let glass: PanelGlass

  /// A report about a panel behind a picture of `size` millimetres.
  package init(_ findings: PanelFindings, picture size: Size) {
    glass = PanelGlass(findings, size: size)
    rows = PanelSummary.rows(of: findings)
  }

  /// A line for each figure.
  package var text: String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "\($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.value)\n" }.joined()
  }

  private static func rows(of findings: PanelFindings) -> [(name: String, value: String)] {
    func number(_ value: Double?, _ unit: String, digits: Int = 1) -> String {
      value.map { "\(DecimalText.rounded($0, digits: digits, trimmed: true)) \(unit)" } ?? "not measured"
    }
    func figure(_ figure: PanelFigure?, _ unit: String) -> String {
      guard let figure else { return "not measured" }
      return "\(DecimalText.rounded(figure.value, digits: 1, trimmed: true)) ± \(number(figure.error, unit))"
    }
    func list(_ names: [String]?, none: String = "none seen") -> String {
      names.map { $0.isEmpty ? none : $0.joined(separator: ", ") } ?? "not measured"
    }
    // Longer words would not fit beside the picture of the glass.
    let unseen = "left out: times of frames are not reported"
    let ways = [findings.circleLatency, findings.dotLatency]
    let differs = findings.latency == nil && ways.contains { $0 != nil }
    return [
      (
        "latency",
        differs ? "no single number: the ways below differ" : figure(findings.latency, "ms")
      ),
      ("  by the circle", findings.isSeen ? figure(findings.circleLatency, "ms") : unseen),
      ("  by the dot", findings.isSeen ? figure(findings.dotLatency, "ms") : unseen),
      ("reports a second", figure(findings.rate, "Hz")),
      ("  jitter of their times", number(findings.rateJitter, "ms", digits: 2)),
      ("jitter of a still finger", number(findings.heldJitter, "mm (Windows allows 1)", digits: 2)),
      ("jitter of a moving finger", number(findings.movingJitter, "mm over 10 mm (Windows allows 1)", digits: 2)),
      ("fingers told apart from", (findings.isSeparationBound ? "at most " : "") + number(findings.separation, "mm")),
      ("shortest lift seen", number(findings.liftGap, "ms")),
      ("dead bands", list(findings.deadBands?.map(PanelSummary.name))),
      ("edges out of reach", list(findings.unreachedEdges?.map(\.rawValue))),
      (
        "size over what it claims",
        findings.sizeRatio.map {
          "\(DecimalText.rounded($0.dx, digits: 2, trimmed: true)) across, \(DecimalText.rounded($0.dy, digits: 2, trimmed: true)) down"
        } ?? "not measured"
      ),
      ("orientation", findings.orientation.map(PanelSummary.name) ?? "not measured"),
      (
        "ghost touches",
        list(findings.ghosts?.map { "at \(Int($0.x.rounded())), \(Int($0.y.rounded())) mm" })
      ),
      ("filters it needs", list(findings.filters.map(PanelSummary.names), none: "none")),
    ]
  }

  private static func name(_ band: PanelBand) -> String {
    let (low, high) = (Int(band.range.lowerBound.rounded()), Int(band.range.upperBound.rounded()))
    return "\(band.axis.rawValue) at \(low)–\(high) mm"
  }

  fileprivate static func names(_ filters: Set<ChosenFilters.Kind>) -> [String] {
    ChosenFilters.Kind.allCases.filter(filters.contains).map(\.rawValue)
  }

  private static func name(_ orientation: PanelOrientation) -> String {
    let turn = ["", "turned by 90°", "turned by 180°", "turned by 270°"][Int(orientation.rawValue) % 4]
    let names = [orientation.rawValue >= 4 ? "mirrored" : "", turn].filter { !$0.isEmpty }
    return names.isEmpty ? "upright" : names.joined(separator: ", ")
  }

  // MARK: Page

  /// Draws the page: the glass, and the figures beside it, on an upright panel below it.
  func draw(in environment: ViewEnvironment, above bottom: Double, into list: inout DisplayList) {
    let (bounds, theme) = (environment.bounds, environment.theme)
    let margin = 3 * theme.padding
    let space = Size(width: bounds.width - 2 * margin, height: bottom - 2 * margin)
    let isUpright = bounds.height > bounds.width
    let picture = isUpright ? space.height * 0.36 : space.width * 0.34
    let width = min(isUpright ? space.width : space.width - picture - margin, 48 * theme.textSize)
    let row = min(theme.textSize * 2, (space.height - (isUpright ? picture + margin : 0)) / Double(rows.count))
    let height = row * Double(rows.count)
    let area: Rect
    var column = Rect(x: (bounds.width - width) / 2, y: margin + picture + margin, width: width, height: row)
    if isUpright {
      area = Rect(x: margin, y: margin, width: space.width, height: picture)
    } else {
      let start = (bounds.width - picture - margin - width) / 2
      column.origin = Point(x: start + picture + margin, y: max(margin, (bottom - height) / 2))
      area = Rect(x: start, y: column.minY, width: picture, height: height)
    }
    glass.draw(in: area, theme, into: &list)
    for (number, entry) in rows.enumerated() {
      let line = column.moved(by: Vector(dx: 0, dy: row * Double(number)))
      var style = theme.textStyle
      style.size = min(style.size, row * 0.7)
      style.color = theme.secondaryText
      let split = line.width * 0.4
      list.text(entry.name, in: Rect(origin: line.origin, size: Size(width: split, height: row)), style: style)
      style.color = theme.text
      if number == 0 { style.weight = .bold }
      list.text(
        entry.value, in: Rect(x: line.minX + split, y: line.minY, width: line.width - split, height: row), style: style)
    }
  }
}

extension PanelFindings {
  /// All figures as one object; what was not measured is `null`.
  package func json(of panel: PanelIdentity?, picture size: Size?) -> JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map { .number(($0 * 1000).rounded() / 1000) } ?? .null }
    func numbers(_ values: [Double]) -> JSONValue { .array(values.map(number)) }
    func array(_ values: [JSONValue]?) -> JSONValue { values.map(JSONValue.array) ?? .null }
    func words(_ words: [String]?) -> JSONValue { array(words?.map(JSONValue.string)) }
    func figure(_ figure: PanelFigure?) -> JSONValue {
      figure.map { .object(["value": number($0.value), "error": number($0.error)]) } ?? .null
    }
    return .object([
      "device": panel.map { .string($0.name) } ?? .null, "id": (panel?.id).map(JSONValue.string) ?? .null,
      "pictureMm": size.map { numbers([$0.width, $0.height]) } ?? .null,
      "latencyMs": figure(latency), "circleLatencyMs": figure(circleLatency), "dotLatencyMs": figure(dotLatency),
      "isSeen": .bool(isSeen), "rateHz": figure(rate), "rateJitterMs": number(rateJitter),
      "heldJitterMm": number(heldJitter), "movingJitterMm": number(movingJitter), "separationMm": number(separation),
      "isSeparationBound": .bool(isSeparationBound),
      "liftGapMs": number(liftGap), "unreachedEdges": words(unreachedEdges?.map(\.rawValue)),
      "deadBands": array(
        deadBands?.map { band in
          .object([
            "axis": .string(band.axis.rawValue), "rangeMm": numbers([band.range.lowerBound, band.range.upperBound]),
          ])
        }),
      "sizeRatio": sizeRatio.map { numbers([$0.dx, $0.dy]) } ?? .null,
      "orientation": orientation.map { .string("\($0)") } ?? .null,
      "ghostsMm": array(ghosts?.map { numbers([$0.x, $0.y]) }),
      "filters": words(filters.map(PanelSummary.names)),
    ])
  }
}
