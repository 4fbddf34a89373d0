/// An SVG drawing; lengths in pixels, origin at the top left.
struct SVGPicture {
  /// The anchor of a text.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// Pixels across.
  let width: Double
  /// Pixels down.
  let height: Double
  private var body: [String] = []

  /// An empty white card.
  init(width: Double, height: Double) {
    self.width = width
    self.height = height
    rectangle(
      x: 0.5, y: 0.5, width: width - 1, height: height - 1, fill: "#ffffff", stroke: PictureStyle.rule, corner: 8)
  }

  /// The SVG file.
  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(SVGPicture.number(width))" height="\(SVGPicture.number(height))" \
    viewBox="0 0 \(SVGPicture.number(width)) \(SVGPicture.number(height))" \
    font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif">
    \(body.joined(separator: "\n"))
    </svg>

    """
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, fill: String, stroke: String? = nil, corner: Double = 0,
    opacity: Double = 1
  ) {
    let line = stroke.map { " stroke=\"\($0)\"" } ?? ""
    body.append(
      "<rect \(place("x", x)) \(place("y", y)) \(place("width", max(0, width))) \(place("height", height)) "
        + "rx=\"\(SVGPicture.number(corner))\" fill=\"\(fill)\"\(line)\(opaque(opacity))/>")
  }

  mutating func line(
    x1: Double, y1: Double, x2: Double, y2: Double, color: String, width: Double = 1, dashes: String? = nil
  ) {
    let dash = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    body.append(
      "<line \(place("x1", x1)) \(place("y1", y1)) \(place("x2", x2)) \(place("y2", y2)) stroke=\"\(color)\" "
        + "stroke-width=\"\(SVGPicture.number(width))\"\(dash)/>")
  }

  mutating func path(_ points: [(x: Double, y: Double)], color: String, width: Double = 2) {
    guard let first = points.first else { return }
    let rest = points.dropFirst().map { "L\(SVGPicture.number($0.x)) \(SVGPicture.number($0.y))" }.joined()
    body.append(
      "<path d=\"M\(SVGPicture.number(first.x)) \(SVGPicture.number(first.y))\(rest)\" fill=\"none\" stroke=\"\(color)\" "
        + "stroke-width=\"\(SVGPicture.number(width))\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, fill: String, stroke: String? = nil) {
    let line = stroke.map { " stroke=\"\($0)\" stroke-width=\"1.5\"" } ?? ""
    body.append(
      "<circle \(place("cx", x)) \(place("cy", y)) r=\"\(SVGPicture.number(radius))\" fill=\"\(fill)\"\(line)/>")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, size: Double = 12, color: String = PictureStyle.ink, anchor: Anchor = .start,
    isBold: Bool = false
  ) {
    let weight = isBold ? " font-weight=\"600\"" : ""
    body.append(
      "<text \(place("x", x)) \(place("y", y)) font-size=\"\(SVGPicture.number(size))\" fill=\"\(color)\" "
        + "text-anchor=\"\(anchor.rawValue)\"\(weight)>\(SVGPicture.escaped(text))</text>")
  }

  private func place(_ name: String, _ value: Double) -> String { "\(name)=\"\(SVGPicture.number(value))\"" }

  private func opaque(_ opacity: Double) -> String {
    opacity < 1 ? " fill-opacity=\"\(SVGPicture.number(opacity))\"" : ""
  }

  private static func number(_ value: Double) -> String {
    let text = TextTable.number(value, 2)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }

  /// The text with the characters of markup escaped.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}

/// An axis of a picture: maps values to pixels, with ticks at round numbers.
struct PictureAxis {
  /// The pixel of the lowest value.
  let start: Double
  /// The pixel of the highest value.
  let end: Double
  /// The highest value; the lowest is zero.
  let maximum: Double
  /// Values at which there are ticks.
  let ticks: [Double]

  /// An axis from zero to the first round number at or above `maximum`.
  init(from start: Double, to end: Double, maximum: Double) {
    self.start = start
    self.end = end
    let step = PictureAxis.step(for: max(maximum, 1e-9))
    let count = (max(maximum, 1e-9) / step).rounded(.up)
    self.maximum = step * count
    ticks = (0...Int(count)).map { Double($0) * step }
  }

  /// The label of `tick`, with as many decimals as the step between ticks needs.
  func label(_ tick: Double) -> String {
    let step = ticks.count > 1 ? ticks[1] : 1
    var digits = 0
    var rest = step
    while digits < 6, abs(rest - rest.rounded()) > 1e-6 {
      digits += 1
      rest *= 10
    }
    return TextTable.number(tick, digits)
  }

  /// The pixel of `value`.
  func pixel(_ value: Double) -> Double { start + (end - start) * min(max(value / maximum, 0), 1) }

  /// The smallest of 1, 2 or 5 times a power of ten that gives at most eight steps.
  private static func step(for maximum: Double) -> Double {
    var power = 1.0
    while power > maximum / 8 { power /= 10 }
    while power * 10 <= maximum / 8 { power *= 10 }
    return [1, 2, 5].map { $0 * power }.first { maximum / $0 <= 8 } ?? 10 * power
  }
}

/// The colours of all pictures: distinguishable with red-green colour blindness, and on a white card, so that they are readable in a
/// dark page.
enum PictureStyle {
  static let ink = "#1f2328"
  static let quiet = "#656d76"
  static let rule = "#d8dee4"
  static let ground = "#f6f8fa"
  static let good = "#1b7f5c"
  static let bad = "#c4562f"
  static let unknown = "#afb8c1"

  /// The colour of a commit policy.
  static func color(ofPolicy policy: String) -> String {
    switch policy {
    case "immediate": "#1b7f5c"
    case "late-latch": "#3267c9"
    case "frame-callback": "#c4562f"
    default: ink
    }
  }

  /// The colour of the time before a stage.
  static func color(of stage: LatencyStage) -> String {
    switch stage {
    case .sent: "#d29922"
    case .woken, .assembled, .decided: "#8250df"
    case .committed: "#3267c9"
    case .answered, .presented, .seen: "#9fc5b4"
    }
  }
}
