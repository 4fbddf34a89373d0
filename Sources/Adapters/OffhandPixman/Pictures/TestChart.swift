import Offhand

/// A printed sheet for judging scaling, rotation and sharpness.
///
/// Ruler and gratings show whole pixels, the star shows where fine detail turns to grey and in which direction, the dial shows the
/// angle, the corner marks show the treatment of edges. It is a display list like any other.
public struct TestChart {
  /// The size of the sheet in millimetres.
  static let size = Size(width: 192, height: 120)
  /// The pixels of the sheet: ten per millimetre, so that a tenth of a millimetre is one pixel.
  static let grid = PixelGrid(width: 1920, height: 1200, size: size)

  private static let paper = Color(rgb: 0xF5F1E8)
  private static let ink = Color(rgb: 0x1C2530)
  private static let faint = Color(rgb: 0x1C2530).faded(0.14)
  private static let hues: [UInt32] = [
    0xE4572E, 0xF08A24, 0xF6B72B, 0xC7C92F, 0x7DB249, 0x2FA36B, 0x17A398, 0x1E88B4, 0x2E5EAA, 0x5B4AA5, 0x93459A,
    0xC8446B,
  ]
  private static let center = Point(x: 96, y: 60)

  private var list = DisplayList()

  /// The sheet as a bitmap, drawn by a renderer with `fonts`.
  public static func bitmap(fonts: FontBook) -> Bitmap {
    let bitmap = Bitmap(width: Int(grid.width), height: Int(grid.height))
    Renderer(fonts: fonts).draw(list(), on: grid, into: bitmap)
    return bitmap
  }

  /// The sheet as a list, from (0, 0) to `size`.
  static func list() -> DisplayList {
    var chart = TestChart()
    chart.drawSheet()
    chart.drawRulers()
    chart.drawDial()
    chart.drawStar()
    chart.drawGratings()
    chart.drawType()
    chart.drawRamps()
    chart.drawCornerMarks()
    return chart.list
  }

  private mutating func drawSheet() {
    let sheet = Rect(origin: .origin, size: TestChart.size)
    list.fill(sheet, TestChart.paper)
    for column in 1..<24 {
      list.fill(Rect(x: Double(column) * 8, y: 4, width: 0.1, height: 112), TestChart.faint.faded(0.6))
    }
    for row in 1..<15 {
      list.fill(Rect(x: 4, y: Double(row) * 8, width: 184, height: 0.1), TestChart.faint.faded(0.6))
    }
    list.stroke(sheet, TestChart.ink, width: 0.4)
    list.stroke(sheet.inset(by: Insets(all: 4)), TestChart.ink, width: 0.1)
  }

  /// A tick per millimetre along all four sides, longer at fives and tens.
  private mutating func drawRulers() {
    for millimetre in 5..<188 {
      let length = millimetre % 10 == 0 ? 2.2 : millimetre % 5 == 0 ? 1.5 : 0.8
      let x = Double(millimetre)
      list.fill(Rect(x: x, y: 4, width: 0.1, height: length), TestChart.ink)
      list.fill(Rect(x: x, y: 116 - length, width: 0.1, height: length), TestChart.ink)
      if millimetre < 116 {
        list.fill(Rect(x: 4, y: x, width: length, height: 0.1), TestChart.ink)
        list.fill(Rect(x: 188 - length, y: x, width: length, height: 0.1), TestChart.ink)
      }
    }
  }

  private mutating func drawDial() {
    list.circle(center: TestChart.center, radius: 46, TestChart.paper)
    list.ring(center: TestChart.center, radius: 46, width: 0.1, TestChart.ink)
    list.ring(center: TestChart.center, radius: 37, width: 0.2, TestChart.ink)
    for step in 0..<72 {
      let direction = Vector(angle: Angle(degrees: Double(step) * 5))
      let length = step % 6 == 0 ? 2.6 : step % 3 == 0 ? 1.8 : 1.0
      list.line(
        from: TestChart.center + direction * 37, to: TestChart.center + direction * (37 + length), width: 0.2,
        TestChart.ink)
    }
    for (hour, hue) in TestChart.hues.enumerated() {
      let direction = Vector(angle: Angle(degrees: Double(hour) * 30 - 90))
      list.circle(center: TestChart.center + direction * 42.6, radius: 1.9, Color(rgb: hue))
    }
  }

