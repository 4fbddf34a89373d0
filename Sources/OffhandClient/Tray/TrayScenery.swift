import Offhand

/// What the tray demo looks like.
enum TrayScenery {
  private static let wall = Color(rgb: 0x1D2B3A)
  private static let panel = Color(rgb: 0xF4F2EE)
  private static let ink = Color(rgb: 0x1D2430)
  private static let shadow = Shadow(color: Color(white: 0, alpha: 0.4), offset: .zero, blur: 6)
  private static let tiles: [(name: String, hue: UInt32)] = [
    ("Light", 0xF6B72B), ("Music", 0xE4572E), ("Heating", 0xC8446B), ("Blinds", 0x5B4AA5), ("Door", 0x1E88B4),
    ("Camera", 0x17A398), ("Garden", 0x7DB249), ("Scenes", 0x93459A),
  ]
  private static let entries = ["Living room", "Kitchen", "Bedroom", "Study", "Terrace"]

  static func draw(
    _ layout: TrayLayout, tray: Drawer, drawer: Drawer, at time: Timestamp, into list: inout DisplayList
  ) {
    let bounds = layout.bounds
    list.fill(bounds, wall)
    drawWall(bounds, into: &list)
    dim(bounds, by: tray.part(at: time), into: &list)
    drawTray(layout.tray(tray.position(at: time)), extent: tray.extent, into: &list)
    dim(bounds, by: drawer.part(at: time), into: &list)
    if drawer.position(at: time) > 0 { drawDrawer(layout.drawer(drawer.position(at: time)), layout, into: &list) }
  }

  /// What lies below something that is open stands back.
  private static func dim(_ bounds: Rect, by part: Double, into list: inout DisplayList) {
    if part > 0 { list.fill(bounds, Color(white: 0, alpha: Float(0.38 * part))) }
  }

  private static func drawWall(_ bounds: Rect, into list: inout DisplayList) {
    let line = Rect(x: bounds.minX, y: bounds.minY + bounds.height * 0.2, width: bounds.width, height: 24)
    list.text("21.5°", in: line, style: TextStyle(size: 22, color: Color(white: 1, alpha: 0.92), alignment: .center))
    list.text(
      "Pull the tray up, or the drawer out of the left edge", in: line.moved(by: Vector(dx: 0, dy: 20)),
      style: TextStyle(size: 4, color: Color(white: 1, alpha: 0.6), alignment: .center))
    let edge = Rect(x: bounds.minX + 1, y: bounds.center.y - 14, width: 1, height: 28)
    list.fill(edge, Color(white: 1, alpha: 0.35), cornerRadius: 0.5)
  }

  private static func drawTray(_ rect: Rect, extent: Double, into list: inout DisplayList) {
    list.shadow(under: rect, cornerRadius: TrayLayout.cornerRadius, shadow)
    list.fill(rect, panel, cornerRadius: TrayLayout.cornerRadius)
    let grip = Rect(
      center: Point(x: rect.center.x, y: rect.minY + TrayLayout.grip / 2), size: Size(width: 18, height: 1.6))
    list.fill(grip, ink.faded(0.3), cornerRadius: 0.8)
    let area = Rect(
      x: rect.minX + 10, y: rect.minY + TrayLayout.grip + 2, width: rect.width - 20, height: max(20, extent - 10))
    let cell = Size(width: area.width / 4, height: area.height / 2)
    let side = min(cell.width, cell.height - 8) * 0.72
    for (index, tile) in tiles.enumerated() {
      let middle = Point(
        x: area.minX + (Double(index % 4) + 0.5) * cell.width,
        y: area.minY + (Double(index / 4) + 0.5) * cell.height - 3)
      let square = Rect(center: middle, size: Size(width: side, height: side))
      list.fill(square, Color(rgb: tile.hue), cornerRadius: side * 0.22)
      TrayIcons.draw(index, at: square.center, unit: side * 0.055, into: &list)
      let label = Rect(x: middle.x - cell.width / 2, y: square.maxY + 1, width: cell.width, height: 6)
      list.text(tile.name, in: label, style: TextStyle(size: 3.4, color: ink, alignment: .center))
    }
  }

  private static func drawDrawer(_ rect: Rect, _ layout: TrayLayout, into list: inout DisplayList) {
    list.shadow(under: rect, cornerRadius: TrayLayout.cornerRadius, shadow)
    list.fill(rect, panel, cornerRadius: TrayLayout.cornerRadius)
    let left = rect.maxX - layout.drawerExtent + 10
    let width = layout.drawerExtent - 20
    list.text(
      "Rooms", in: Rect(x: left, y: rect.minY + 8, width: width, height: 10),
      style: TextStyle(size: 7, weight: .bold, color: ink))
    for (index, entry) in entries.enumerated() {
      let row = Rect(x: left, y: rect.minY + 26 + Double(index) * 14, width: width, height: 12)
      if index == 0 {
        list.fill(row.inset(by: Insets(top: 0, left: -4, bottom: 0, right: -4)), ink.faded(0.08), cornerRadius: 2.5)
      }
      list.text(entry, in: row, style: TextStyle(size: 4.4, color: ink))
    }
  }
}
