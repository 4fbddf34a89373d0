import Offhand
import OffhandPixman
import OffhandPlatform
import Testing

/// Whether the font of the figures is there.
private let hasReferenceFont =
  (try? Files.names(in: "/usr/share/fonts/truetype/dejavu").contains("DejaVuSans.ttf")) ?? false

/// Text against another renderer: FreeType and HarfBuzz by way of Pillow 12 with DejaVu Sans 2.37 at 768 pixels to the em, without
/// hinting. Lengths are ems, ink is the sum of the coverage in square ems, the middle is that of the ink from where the line begins.
@Suite(.enabled(if: hasReferenceFont, "the figures are those of DejaVu Sans: scripts/setup build"))
struct TextReferenceTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var text: String
    var weight: TextStyle.Weight
    var width: Double
    var ink: Double
    var middle: Double

    init(_ text: String, _ weight: TextStyle.Weight, width: Double, ink: Double, middle: Double) {
      (self.text, self.weight, self.width, self.ink, self.middle) = (text, weight, width, ink, middle)
    }

    var testDescription: String { "\(text), \(weight)" }
  }

  static let lines = [
    Line("Hamburgefonstiv", .regular, width: 8.631, ink: 1.8477, middle: 4.244),
    Line("The quick brown fox, 1,234 times", .regular, width: 16.698, ink: 3.0785, middle: 8.309),
    Line("AVATAR To Ty Wa.", .regular, width: 8.667, ink: 1.8079, middle: 4.066),
    Line("100%  −45°", .regular, width: 6.105, ink: 1.0245, middle: 2.778),
    Line("Größe ändern: äöüß", .regular, width: 10.006, ink: 2.0999, middle: 4.967),
    Line("Hamburgefonstiv", .bold, width: 9.771, ink: 3.2505, middle: 4.781),
    Line("The quick brown fox, 1,234 times", .bold, width: 18.819, ink: 5.3951, middle: 9.346),
    Line("AVATAR To Ty Wa.", .bold, width: 9.875, ink: 3.1579, middle: 4.583),
    Line("100%  −45°", .bold, width: 6.515, ink: 1.6516, middle: 2.943),
    Line("Größe ändern: äöüß", .bold, width: 11.273, ink: 3.5941, middle: 5.605),
  ]

  /// Pixels to the millimetre, in both directions.
  private let density = 8.0
  private let fonts: FontBook

  init() throws { fonts = try FontBook(family: "DejaVu Sans") }

  @Test(arguments: lines, [11.0, 13, 16, 24, 40])
  func `a line is as wide, as dark and in the same place as another renderer draws it`(
    line: Line, pixels: Double
  ) throws {
    let grid = PixelGrid(width: 1000, height: 100, size: Size(width: 125, height: 12.5))
    let style = TextStyle(size: pixels / density, weight: line.weight)
    let width = fonts.measure(on: grid).width(of: line.text, style: style) * density / pixels
    #expect(abs(width / line.width - 1) < 0.01, "\(width) em wide, not \(line.width)")
    let bitmap = Renderer(fonts: fonts).drawing(on: grid) {
      $0.text(line.text, in: Rect(x: 1, y: 0, width: 123, height: 12.5), style: style)
    }
    var (ink, moment) = (0.0, 0.0)
    for y in 0..<100 {
      for x in 0..<1000 {
        let coverage = Double(bitmap[x, y] >> 24) / 255
        ink += coverage
        moment += coverage * (Double(x) + 0.5)
      }
    }
    let darkness = ink / (pixels * pixels)
    let middle = (moment / ink - density) / pixels
    // Stems are fitted to whole pixels vertically, which makes small text a little darker or lighter.
    #expect(abs(darkness / line.ink - 1) < (pixels < 14 ? 0.12 : 0.08), "\(darkness) dark, not \(line.ink)")
    // Glyphs lie on whole pixels, so that a line is up to one away in the middle.
    #expect(abs(middle - line.middle) * pixels < 1, "the ink is about \(middle) em, not \(line.middle)")
  }
}
