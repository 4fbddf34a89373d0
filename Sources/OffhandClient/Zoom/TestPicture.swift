import Offhand

/// The picture that is shown when nobody names one: a chart to judge scaling by, drawn as a display list.
///
/// Hairlines one pixel wide, a star whose spokes meet, rings, steps of grey, rulers with numbers. Lengths are in units of
/// ten pixels.
enum TestPicture {
  /// The chart's pixels, and the plane on which it is drawn.
  static let grid = PixelGrid(width: 1600, height: 1000, size: Size(width: 160, height: 100))

  private static let paper = Color(rgb: 0xF6F3EC)
  private static let ink = Color(rgb: 0x1B2430)
  private static let faint = Color(rgb: 0xD9D4C7)
  private static let accents = [0xE4572E, 0xF2A541, 0x3B9C6E, 0x2F7CF6, 0x7A5AC8].map { Color(rgb: $0) }
  private static let hairline = 0.1
  private static let middle = Point(x: 80, y: 50)

  /// Writes the chart.
  static func draw(into list: inout DisplayList) {
    list.fill(Rect(origin: .origin, size: grid.size), paper)
    drawMesh(into: &list)
    drawRulers(into: &list)
    drawStar(into: &list)
    drawLinePairs(into: &list)
    drawSteps(into: &list)
    drawPatches(into: &list)
    list.text(
      "offhand", in: Rect(x: 8, y: 8, width: 60, height: 8),
      style: TextStyle(size: 7, weight: .bold, color: ink, alignment: .left))
    list.text(
      "1600 × 1000", in: Rect(x: 92, y: 8, width: 60, height: 8),
      style: TextStyle(size: 4, weight: .regular, color: ink, alignment: .right))
  }

  private static func drawMesh(into list: inout DisplayList) {
    for x in stride(from: 10.0, to: 160, by: 10) {
      list.fill(Rect(x: x, y: 0, width: hairline, height: 100), faint)
    }
    for y in stride(from: 10.0, to: 100, by: 10) {
      list.fill(Rect(x: 0, y: y, width: 160, height: hairline), faint)
    }
  }

  /// Ticks along the upper and the left edge, every ten longer and numbered.
  private static func drawRulers(into list: inout DisplayList) {
    let style = TextStyle(size: 2.4, color: ink, alignment: .center)
    for tick in 1..<160 {
      let length = tick % 10 == 0 ? 2.6 : tick % 5 == 0 ? 1.8 : 1
      list.fill(Rect(x: Double(tick), y: 0, width: hairline, height: length), ink)
      if tick < 100 { list.fill(Rect(x: 0, y: Double(tick), width: length, height: hairline), ink) }
      guard tick % 20 == 0 else { continue }
      list.text("\(tick)", in: Rect(x: Double(tick) - 5, y: 3, width: 10, height: 3), style: style)
      if tick < 100 { list.text("\(tick)", in: Rect(x: 2.4, y: Double(tick) - 1.5, width: 7, height: 3), style: style) }
    }
  }

  /// A star of 36 spokes within rings: what blurs first shows how far an enlargement holds.
  private static func drawStar(into list: inout DisplayList) {
    list.circle(center: middle, radius: 30, .white)
    for spoke in 0..<36 {
      let start = Vector(angle: Angle(degrees: Double(spoke) * 10)) * 28
      let end = Vector(angle: Angle(degrees: Double(spoke) * 10 + 5)) * 28
      list.polygon([middle, middle + start, middle + end], ink)
    }
    for radius in [30.0, 28] { list.ring(center: middle, radius: radius, width: 2 * hairline, ink) }
    list.circle(center: middle, radius: 3, accents[0])
    list.circle(center: middle, radius: 1, .white)
  }

  /// Lines of one, two, three and four pixels, as far apart as they are wide.
  private static func drawLinePairs(into list: inout DisplayList) {
    for width in 1...4 {
      let step = Double(width) * hairline
      let y = 26 + Double(width - 1) * 13
      for line in 0..<(80 / width) {
        list.fill(Rect(x: 14 + Double(2 * line) * step, y: y, width: step, height: 9), ink)
      }
      list.text(
        "\(width) px", in: Rect(x: 14, y: y + 9.4, width: 16, height: 3),
        style: TextStyle(size: 2.2, color: ink, alignment: .center))
    }
  }

  /// Eleven steps from black to white.
  private static func drawSteps(into list: inout DisplayList) {
    for step in 0...10 {
      let y = 26 + Double(step) * 4.4
      list.fill(Rect(x: 130, y: y, width: 8, height: 4.4), Color(white: Float(step) / 10))
    }
    list.stroke(Rect(x: 130, y: 26, width: 8, height: 48.4), ink, width: hairline)
  }

  private static func drawPatches(into list: inout DisplayList) {
    for (index, color) in accents.enumerated() {
      list.fill(
        Rect(x: 141, y: 26 + Double(index) * 9.9, width: 9, height: 8.8), color, cornerRadius: 1.6)
    }
  }
}
