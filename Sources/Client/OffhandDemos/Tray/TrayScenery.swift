import Offhand
import OffhandClient

/// Draws the tray demo.
enum TrayScenery {
  /// The wall: bluish, so that the panels in front of it are seen as such.
  private static func wall(_ theme: Theme) -> Color { theme.background.blended(with: Color(rgb: 0x2A5F8F), 0.28) }
  /// Tray and drawer: nearer to white than the wall in every theme.
  private static func panel(_ theme: Theme) -> Color { theme.background.blended(with: .white, 0.1) }
  private static let shadow = DropShadow(color: Color(white: 0, alpha: 0.4), offset: .zero, blur: 6)
  private static let tiles: [(name: String, hue: UInt32)] = [
    ("Light", 0xF6B72B), ("Music", 0xE4572E), ("Heating", 0xC8446B), ("Blinds", 0x5B4AA5), ("Door", 0x1E88B4),
    ("Camera", 0x17A398), ("Garden", 0x7DB249), ("Scenes", 0x93459A),
  ]
  private static let entries = ["Living room", "Kitchen", "Bedroom", "Study", "Terrace"]

  /// What can be done, in as many lines as fit the width.
  static func hint(in environment: ViewEnvironment) -> Paragraph {
    Paragraph(
      "Pull the tray up, or the drawer out of the left edge",
      style: TextStyle(size: 4 * environment.theme.scale, color: environment.theme.secondaryText, alignment: .center),
      width: environment.bounds.width - 10, measuredBy: environment.measure)
  }

  static func draw(
    _ layout: TrayLayout, tray: (drawer: ScrollMotion, position: Double),
    drawer: (drawer: ScrollMotion, position: Double),
    _ hint: Paragraph, _ theme: Theme, into list: inout DisplayList
  ) {
    let bounds = layout.bounds
    list.fill(bounds, wall(theme))
    drawWall(bounds, hint, theme, into: &list)
    dim(bounds, by: tray.drawer.share(of: tray.position), into: &list)
    drawTray(layout.tray(tray.position), extent: tray.drawer.extent, theme, into: &list)
    dim(bounds, by: drawer.drawer.share(of: drawer.position), into: &list)
    if drawer.position > 0 { drawDrawer(layout.drawer(drawer.position), layout, theme, into: &list) }
  }

  /// Darkens what lies below an open tray or drawer.
  private static func dim(_ bounds: Rect, by share: Double, into list: inout DisplayList) {
    if share > 0 { list.fill(bounds, Color(white: 0, alpha: Float(0.38 * share))) }
  }

  private static func drawWall(
    _ bounds: Rect, _ hint: Paragraph, _ theme: Theme, into list: inout DisplayList
  ) {
    let line = Rect(x: bounds.minX, y: bounds.minY + bounds.height * 0.2, width: bounds.width, height: 24 * theme.scale)
    let large = min(22 * theme.scale, bounds.width / 4)
    list.text("21.5°", in: line, style: TextStyle(size: large, color: theme.text, alignment: .center))
    list.paragraph(hint, in: Rect(x: bounds.minX + 5, y: line.maxY + 1, width: bounds.width - 10, height: hint.height))
    let edge = Rect(x: bounds.minX + 1, y: bounds.center.y - 14, width: theme.scale, height: 28)
    list.fill(edge, theme.text.faded(0.35), cornerRadius: 0.5)
  }

