/// The content of an overlay.
public enum OverlayContent: Sendable, Hashable {
  /// One value, large: a zoom level.
  case hud(String)
  /// One line of help.
  case tooltip(String)
  /// A panel with an arrow to its anchor; the application draws into it.
  case popover(title: String, pointingAt: Point)
  /// Rows to choose from.
  case menu(Menu)
  /// An enlarged view of the area that the finger hides.
  case loupe(Loupe)
}

extension OverlayContent {
  /// Returns the preferred size in millimetres, for the placement request (Design/Placing.md "Requests").
  ///
  /// A HUD is measured with every digit as wide as the widest and with room for three, so that the step from 99 % to 100 % changes
  /// neither its size nor its position.
  public func size(measuredBy measure: some TextMeasure, theme: Theme = .standard) -> Size {
    switch self {
    case .hud(let value):
      let width = measure.width(of: OverlayContent.widest(value), style: theme.hudStyle)
      return Size(
        width: width + 2 * theme.hudPaddingX, height: measure.lineHeight(of: theme.hudStyle) + 2 * theme.hudPaddingY)
    case .tooltip(let line):
      return Size(
        width: measure.width(of: line, style: theme.textStyle) + 2 * theme.padding,
        height: measure.lineHeight(of: theme.textStyle) + theme.padding)
    case .popover: return Size(width: 80, height: 60)
    case .menu(let menu):
      let title = menu.title.map { measure.width(of: $0, style: theme.titleStyle) } ?? 0
      let widest = menu.items.map { measure.width(of: $0, style: theme.textStyle) }.max() ?? 0
      return Size(
        width: max(30, max(title, widest) + 4 * theme.padding),
        height: menu.heightInRows * theme.rowHeight + 2 * theme.menuPadding)
    case .loupe: return Size(width: 36, height: 36)
    }
  }

  /// Returns `text` with every digit replaced by an 8, and at least three digits if there is one.
  private static func widest(_ text: String) -> String {
    var digits = 0
    var wide = ""
    for character in text {
      let isDigit = character.isASCII && character.isNumber
      digits += isDigit ? 1 : 0
      wide.append(isDigit ? "8" : character)
    }
    guard digits > 0, digits < 3 else { return wide }
    return String(repeating: "8", count: 3 - digits) + wide
  }
}

/// Measures text. The renderer's fonts conform, and tests use a font of their own.
public protocol TextMeasure {
  /// Returns the width of one line of `text` in millimetres.
  func width(of text: String, style: TextStyle) -> Double
  /// Returns the distance between lines in millimetres.
  func lineHeight(of style: TextStyle) -> Double
}

extension OverlayContent {
  /// Returns the rectangle outside of which `draw` draws nothing, for content that fills `rect`.
  func paintBounds(in rect: Rect, theme: Theme = .standard) -> Rect {
    let shadow = rect.moved(by: theme.shadow.offset).grown(by: theme.shadow.blur)
    if case .menu(let menu) = self, let anchor = menu.anchor(from: rect) {
      return rect.union(shadow).union(Rect(center: anchor, size: Size(width: 2.4, height: 2.4)))
    }
    guard case .popover(_, let anchor) = self else { return rect.union(shadow) }
    return rect.union(shadow).union(PopoverArrow(of: rect, pointingAt: anchor, theme: theme)?.bounds ?? rect)
  }

