public import Offhand

extension BoardView {
  /// The table: dark and warm, so that white borders stand on it and shadows are still seen.
  private static var table: Color { Color(rgb: 0x3A3531) }

  /// Draws table, photos, button and comments.
  public func draw(at time: Timestamp, into list: inout DisplayList) {
    guard let environment else { return }
    list.fill(environment.bounds, BoardView.table)
    for piece in pieces { piece.photo.draw(at: time, into: &list) }
    drawButton(into: &list)
    overlays.draw(at: time, on: environment.grid, into: &list) { overlay, rect, list in
      if overlay.id == BoardPicker.overlay { drawPicker(in: rect, at: time, into: &list) }
    }
  }

  private func drawButton(into list: inout DisplayList) {
    guard let rect = buttonRect else { return }
    let theme = OverlayTheme.standard
    list.shadow(under: rect, cornerRadius: rect.width / 2, theme.shadow)
    list.circle(center: rect.center, radius: rect.width / 2, picker.isOpen ? Color(white: 0.3) : theme.accent)
    let arm = 2.6
    let across = Vector(dx: arm, dy: picker.isOpen ? arm : 0)
    let down = Vector(dx: picker.isOpen ? -arm : 0, dy: arm)
    list.line(from: rect.center - across, to: rect.center + across, width: 0.9, .white)
    list.line(from: rect.center - down, to: rect.center + down, width: 0.9, .white)
  }

  private func drawPicker(in rect: Rect, at time: Timestamp, into list: inout DisplayList) {
    let theme = OverlayTheme.standard
    list.layer(in: picker.grid.window(in: rect)) { list in
      for (index, picture) in library.pictures.enumerated() {
        let cell = picker.grid.cell(index, in: rect, at: time)
        guard cell.intersects(picker.grid.window(in: rect)) else { continue }
        list.fill(cell, Color(white: 1, alpha: picker.pressed == index ? 0.22 : 0.07), cornerRadius: 1)
        let size = picture.size(longerSide: cell.width - 2)
        list.picture(picture.image, in: Rect(center: cell.center, size: size), quality: .smooth)
        if isOnTable(index) { drawTick(in: cell, theme, into: &list) }
      }
    }
    drawProgress(in: picker.grid.footer(in: rect), theme, into: &list)
  }

  /// What lies on the table already stands back, with a tick.
  private func drawTick(in cell: Rect, _ theme: OverlayTheme, into list: inout DisplayList) {
    list.fill(cell, Color(white: 0.08, alpha: 0.5), cornerRadius: 1)
    let middle = Point(x: cell.maxX - 3.4, y: cell.maxY - 3.4)
    list.circle(center: middle, radius: 2, theme.accent)
    let knee = middle + Vector(dx: -0.2, dy: 0.8)
    list.line(from: middle + Vector(dx: -0.95, dy: 0.1), to: knee, width: 0.45, .white)
    list.line(from: knee, to: middle + Vector(dx: 1, dy: -0.7), width: 0.45, .white)
  }

  private func drawProgress(in rect: Rect, _ theme: OverlayTheme, into list: inout DisplayList) {
    var style = theme.textStyle
    style.color = theme.secondaryText
    style.size = 2.6
    let unread = library.failures > 0 ? ", \(library.failures) could not be read" : ""
    guard library.isLoading else {
      style.alignment = .center
      return list.text("\(library.pictures.count) pictures\(unread)", in: rect, style: style)
    }
    let track = Rect(center: rect.center, size: Size(width: rect.width, height: 1.2))
    list.fill(track, Color(white: 1, alpha: 0.14), cornerRadius: 0.6)
    let done = Rect(origin: track.origin, size: Size(width: track.width * library.progress, height: track.height))
    list.fill(done, theme.accent, cornerRadius: 0.6)
  }
}
