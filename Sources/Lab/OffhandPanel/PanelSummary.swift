package import Offhand
import OffhandClient
package import OffhandRecordings
package import OffhandService

/// What was found out about a panel, for people: as lines of text, and as a page beside a picture of the glass.
package struct PanelSummary {
  let rows: [(name: String, value: String)]
  /// The figures that a buyer asks for first.
  let grades: [PanelGrade]
  private let glass: PanelGlass

  /// A report about a panel behind a picture of `size` millimetres.
  package init(_ findings: PanelFindings, picture size: Size) {
    glass = PanelGlass(findings, size: size)
    grades = PanelGrade.all(of: findings)
    rows = PanelSummary.rows(of: findings)
  }

  /// A line for each figure, with its mark if it has one.
  package var lines: [(text: String, mark: PanelGrade.Mark?)] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, value in
      let mark = grades.first { $0.name == name }?.mark
      let end = mark.map { ": \($0.rawValue)" } ?? ""
      return ("\(name)\(String(repeating: " ", count: width - name.count))  \(value)\(end)\n", mark)
    }
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
      ("latency by the circle", findings.isSeen ? figure(findings.circleLatency, "ms") : unseen),
      ("latency by the dot", findings.isSeen ? figure(findings.dotLatency, "ms") : unseen),
      ("reports a second", figure(findings.rate, "Hz")),
      ("jitter of report times", number(findings.rateJitter, "ms", digits: 2)),
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

  /// Draws the page: three large figures, and below them the glass beside the other figures, on an upright panel above them.
  func draw(in environment: ViewEnvironment, above bottom: Double, into list: inout DisplayList) {
    let (bounds, theme) = (environment.bounds, environment.theme)
    let margin = 2 * theme.padding
    let room = Rect(x: margin, y: margin, width: bounds.width - 2 * margin, height: bottom - 2 * margin)
    let height = min(7.5 * theme.textSize, 0.26 * room.height)
    let cards = Rect(x: room.minX, y: room.minY, width: room.width, height: height).columns(
      grades.map { _ in nil }, gap: margin)
    for (card, grade) in zip(cards, grades) { draw(grade, in: card, theme, into: &list) }
    let rest = room.inset(by: Insets(top: height + margin, left: 0, bottom: 0, right: 0))
    // What a card says is not said again.
    let rows = rows.filter { row in !grades.contains { $0.name == row.name } }
    let isUpright = bounds.height > bounds.width
    let caption = 2 * theme.textSize
    // Beside it as much as the lines leave of a large glass.
    let wide = min(
      rest.width - margin - 42 * theme.textSize, (rest.height - caption) * glass.size.width / max(glass.size.height, 1))
    let picture = isUpright ? rest.height * 0.4 : max(rest.width * 0.4, wide)
    let area = Rect(
      x: rest.minX, y: rest.minY, width: isUpright ? rest.width : picture, height: isUpright ? picture : rest.height)
    let column = rest.inset(
      by: isUpright
        ? Insets(top: picture + margin, left: 0, bottom: 0, right: 0)
        : Insets(top: 0, left: picture + margin, bottom: 0, right: 0))
    let size = Size(
      width: area.width, height: min(area.height - caption, area.width * glass.size.height / max(glass.size.width, 1)))
    glass.draw(in: Rect(origin: area.origin, size: size), theme, into: &list)
    var style = theme.textStyle
    (style.color, style.alignment) = (theme.secondaryText, .center)
    style.size = min(style.size * 0.8, area.width / 26)
    list.text(
      "jitter of a moving finger, and what is dead",
      in: Rect(x: area.minX, y: area.minY + size.height, width: area.width, height: caption), style: style)
    style.alignment = .left
    let row = min(theme.textSize * 3, column.height / Double(rows.count))
    for (number, entry) in rows.enumerated() {
      let line = Rect(x: column.minX, y: column.minY + row * Double(number), width: column.width, height: row)
      style.size = min(theme.textSize, row * 0.7, line.width / 38)
      style.color = theme.secondaryText
      let split = line.width * 0.42
      list.text(entry.name, in: Rect(origin: line.origin, size: Size(width: split, height: row)), style: style)
      style.color = theme.text
      list.text(
        entry.value, in: Rect(x: line.minX + split, y: line.minY, width: line.width - split, height: row), style: style)
    }
  }

  private func draw(_ grade: PanelGrade, in card: Rect, _ theme: Theme, into list: inout DisplayList) {
    list.fill(card, theme.control, cornerRadius: theme.cornerRadius)
    let parts = [
      (0.08, 0.2, grade.name), (0.28, 0.44, grade.figure), (0.72, 0.2, grade.mark?.rawValue ?? "not measured"),
    ]
    for (number, (top, height, text)) in parts.enumerated() {
      let line = Rect(
        x: card.minX + 1, y: card.minY + top * card.height, width: card.width - 2, height: height * card.height)
      var style = number == 0 ? theme.textStyle : theme.controlStyle
      style.size = min(0.72 * line.height, line.width / (number == 1 ? 5 : 14))
      style.alignment = .center
      style.color =
        number == 0 ? theme.secondaryText : number == 1 ? theme.text : grade.mark?.ink(theme) ?? theme.secondaryText
      list.text(text, in: line, style: style)
    }
  }
}

/// A figure with what it means for a purchase, by the page *Panels*.
package struct PanelGrade {
  /// How good a figure is.
  package enum Mark: String {
    case good
    case fair
    case poor

    /// The colour of a value of which at most `limits.good` is good and at most `limits.fair` fair.
    init(_ value: Double, _ limits: (good: Double, fair: Double)) {
      self = value <= limits.good ? .good : value <= limits.fair ? .fair : .poor
    }

    /// Its colour as an area.
    var color: Color {
      switch self {
      case .good: Color(rgb: 0x2FB673)
      case .fair: Color(rgb: 0xE8A317)
      case .poor: Color(rgb: 0xE5484D)
      }
    }

    /// Its colour as text.
    func ink(_ theme: Theme) -> Color { color.blended(with: theme.text, 0.4) }
  }

  /// The limits of the jitter of a moving finger in millimetres: Windows asks for at most 1.
  static let jitter = (good: 0.5, fair: 1.0)

  var name: String
  var figure: String
  /// `nil` if it was not measured.
  var mark: Mark?

  static func all(of findings: PanelFindings) -> [PanelGrade] {
    func grade(_ name: String, _ value: Double?, _ unit: String, digits: Int = 0, _ mark: (Double) -> Mark)
      -> PanelGrade
    {
      PanelGrade(
        name: name, figure: value.map { "\(DecimalText.rounded($0, digits: digits, trimmed: true)) \(unit)" } ?? "–",
        mark: value.map(mark))
    }
    return [
      grade("latency", findings.latency?.value, "ms") { Mark($0.rounded(), (good: 20, fair: 30)) },
      grade("reports a second", findings.rate?.value, "Hz") { Mark(-$0.rounded(), (good: -100, fair: -60)) },
      grade("jitter of a moving finger", findings.movingJitter, "mm", digits: 2) { Mark($0, jitter) },
    ]
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
