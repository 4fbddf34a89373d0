extension OverlayContent {
  /// How large the content wants to be, in millimetres; ask before placing it (recognizers.md §3.10).
  ///
  /// A HUD is measured with every digit as wide as the widest and with room for three, so that counting from 99 % to 100 %
  /// changes neither its size nor its place.
  public func size(measuredBy measure: some TextMeasure, theme: OverlayTheme = .standard) -> Size {
    switch self {
    case .hud(let value):
      let width = measure.width(of: OverlayContent.widest(value), style: theme.hudStyle)
      return Size(
        width: width + 2 * theme.hudPaddingX,
        height: measure.lineHeight(of: theme.hudStyle) + 2 * theme.hudPaddingY)
    case .tooltip(let line):
      return Size(
        width: measure.width(of: line, style: theme.textStyle) + 2 * theme.padding,
        height: measure.lineHeight(of: theme.textStyle) + theme.padding)
    case .popover:
      return Size(width: 80, height: 60)
    case .menu(let menu):
      let widest = menu.items.map { measure.width(of: $0, style: theme.textStyle) }.max() ?? 0
      return Size(
        width: max(30, widest + 4 * theme.padding),
        height: Double(max(1, menu.items.count)) * theme.rowHeight + 2 * theme.menuPadding)
    case .loupe:
      return Size(width: 36, height: 36)
    }
  }

  /// `text` with every digit an 8 and at least three of them in a row where there is one.
  static func widest(_ text: String) -> String {
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