  /// 36 rays: the radius at which they blur to grey shows the finest detail that is resolved.
  private mutating func drawStar() {
    let radius = 33.0
    for ray in 0..<36 {
      let start = Vector(angle: Angle(degrees: Double(ray) * 10 - 2.5)) * radius
      let end = Vector(angle: Angle(degrees: Double(ray) * 10 + 2.5)) * radius
      list.polygon(
        [TestChart.center, TestChart.center + start, TestChart.center + end], TestChart.ink)
    }
    list.ring(center: TestChart.center, radius: radius, width: 0.2, TestChart.ink)
    list.circle(center: TestChart.center, radius: 2.4, TestChart.paper)
    list.circle(center: TestChart.center, radius: 1.2, Color(rgb: TestChart.hues[0]))
  }

  /// Lines of one to four pixels, upright and level.
  private mutating func drawGratings() {
    label("Lines", at: Point(x: 12, y: 34))
    for (row, pixels) in [1, 2, 3, 4].enumerated() {
      let width = Double(pixels) / 10
      let top = 39 + Double(row) * 10.5
      for step in 0..<Int(8 / (2 * width)) {
        let offset = Double(step) * 2 * width
        list.fill(Rect(x: 12 + offset, y: top, width: width, height: 8), TestChart.ink)
        list.fill(Rect(x: 22, y: top + offset, width: 8, height: width), TestChart.ink)
      }
      list.text(
        "\(pixels) px", in: Rect(x: 32, y: top, width: 12, height: 8), style: TextStyle(size: 2, color: TestChart.ink))
    }
  }

  private mutating func drawType() {
    let bold = TextStyle(size: 8, weight: .bold, color: TestChart.ink)
    list.text("Offhand", in: Rect(x: 12, y: 11, width: 60, height: 9), style: bold)
    list.text(
      "pinch, turn, move", in: Rect(x: 12, y: 20, width: 60, height: 5),
      style: TextStyle(size: 2.6, color: TestChart.ink))
    list.text(
      "1920 × 1200", in: Rect(x: 120, y: 12, width: 60, height: 5),
      style: TextStyle(size: 2.6, weight: .bold, color: TestChart.ink, alignment: .right))
    label("Type", at: Point(x: 150, y: 34))
    var top = 39.0
    for size in [3.2, 2.6, 2.2, 1.8, 1.5, 1.2, 1.0, 0.8] {
      let line = Rect(x: 150, y: top, width: 30, height: size * 1.6)
      list.text("Hamburgefonts \(Int(size * 10))", in: line, style: TextStyle(size: size, color: TestChart.ink))
      top += size * 1.7 + 1.6
    }
  }

  private mutating func drawRamps() {
    for step in 0..<12 {
      let x = 12 + Double(step) * 3
      list.fill(Rect(x: x, y: 100, width: 3, height: 7), Color(white: Float(step) / 11))
      list.fill(Rect(x: 144 + Double(step) * 3, y: 100, width: 3, height: 7), Color(rgb: TestChart.hues[step]))
    }
    list.stroke(Rect(x: 12, y: 100, width: 36, height: 7), TestChart.ink, width: 0.1)
    label("Grey", at: Point(x: 12, y: 95))
    label("Colour", at: Point(x: 144, y: 95))
  }

  private mutating func drawCornerMarks() {
    for corner in [Point(x: 10, y: 10), Point(x: 182, y: 10), Point(x: 10, y: 110), Point(x: 182, y: 110)] {
      let nudge = corner.x < 96 ? -1.5 : 1.5
      let center = Point(x: corner.x + nudge, y: corner.y + (corner.y < 60 ? -1.5 : 1.5))
      list.ring(center: center, radius: 1.4, width: 0.1, TestChart.ink)
      list.fill(Rect(center: center, size: Size(width: 4, height: 0.1)), TestChart.ink)
      list.fill(Rect(center: center, size: Size(width: 0.1, height: 4)), TestChart.ink)
    }
  }

  private mutating func label(_ text: String, at origin: Point) {
    let style = TextStyle(size: 2.2, weight: .bold, color: Color(rgb: TestChart.hues[0]))
    list.text(text, in: Rect(x: origin.x, y: origin.y, width: 30, height: 4), style: style)
  }
}