  private static func drawTray(_ rect: Rect, extent: Double, _ theme: Theme, into list: inout DisplayList) {
    list.shadow(under: rect, cornerRadius: TrayLayout.cornerRadius, shadow)
    list.fill(rect, panel(theme), cornerRadius: TrayLayout.cornerRadius)
    let grip = Rect(
      center: Point(x: rect.center.x, y: rect.minY + TrayLayout.grip / 2), size: Size(width: 18, height: 1.6))
    list.fill(grip, theme.text.faded(0.3), cornerRadius: 0.8)
    let margin = rect.width < TrayLayout.narrow ? 3.0 : 10
    let area = Rect(
      x: rect.minX + margin, y: rect.minY + TrayLayout.grip + 2, width: rect.width - 2 * margin,
      height: max(20, extent - 10))
    let cell = Size(width: area.width / 4, height: area.height / 2)
    let side = min(cell.width * 0.72, (cell.height - 8 * theme.scale) * 0.85)
    for (index, tile) in tiles.enumerated() {
      let middle = Point(
        x: area.minX + (Double(index % 4) + 0.5) * cell.width,
        y: area.minY + (Double(index / 4) + 0.5) * cell.height - 3.5 * theme.scale)
      let square = Rect(center: middle, size: Size(width: side, height: side))
      list.fill(square, Color(rgb: tile.hue), cornerRadius: side * 0.22)
      TrayIcons.draw(index, at: square.center, unit: side * 0.055, into: &list)
      let label = Rect(x: middle.x - cell.width / 2, y: square.maxY + 1, width: cell.width, height: 6 * theme.scale)
      list.text(
        tile.name, in: label,
        style: TextStyle(size: min(4.2 * theme.scale, cell.width / 4.4), color: theme.text, alignment: .center))
    }
  }

  private static func drawDrawer(_ rect: Rect, _ layout: TrayLayout, _ theme: Theme, into list: inout DisplayList) {
    list.shadow(under: rect, cornerRadius: TrayLayout.cornerRadius, shadow)
    list.fill(rect, panel(theme), cornerRadius: TrayLayout.cornerRadius)
    let margin = layout.bounds.width < TrayLayout.narrow ? 7.0 : 10
    let left = rect.maxX - layout.drawerExtent + margin
    let width = layout.drawerExtent - 2 * margin
    // What stands on a tablet in 100 mm has to do with less on 7 inches.
    let unit = min(theme.scale, rect.height / 100)
    list.text(
      "Rooms", in: Rect(x: left, y: rect.minY + 8 * unit, width: width, height: 10 * unit),
      style: TextStyle(size: 7 * unit, weight: .bold, color: theme.text))
    for (index, entry) in entries.enumerated() {
      let row = Rect(x: left, y: rect.minY + (26 + Double(index) * 14) * unit, width: width, height: 12 * unit)
      if index == 0 {
        list.fill(row.inset(by: Insets(top: 0, left: -4, bottom: 0, right: -4)), theme.control, cornerRadius: 2.5)
      }
      list.text(entry, in: row, style: TextStyle(size: 4.4 * theme.scale, color: theme.text))
    }
  }
}

/// The layout of tray and drawer on a surface, in mm.
struct TrayLayout: Sendable {
  /// The height of the closed tray: a grip for a finger.
  static let grip = 13.0
  /// The corner radius of tray and drawer.
  static let cornerRadius = 5.0
  /// Surfaces narrower than this, in mm, are phones.
  static let narrow = 100.0

  let bounds: Rect
  /// The factor by which texts are larger than on a tablet.
  var scale = 1.0

  /// The distance by which the tray opens: two thirds of the surface, or what two rows need on 7 inches, at most 120 mm on a tablet, and no
  /// more than its rows fill on a phone.
  var trayExtent: Double {
    let height = max(bounds.height * 0.66, min(bounds.height - 12, 74))
    return max(10, min(height, 120 * scale, bounds.width) - TrayLayout.grip)
  }
  /// The distance by which the drawer opens: half of the surface, at most 90 mm on a tablet; on a phone most of it.
  var drawerExtent: Double { max(10, min(bounds.width * (bounds.width < TrayLayout.narrow ? 0.75 : 0.5), 90 * scale)) }

  /// The tray, open by `position` mm; it extends below the surface, so that a pull past its end shows no gap.
  func tray(_ position: Double) -> Rect {
    let width = min(bounds.width - (bounds.width < TrayLayout.narrow ? 6 : 16), 190 * scale)
    return Rect(
      x: bounds.center.x - width / 2, y: bounds.maxY - TrayLayout.grip - position, width: width,
      height: 2 * trayExtent + 60)
  }

  /// The drawer, open by `position` mm; it extends to the left of the surface.
  func drawer(_ position: Double) -> Rect {
    Rect(
      x: bounds.minX + position - 2 * drawerExtent - 20, y: bounds.minY + 6, width: 2 * drawerExtent + 20,
      height: bounds.height - 12)
  }
}

