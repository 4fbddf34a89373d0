/// The look of overlays. Lengths are in millimetres, so that overlays have the same size on any screen.
public struct OverlayTheme: Sendable, Hashable {
  /// The panel behind white text: nearly black, to stand out from any picture, and slightly translucent, to appear above it. The
  /// contrast is at least 7:1, over pure white.
  public var panel = Color(red: 0.07, green: 0.075, blue: 0.09, alpha: 0.88)
  /// The panel of interactive overlays: it holds more content, so less may show through.
  public var controlPanel = Color(red: 0.07, green: 0.075, blue: 0.09, alpha: 0.97)
  /// The hairline around a panel, which separates it from black.
  public var hairline = Color(white: 1, alpha: 0.14)
  /// Text.
  public var text = Color(white: 1, alpha: 0.96)
  /// Less prominent text: titles.
  public var secondaryText = Color(white: 1, alpha: 0.66)
  /// The colour of the selection.
  public var accent = Color(rgb: 0x2F7CF6)
  /// The drop shadow of a panel.
  public var shadow = DropShadow(color: Color(white: 0, alpha: 0.42), offset: Vector(dx: 0, dy: 1), blur: 3)

  /// The font size of a HUD, to be read at a glance from 60 cm.
  var hudTextSize = 4.6
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
  var rowHeight = 9.0
  /// The length of a popover's arrow.
  var arrowLength = 2.6
  /// Half the width of the base of a popover's arrow.
  var arrowHalfWidth = 2.6
  /// The width of hairlines.
  public var hairlineWidth = 0.16

  /// The default theme.
  public static let standard = OverlayTheme()

  /// The standard theme, to be modified.
  public init() {}

  /// The style of a HUD's text.
  var hudStyle: TextStyle { TextStyle(size: hudTextSize, weight: .bold, color: text, alignment: .center) }
  /// The style of plain text.
  public var textStyle: TextStyle { TextStyle(size: textSize, color: text) }
  /// The style of a title.
  var titleStyle: TextStyle {
    TextStyle(size: textSize, weight: .bold, color: secondaryText, alignment: .center)
  }
}
