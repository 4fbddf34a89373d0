/// How overlays look: lengths in millimetres, so that they are as large on any screen.
public struct OverlayTheme: Sendable, Hashable {
  /// The panel behind white text: nearly black, so that it stands on any picture, and slightly translucent, so that it is
  /// seen to lie above it. 7:1 of contrast remain over pure white.
  public var panel = Color(red: 0.07, green: 0.075, blue: 0.09, alpha: 0.88)
  /// The panel of what fingers touch: many things stand in it, so less of what lies below may show through.
  public var controlPanel = Color(red: 0.07, green: 0.075, blue: 0.09, alpha: 0.97)
  /// The hairline around a panel, that sets it off from black.
  public var hairline = Color(white: 1, alpha: 0.14)
  /// Text.
  public var text = Color(white: 1, alpha: 0.96)
  /// Text that stands back: titles.
  public var secondaryText = Color(white: 1, alpha: 0.66)
  /// What is chosen.
  public var accent = Color(rgb: 0x2F7CF6)
  /// The shadow of a panel.
  public var shadow = Shadow(color: Color(white: 0, alpha: 0.42), offset: Vector(dx: 0, dy: 1), blur: 3)

  /// The font size of a HUD: read at a glance from 60 cm.
  public var hudTextSize = 4.6
  /// The font size of everything else.
  public var textSize = 3.2
  /// Left and right of a HUD's text.
  public var hudPaddingX = 3.4
  /// Above and below a HUD's line.
  public var hudPaddingY = 1.5
  /// The corners of panels.
  public var cornerRadius = 1.8
  /// Between a panel's edge and what stands in it.
  public var padding = 2.4
  /// Around the rows of a menu.
  public var menuPadding = 1.2
  /// The height of a row to be hit by a finger: 9 mm, the mean width of a fingertip's contact.
  public var rowHeight = 9.0
  /// How far a popover's arrow reaches out.
  public var arrowLength = 2.6
  /// Half the width of a popover's arrow at its foot.
  public var arrowHalfWidth = 2.6
  /// The line around things.
  public var hairlineWidth = 0.16

  /// The theme everything is drawn with unless one says otherwise.
  public static let standard = OverlayTheme()

  /// A theme to start from.
  public init() {}

  /// The style of a HUD's text.
  public var hudStyle: TextStyle { TextStyle(size: hudTextSize, weight: .bold, color: text, alignment: .center) }
  /// The style of plain text.
  public var textStyle: TextStyle { TextStyle(size: textSize, color: text) }
  /// The style of a title.
  public var titleStyle: TextStyle {
    TextStyle(size: textSize, weight: .bold, color: secondaryText, alignment: .center)
  }
}
