extension OverlayContent {
  /// The rectangle outside of which `draw` draws nothing, for content that fills `rect`.
  public func paintBounds(in rect: Rect, theme: OverlayTheme = .standard) -> Rect {
    let shadow = rect.moved(by: theme.shadow.offset).grown(by: theme.shadow.blur)
    guard case .popover(_, let anchor) = self else { return rect.union(shadow) }
    return rect.union(shadow).union(PopoverArrow(of: rect, pointingAt: anchor, theme: theme)?.bounds ?? rect)
  }

  /// Draws the content so that it fills `rect`.
  public func draw(in rect: Rect, into list: inout DisplayList, theme: OverlayTheme = .standard) {
    switch self {
    case .hud(let value):
      OverlayContent.panel(rect, theme.panel, into: &list, theme: theme)
      list.text(value, in: rect, style: theme.hudStyle)
    case .tooltip(let line):
      OverlayContent.panel(rect, theme.panel, into: &list, theme: theme)
      list.text(
        line, in: rect.inset(by: Insets(top: 0, left: theme.padding, bottom: 0, right: 0)), style: theme.textStyle)
    case .popover(let title, let anchor):
      OverlayContent.panel(rect, theme.controlPanel, into: &list, theme: theme)
      if let arrow = PopoverArrow(of: rect, pointingAt: anchor, theme: theme) {
        list.polygon(arrow.corners, theme.controlPanel)
        for foot in [arrow.corners[0], arrow.corners[2]] {
          list.line(from: foot, to: arrow.corners[1], width: theme.hairlineWidth, theme.hairline)
        }
      }
      let line = Rect(x: rect.minX, y: rect.minY, width: rect.width, height: theme.rowHeight)
      list.text(
        title, in: line.inset(by: Insets(top: 0, left: theme.padding, bottom: 0, right: theme.padding)),
        style: theme.titleStyle)
    case .menu(let menu):
      draw(menu, in: rect, into: &list, theme: theme)
    case .loupe(let loupe):
      draw(loupe, in: rect, into: &list, theme: theme)
    }
  }

  private static func panel(_ rect: Rect, _ color: Color, into list: inout DisplayList, theme: OverlayTheme) {
    list.shadow(under: rect, cornerRadius: theme.cornerRadius, theme.shadow)
    list.fill(rect, color, cornerRadius: theme.cornerRadius)
    list.stroke(rect, theme.hairline, width: theme.hairlineWidth, cornerRadius: theme.cornerRadius)
  }

  private func draw(_ menu: Menu, in rect: Rect, into list: inout DisplayList, theme: OverlayTheme) {
    OverlayContent.panel(rect, theme.controlPanel, into: &list, theme: theme)
    for index in menu.items.indices {
      let row = menu.rowRect(index, in: rect, theme: theme)
      if index == menu.highlighted { list.fill(row, theme.accent, cornerRadius: theme.cornerRadius - 0.6) }
      let inset = Insets(top: 0, left: theme.padding, bottom: 0, right: theme.padding)
      list.text(menu.items[index], in: row.inset(by: inset), style: theme.textStyle)
    }
  }

  private func draw(_ loupe: Loupe, in rect: Rect, into list: inout DisplayList, theme: OverlayTheme) {
    let radius = min(rect.width, rect.height) / 2
    let center = rect.center
    let disc = Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
    list.shadow(under: disc, cornerRadius: radius, theme.shadow)
    list.layer(in: disc, cornerRadius: radius) { list in
      list.fill(disc, loupe.background)
      let enlarge = Similarity(
        scale: loupe.magnification, rotation: .zero, about: loupe.focus, translation: center - loupe.focus)
      for layer in loupe.layers {
        list.picture(layer.image, size: layer.size, transform: layer.transform.followed(by: enlarge))
      }
    }
    list.ring(center: center, radius: radius, width: 0.9, Color(white: 0, alpha: 0.55))
    list.ring(center: center, radius: radius - 0.2, width: 0.7, .white)
    list.ring(center: center, radius: radius - 0.9, width: 0.12, Color(white: 0, alpha: 0.4))
    OverlayContent.crosshair(at: center, into: &list)
  }

  /// A small cross, white with a dark rim, seen on any picture.
  private static func crosshair(at center: Point, into list: inout DisplayList) {
    let across = Vector(dx: 1.6, dy: 0)
    let down = Vector(dx: 0, dy: 1.6)
    let rim = Color(white: 0, alpha: 0.5)
    list.line(from: center - across, to: center + across, width: 0.5, rim)
    list.line(from: center - down, to: center + down, width: 0.5, rim)
    list.line(from: center - across, to: center + across, width: 0.22, .white)
    list.line(from: center - down, to: center + down, width: 0.22, .white)
  }
}
