import Offhand

/// The pictograms on the tray's tiles, drawn in a square of 10 by 10 units about its middle.
enum TrayIcons {
  /// Draws pictogram `index` about `center`, `unit` millimetres a unit.
  static func draw(_ index: Int, at center: Point, unit: Double, into list: inout DisplayList) {
    var pen = Pen(center: center, unit: unit)
    let icons: [(inout Pen, inout DisplayList) -> Void] = [
      light, music, heating, blinds, door, camera, garden, scenes,
    ]
    icons[index % icons.count](&pen, &list)
  }

  /// Draws in units about a middle, white lines of one width.
  private struct Pen {
    var center: Point
    var unit: Double
    var color = Color(white: 1, alpha: 0.95)

    func point(_ x: Double, _ y: Double) -> Point { center + Vector(dx: x, dy: y) * unit }

    func line(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, into list: inout DisplayList) {
      list.line(from: point(x, y), to: point(toX, toY), width: 0.8 * unit, color)
    }

    /// A drop from its tip to the middle of its round end.
    func leaf(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, into list: inout DisplayList) {
      list.capsule(from: point(x, y), radius: 0.3 * unit, to: point(toX, toY), radius: 1.7 * unit, color)
    }

    func disc(_ x: Double, _ y: Double, _ radius: Double, into list: inout DisplayList) {
      list.circle(center: point(x, y), radius: radius * unit, color)
    }

    func ring(_ x: Double, _ y: Double, _ radius: Double, into list: inout DisplayList) {
      list.ring(center: point(x, y), radius: radius * unit, width: 0.8 * unit, color)
    }

    func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double, into list: inout DisplayList) {
      let rect = Rect(
        x: point(x, y).x, y: point(x, y).y, width: width * unit, height: height * unit)
      list.stroke(rect, color, width: 0.8 * unit, cornerRadius: 0.8 * unit)
    }
  }

  /// A sun: eight rays around a disc.
  private static func light(_ pen: inout Pen, into list: inout DisplayList) {
    pen.disc(0, 0, 2.1, into: &list)
    for ray in 0..<8 {
      let way = Vector(angle: Angle(degrees: Double(ray) * 45))
      pen.line(way.dx * 3.4, way.dy * 3.4, way.dx * 4.8, way.dy * 4.8, into: &list)
    }
  }

  /// Two notes under one beam.
  private static func music(_ pen: inout Pen, into list: inout DisplayList) {
    pen.disc(-2.6, 3.2, 1.5, into: &list)
    pen.disc(3, 2.4, 1.5, into: &list)
    pen.line(-1.5, 3.2, -1.5, -3.4, into: &list)
    pen.line(4.1, 2.4, 4.1, -4.2, into: &list)
    pen.line(-1.5, -3.4, 4.1, -4.2, into: &list)
    pen.line(-1.5, -2, 4.1, -2.8, into: &list)
  }

  /// A thermometer.
  private static func heating(_ pen: inout Pen, into list: inout DisplayList) {
    pen.frame(-1.4, -4.8, 2.8, 6.4, into: &list)
    pen.disc(0, 2.8, 2.2, into: &list)
    pen.line(0, 2.8, 0, -2, into: &list)
  }

  /// Slats in a window.
  private static func blinds(_ pen: inout Pen, into list: inout DisplayList) {
    pen.frame(-4.2, -4.4, 8.4, 8.8, into: &list)
    for slat in 0..<4 { pen.line(-3.8, -2.8 + Double(slat) * 1.6, 3.8, -2.8 + Double(slat) * 1.6, into: &list) }
  }

  /// A door with its knob.
  private static func door(_ pen: inout Pen, into list: inout DisplayList) {
    pen.frame(-2.8, -4.6, 5.6, 9.2, into: &list)
    pen.disc(1.3, 0.2, 0.6, into: &list)
    pen.line(-4.6, 4.6, 4.6, 4.6, into: &list)
  }

  /// A camera from the front.
  private static func camera(_ pen: inout Pen, into list: inout DisplayList) {
    pen.frame(-4.6, -2.8, 9.2, 6.6, into: &list)
    pen.ring(0, 0.5, 2, into: &list)
    pen.line(-1.2, -3.6, 1.2, -3.6, into: &list)
  }

  /// A stem with two leaves.
  private static func garden(_ pen: inout Pen, into list: inout DisplayList) {
    pen.line(0, 4.6, 0, -0.6, into: &list)
    for side in [-1.0, 1] { pen.leaf(0, 0.6, side * 2.9, -2.4, into: &list) }
  }

  /// Three sliders, each set otherwise.
  private static func scenes(_ pen: inout Pen, into list: inout DisplayList) {
    for (row, knob) in [(-3.2, -1.6), (0, 2.2), (3.2, -0.4)] {
      pen.line(-4.4, row, 4.4, row, into: &list)
      pen.disc(knob, row, 1.4, into: &list)
    }
  }
}