/// The icons on the tray's tiles: white strokes of one width in a square of 10 by 10 units about its middle.
private enum TrayIcons {
  private enum Stroke {
    case line(Double, Double, Double, Double)
    /// A drop from its tip to the middle of its round end.
    case leaf(Double, Double, Double, Double)
    case disc(Double, Double, radius: Double)
    case ring(Double, Double, radius: Double)
    case frame(Double, Double, width: Double, height: Double)
  }

  /// Draws icon `index` about `center`; a unit is `unit` mm.
  static func draw(_ index: Int, at center: Point, unit: Double, into list: inout DisplayList) {
    let color = Color(white: 1, alpha: 0.95)
    func point(_ x: Double, _ y: Double) -> Point { center + Vector(dx: x, dy: y) * unit }
    for stroke in icons[index % icons.count] {
      switch stroke {
      case .line(let x, let y, let toX, let toY):
        list.line(from: point(x, y), to: point(toX, toY), width: 0.8 * unit, color)
      case .leaf(let x, let y, let toX, let toY):
        list.capsule(from: point(x, y), radius: 0.3 * unit, to: point(toX, toY), radius: 1.7 * unit, color)
      case .disc(let x, let y, let radius): list.circle(center: point(x, y), radius: radius * unit, color)
      case .ring(let x, let y, let radius):
        list.ring(center: point(x, y), radius: radius * unit, width: 0.8 * unit, color)
      case .frame(let x, let y, let width, let height):
        let corner = point(x, y)
        list.stroke(
          Rect(x: corner.x, y: corner.y, width: width * unit, height: height * unit), color, width: 0.8 * unit,
          cornerRadius: 0.8 * unit)
      }
    }
  }

  private static let icons = [light, music, heating, blinds, door, camera, garden, scenes]

  /// A sun: eight rays around a disc.
  private static let light: [Stroke] =
    [.disc(0, 0, radius: 2.1)]
    + (0..<8).map { ray -> Stroke in
      let direction = Vector(angle: Angle(degrees: Double(ray) * 45))
      return .line(direction.dx * 3.4, direction.dy * 3.4, direction.dx * 4.8, direction.dy * 4.8)
    }

  /// Two notes under one beam.
  private static let music: [Stroke] = [
    .disc(-2.6, 3.2, radius: 1.5), .disc(3, 2.4, radius: 1.5), .line(-1.5, 3.2, -1.5, -3.4),
    .line(4.1, 2.4, 4.1, -4.2), .line(-1.5, -3.4, 4.1, -4.2), .line(-1.5, -2, 4.1, -2.8),
  ]

  /// A thermometer.
  private static let heating: [Stroke] = [
    .frame(-1.4, -4.8, width: 2.8, height: 6.4), .disc(0, 2.8, radius: 2.2), .line(0, 2.8, 0, -2),
  ]

  /// Slats in a window.
  private static let blinds: [Stroke] =
    [.frame(-4.2, -4.4, width: 8.4, height: 8.8)]
    + [-2.8, -1.2, 0.4, 2].map { y -> Stroke in .line(-3.8, y, 3.8, y) }

  /// A door with its knob.
  private static let door: [Stroke] = [
    .frame(-2.8, -4.6, width: 5.6, height: 9.2), .disc(1.3, 0.2, radius: 0.6), .line(-4.6, 4.6, 4.6, 4.6),
  ]

  /// A camera from the front.
  private static let camera: [Stroke] = [
    .frame(-4.6, -2.8, width: 9.2, height: 6.6), .ring(0, 0.5, radius: 2), .line(-1.2, -3.6, 1.2, -3.6),
  ]

  /// A stem with two leaves.
  private static let garden: [Stroke] = [
    .line(0, 4.6, 0, -0.6), .leaf(0, 0.6, -2.9, -2.4), .leaf(0, 0.6, 2.9, -2.4),
  ]

  /// Three sliders, each at another position.
  private static let scenes: [Stroke] = [(-3.2, -1.6), (0, 2.2), (3.2, -0.4)].flatMap { row, knob in
    [.line(-4.4, row, 4.4, row), .disc(knob, row, radius: 1.4)]
  }
}
