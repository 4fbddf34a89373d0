/// The look of overlays and controls: colours, and lengths in millimetres, so that they have the same size on any screen.
///
/// There are a dark and a light one, ``dark`` and ``light``; text has a contrast of at least 7:1 on every surface of either, secondary
/// text and text on the accent 4.5:1.
public struct Theme: Sendable, Hashable {
  /// The ground of a program's surface.
  public var background: Color
  /// The panel behind the text of overlays that are not touched: slightly translucent, to appear above any picture.
  public var panel: Color
  /// The panel of interactive overlays: it holds more content, so nothing may show through.
  public var controlPanel: Color
  /// The fill of buttons, rows and tracks on the background or a panel.
  public var control: Color
  /// The fill of what a finger presses.
  public var pressedControl: Color
  /// The hairline around a panel, which separates it from a ground of its own colour.
  public var hairline: Color
  /// Text.
  public var text: Color
  /// Less prominent text: titles, hints.
  public var secondaryText: Color
  /// The colour of the selection, and of the value of a slider.
  public var accent: Color
  /// Text on the accent.
  public var accentText: Color
  /// What destroys something.
  public var danger: Color
  /// The drop shadow of a panel.
  public var shadow: DropShadow

  /// White text on dark surfaces: for pictures, and for rooms with little light.
  public static let dark = Theme(
    background: Color(rgb: 0x16181D), panel: Color(red: 0.07, green: 0.075, blue: 0.09, alpha: 0.88),
    controlPanel: Color(red: 0.07, green: 0.075, blue: 0.09), control: Color(white: 1, alpha: 0.09),
    pressedControl: Color(white: 1, alpha: 0.24), hairline: Color(white: 1, alpha: 0.14),
    text: Color(white: 1, alpha: 0.96), secondaryText: Color(white: 1, alpha: 0.66), accent: Color(rgb: 0x2467E0),
    accentText: .white, danger: Color(rgb: 0xFF8A80),
    shadow: DropShadow(color: Color(white: 0, alpha: 0.42), offset: Vector(dx: 0, dy: 1), blur: 3))

  /// Dark text on light surfaces: for bright rooms, and for what is read like paper.
  public static let light = Theme(
    background: Color(rgb: 0xF1F2F4), panel: Color(white: 1, alpha: 0.94), controlPanel: .white,
    control: Color(white: 0, alpha: 0.06), pressedControl: Color(white: 0, alpha: 0.2),
    hairline: Color(white: 0, alpha: 0.14), text: Color(rgb: 0x14171C), secondaryText: Color(rgb: 0x4F565F),
    accent: Color(rgb: 0x1F5FD6), accentText: .white, danger: Color(rgb: 0xA1160E),
    shadow: DropShadow(color: Color(white: 0, alpha: 0.26), offset: Vector(dx: 0, dy: 1), blur: 3))

  /// The default theme, ``dark``.
  public static let standard = Theme.dark

  /// The font size of a HUD, to be read at a glance from 60 cm.
  var hudTextSize = 4.6
  /// The factor by which ``fitting(_:on:)`` has made its lengths larger.
  public private(set) var scale = 1.0
  /// The font size of everything else.
  public var textSize = 3.2
  /// The space left and right of a HUD's text.
  var hudPaddingX = 3.4
  /// The space above and below a HUD's text.
  var hudPaddingY = 1.5
  /// The corner radius of panels.
  public var cornerRadius = 1.8
  /// The space between a panel's edge and its content.
  public var padding = 2.4
  /// The space around the rows of a menu.
  var menuPadding = 1.2
  /// The height of a row to be touched: 9 mm, the mean width of a fingertip's contact.
  public var rowHeight = 9.0
  /// The length of a popover's arrow.
  var arrowLength = 2.6
  /// Half the width of the base of a popover's arrow.
  var arrowHalfWidth = 2.6
  /// The width of hairlines.
  public var hairlineWidth = 0.16

  var hudStyle: TextStyle { TextStyle(size: hudTextSize, weight: .bold, color: text, alignment: .center) }
  /// The style of plain text.
  public var textStyle: TextStyle { TextStyle(size: textSize, color: text) }
  var titleStyle: TextStyle {
    TextStyle(size: textSize, weight: .bold, color: secondaryText, alignment: .center)
  }

  /// The style of the title of a control: plain text in its middle.
  public var controlStyle: TextStyle { TextStyle(size: textSize, weight: .bold, color: text, alignment: .center) }

  /// The theme on a panel of a posture and on glass of a size: at a kiosk, which is read standing, everything is half as large again, and
  /// text 4.8 mm; on large glass, which is seen whole only from farther away, it grows with the diagonal.
  public func fitting(_ posture: Posture?, on glass: Size = .zero) -> Theme {
    let factor = max(posture == .kiosk ? 1.5 : 1, Theme.scale(on: glass))
    var theme = self
    theme.scale *= factor
    theme.hudTextSize *= factor
    theme.textSize *= factor
    theme.hudPaddingX *= factor
    theme.hudPaddingY *= factor
    theme.cornerRadius *= factor
    theme.padding *= factor
    theme.menuPadding *= factor
    theme.rowHeight *= factor
    theme.arrowLength *= factor
    theme.arrowHalfWidth *= factor
    return theme
  }

  /// The factor for glass of a size: 1 up to 16 inches, which are read at arm's length, 1.5 on 24 inches, and at most 2, on 32.
  package static func scale(on glass: Size) -> Double {
    min(2, max(1, Vector(dx: glass.width, dy: glass.height).length / 410))
  }
}

extension Color {
  /// Returns the colour that is a share of the way to `other`, every component by itself; `share` from 0 to 1.
  public func blended(with other: Color, _ share: Double) -> Color {
    let part = Float(min(max(share, 0), 1))
    return Color(
      red: red + (other.red - red) * part, green: green + (other.green - green) * part,
      blue: blue + (other.blue - blue) * part, alpha: alpha + (other.alpha - alpha) * part)
  }
}
