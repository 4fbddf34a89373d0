import Offhand
import Testing

/// Whether what is written can be read.
struct ThemeTests {
  /// The relative luminance of an opaque colour, by WCAG 2.1.
  private func luminance(_ color: Color) -> Double {
    func linear(_ channel: Float) -> Double {
      let value = Double(channel)
      if value <= 0.03928 { return value / 12.92 }
      // (value + 0.055) / 1.055 to the power of 2.4, with what the standard library has: x^2.4 = x² · x^0.4, the fifth root by Newton.
      let x = (value + 0.055) / 1.055
      var root = 0.8
      for _ in 0..<60 { root -= (root * root * root * root * root - x * x) / (5 * root * root * root * root) }
      return x * x * root
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// `color` above an opaque `ground`.
  private func above(_ ground: Color, _ color: Color) -> Color {
    let solid = Color(red: color.red, green: color.green, blue: color.blue)
    return ground.blended(with: solid, Double(color.alpha))
  }

  private func contrast(_ text: Color, on ground: Color) -> Double {
    let (a, b) = (luminance(above(ground, text)), luminance(ground))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(arguments: [Theme.dark, .light]) func `text can be read on every surface, pressed or not`(theme: Theme) {
    let worst: Color = theme == .dark ? .white : .black
    let grounds = [theme.background, above(worst, theme.panel), above(worst, theme.controlPanel)]
    for ground in grounds {
      #expect(contrast(theme.text, on: ground) >= 7)
      #expect(contrast(theme.secondaryText, on: ground) >= 4.5)
      #expect(contrast(theme.text, on: above(ground, theme.control)) >= 7)
      #expect(contrast(theme.text, on: above(ground, theme.pressedControl)) >= 4.5)
    }
    #expect(contrast(theme.accentText, on: theme.accent) >= 4.5)
    #expect(contrast(theme.danger, on: above(worst, theme.controlPanel)) >= 7)
    #expect(contrast(theme.accent, on: theme.background) >= 3, "the knob of a slider is seen")
  }

  @Test func `on large glass, and at a kiosk, everything is larger, and text on 24 inches as large as at a kiosk`() {
    let (tablet, desk, wall) = (
      Size(width: 300, height: 190), Size(width: 531, height: 299), Size(width: 708, height: 398)
    )
    #expect(Theme.dark.fitting(nil, on: tablet) == .dark)
    #expect(
      abs(Theme.dark.fitting(.kiosk).textSize - 4.8) < 0.01
        && Theme.dark.fitting(.kiosk, on: tablet) == Theme.dark.fitting(.kiosk)
    )
    #expect(abs(Theme.dark.fitting(nil, on: desk).textSize - 4.8) < 0.1)
    #expect(abs(Theme.dark.fitting(.kiosk, on: wall).rowHeight - 18) < 0.2)
  }

  @Test func `a blended colour is on the way from one to the other`() {
    #expect(Color.black.blended(with: .white, 0) == .black && Color.black.blended(with: .white, 2) == .white)
    #expect(abs(Color.black.blended(with: Color(white: 1, alpha: 0.5), 0.5).alpha - 0.75) < 1e-6)
  }
}