  func draw(in rect: Rect, into list: inout DisplayList, theme: Theme = .standard) {
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
        for base in [arrow.corners[0], arrow.corners[2]] {
          list.line(from: base, to: arrow.corners[1], width: theme.hairlineWidth, theme.hairline)
        }
      }
      let line = Rect(x: rect.minX, y: rect.minY, width: rect.width, height: theme.rowHeight)
      list.text(
        title, in: line.inset(by: Insets(top: 0, left: theme.padding, bottom: 0, right: theme.padding)),
        style: theme.titleStyle)
    case .menu(let menu): draw(menu, in: rect, into: &list, theme: theme)
    case .loupe(let loupe): draw(loupe, in: rect, into: &list, theme: theme)
    }
  }

  private static func panel(_ rect: Rect, _ color: Color, into list: inout DisplayList, theme: Theme) {
    list.shadow(under: rect, cornerRadius: theme.cornerRadius, theme.shadow)
    list.fill(rect, color, cornerRadius: theme.cornerRadius)
    list.stroke(rect, theme.hairline, width: theme.hairlineWidth, cornerRadius: theme.cornerRadius)
  }

  private func draw(_ menu: Menu, in rect: Rect, into list: inout DisplayList, theme: Theme) {
    OverlayContent.panel(rect, theme.controlPanel, into: &list, theme: theme)
    if let anchor = menu.anchor(from: rect), !rect.contains(anchor) {
      // A line, not an arrow: the hand may be between them.
      let edge = ClassicPlacement.nearestPoint(of: rect, to: Rect(origin: anchor, size: .zero))
      list.line(from: edge, to: anchor, width: 0.8, theme.accent)
      list.circle(center: anchor, radius: 1.2, theme.accent)
    }
    let inset = Insets(top: 0, left: theme.padding, bottom: 0, right: theme.padding)
    if let title = menu.title {
      let line = menu.titleRect(in: rect, theme: theme)
      var style = theme.titleStyle
      style.size = min(style.size, line.height)
      style.alignment = .left
      list.text(title, in: line.inset(by: inset), style: style)
    }
    if menu.isDivided {
      let y = menu.dividerRect(in: rect, theme: theme).center.y
      let (left, right) = (Point(x: rect.minX, y: y), Point(x: rect.maxX, y: y))
      list.line(from: left, to: right, width: theme.hairlineWidth, theme.hairline)
    }
    for index in menu.items.indices {
      let row = menu.rowRect(index, in: rect, theme: theme)
      let isDestructive = index >= menu.firstDestructive
      var style = theme.textStyle
      style.size = min(style.size, row.height)
      if isDestructive { style.color = theme.danger }
      if index == menu.highlighted {
        list.fill(row, isDestructive ? theme.danger : theme.accent, cornerRadius: theme.cornerRadius - 0.6)
        style.color = isDestructive ? theme.controlPanel : theme.accentText
      }
      list.text(menu.items[index], in: row.inset(by: inset), style: style)
    }
  }

  private func draw(_ loupe: Loupe, in rect: Rect, into list: inout DisplayList, theme: Theme) {
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

  /// Draws a small white cross with a dark rim, visible on any picture.
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

/// The arrow of a popover: a triangle on the side that faces the anchor.
struct PopoverArrow: Sendable, Hashable {
  /// One end of the base, the tip, the other end of the base.
  var corners: [Point]

  /// The arrow of a panel that fills `rect`; `nil` if the panel covers the point or is empty.
  init?(of rect: Rect, pointingAt point: Point, theme: Theme = .standard) {
    guard !rect.contains(point), !rect.isEmpty else { return nil }
    let dx = max(rect.minX - point.x, point.x - rect.maxX)
    let dy = max(rect.minY - point.y, point.y - rect.maxY)
    let margin = theme.cornerRadius + theme.arrowHalfWidth
    let half = theme.arrowHalfWidth
    let length = min(theme.arrowLength, max(dx, dy))
    if dy >= dx {
      let x = PopoverArrow.clamp(point.x, from: rect.minX + margin, to: rect.maxX - margin)
      let (base, tip) = point.y < rect.minY ? (rect.minY, rect.minY - length) : (rect.maxY, rect.maxY + length)
      corners = [Point(x: x - half, y: base), Point(x: x, y: tip), Point(x: x + half, y: base)]
    } else {
      let y = PopoverArrow.clamp(point.y, from: rect.minY + margin, to: rect.maxY - margin)
      let (base, tip) = point.x < rect.minX ? (rect.minX, rect.minX - length) : (rect.maxX, rect.maxX + length)
      corners = [Point(x: base, y: y - half), Point(x: tip, y: y), Point(x: base, y: y + half)]
    }
  }

  /// The smallest rectangle around the arrow.
  var bounds: Rect {
    corners.dropFirst().reduce(Rect(origin: corners[0], size: .zero)) {
      $0.union(Rect(origin: $1, size: .zero))
    }
  }

  /// Clamps a value to limits; if they are reversed, returns their middle.
  private static func clamp(_ value: Double, from low: Double, to high: Double) -> Double {
    low > high ? (low + high) / 2 : min(max(value, low), high)
  }
}

/// Rows to choose from, below a title, with those that destroy something set apart at the end.
public struct Menu: Sendable, Hashable {
  /// The heights of the title, and of the space before destructive rows, in rows.
  private static let (titleHeight, divider) = (0.8, 0.3)
  /// The distance in millimetres of its line from its end.
  private static let inset = 4.0

  /// The text of the rows, from top to bottom.
  public var items: [String]
  /// The name of what the menu is for; `nil` for none.
  public var title: String?
  /// The index of the first row that destroys something.
  public var firstDestructive: Int
  /// The rectangle of what the menu is for, to which a line leads; `nil` for none.
  public var subject: Rect?
  /// The index of the touched row.
  public var highlighted: Int?

  /// A menu whose rows are `items`, then `destructive`.
  public init(
    items: [String], destructive: [String] = [], title: String? = nil, subject: Rect? = nil, highlighted: Int? = nil
  ) {
    self.items = items + destructive
    firstDestructive = items.count
    self.title = title
    self.subject = subject
    self.highlighted = highlighted
  }

  /// Whether destructive rows stand below others.
  var isDivided: Bool { firstDestructive > 0 && firstDestructive < items.count }

  /// The height of everything, in rows.
  var heightInRows: Double { top + Double(max(items.count, 1)) + (isDivided ? Menu.divider : 0) }

  private var top: Double { title == nil ? 0 : Menu.titleHeight }

  private func rect(from start: Double, height: Double, in rect: Rect, _ theme: Theme) -> Rect {
    let inner = rect.inset(by: Insets(all: theme.menuPadding))
    let unit = inner.height / heightInRows
    return Rect(x: inner.minX, y: inner.minY + start * unit, width: inner.width, height: height * unit)
  }

  /// The rectangle of the title, if there is one, in a menu that fills `rect`.
  func titleRect(in rect: Rect, theme: Theme) -> Rect { self.rect(from: 0, height: Menu.titleHeight, in: rect, theme) }

  /// The space between the destructive rows and the others in a menu that fills `rect`.
  func dividerRect(in rect: Rect, theme: Theme) -> Rect {
    self.rect(from: top + Double(firstDestructive), height: Menu.divider, in: rect, theme)
  }

  /// The point of what it is for to which its line leads: above or below the menu it goes down at the end of lines, not through words
  /// between them.
  func anchor(from rect: Rect) -> Point? {
    guard let subject else { return nil }
    var anchor = ClassicPlacement.nearestPoint(of: subject, to: rect)
    let end = min(rect.maxX, subject.maxX) - Menu.inset
    if anchor.x > rect.minX, anchor.x < end { anchor.x = end }
    return anchor
  }

  /// Returns the rectangle of row `index` in a menu that fills `rect`; all rows have the same height.
  package func rowRect(_ index: Int, in rect: Rect, theme: Theme = .standard) -> Rect {
    let start = top + Double(index) + (isDivided && index >= firstDestructive ? Menu.divider : 0)
    return self.rect(from: start, height: 1, in: rect, theme)
  }

  /// Returns the index of the row at `point` in a menu that fills `rect`; `nil` outside.
  public func row(at point: Point, in rect: Rect, theme: Theme = .standard) -> Int? {
    guard rect.contains(point) else { return nil }
    return items.indices.first { rowRect($0, in: rect, theme: theme).contains(point) }
  }
}

/// An enlarged view of what a finger hides.
public struct Loupe: Sendable, Hashable {
  /// One picture below the loupe.
  public struct Layer: Sendable, Hashable {
    /// The picture.
    public var image: ImageID
    /// Its size in millimetres before the transform.
    public var size: Size
    /// The map to its position on the output plane.
    public var transform: Similarity

    /// A picture with its size and position.
    public init(image: ImageID, size: Size, transform: Similarity) {
      self.image = image
      self.size = size
      self.transform = transform
    }
  }

  /// The pictures below the loupe, back to front.
  public var layers: [Layer]
  /// The point that is enlarged: the position of the finger.
  public var focus: Point
  /// The factor of magnification.
  public var magnification: Double
  /// The colour outside of the pictures.
  public var background: Color

  /// A loupe.
  public init(layers: [Layer], focus: Point, magnification: Double = 2, background: Color = .black) {
    self.layers = layers
    self.focus = focus
    self.magnification = magnification
    self.background = background
  }
}

/// Formats a factor as a percentage: 1.25 is `125%`.
///
/// Halves round away from zero: 12.5 % reads `13%`. The original printed C's `%.0f`, which rounds halves
/// to even (`12%`, and 13.5 gave `14%`): a zoom level that sometimes rounds up and sometimes down looks broken. Pass
/// `.toNearestOrEven` to print what it printed (Design/Recognizing.md L12).
public enum PercentText {
  /// Returns the text for `factor`, without a space before the sign; `–%` if it is not finite or too large.
  public static func string(_ factor: Double, rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> String
  {
    guard factor.isFinite, abs(factor) < 1e13 else { return "–%" }
    let percent = Int64((factor * 100).rounded(rounding))
    return "\(percent)%"
  }
}
