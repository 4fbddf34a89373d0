import Glibc
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandPixman

@Suite struct FontBookTests {
  let fonts: FontBook
  let grid = PixelGrid(width: 800, height: 400, size: Size(width: 100, height: 50))

  init() throws { fonts = try FontBook() }

  private func ink(
    _ text: String, _ style: TextStyle, in rect: Rect, on grid: PixelGrid? = nil
  ) -> (minX: Int, maxX: Int, minY: Int, maxY: Int)? {
    let bitmap = Renderer(fonts: fonts).drawing(on: grid ?? self.grid) { $0.text(text, in: rect, style: style) }
    var box: (minX: Int, maxX: Int, minY: Int, maxY: Int)?
    for y in 0..<400 {
      for x in 0..<800 where bitmap[x, y] >> 24 > 60 {
        let old = box ?? (x, x, y, y)
        box = (min(old.minX, x), max(old.maxX, x), min(old.minY, y), max(old.maxY, y))
      }
    }
    return box
  }

  let line = Rect(x: 10, y: 10, width: 60, height: 20)

  @Test func `capitals stand in the middle of the height`() throws {
    let box = try #require(ink("HEH", TextStyle(size: 8, alignment: .center), in: line))
    #expect(abs((box.minY + box.maxY + 1) - 2 * 160) <= 2)
    #expect(abs((box.minX + box.maxX + 1) - 2 * 320) <= 6)
    #expect(box.maxY - box.minY > 40 && box.maxY - box.minY < 56)
  }

  @Test func `alignment puts the line at its side`() throws {
    let left = try #require(ink("Hi", TextStyle(size: 5), in: line))
    let right = try #require(ink("Hi", TextStyle(size: 5, alignment: .right), in: line))
    #expect(left.minX >= 80 && left.minX < 90)
    #expect(right.maxX < 560 && right.maxX > 545)
  }

  @Test(arguments: [100.0, 80, 125]) func `text is as wide as it was measured, also where pixels are not square`(
    across: Double
  ) throws {
    let grid = PixelGrid(width: 800, height: 400, size: Size(width: across, height: 50))
    let style = TextStyle(size: 6, weight: .bold)
    let width = fonts.measure(on: grid).width(of: "1000%", style: style)
    let box = try #require(ink("1000%", style, in: line, on: grid))
    #expect(abs(Double(box.maxX - box.minX + 1) / 800 * across - width) < 1.2)
    #expect(fonts.measure(on: grid).width(of: "", style: style) == 0)
    #expect(fonts.measure(on: grid).lineHeight(of: style) > 6)
  }

  @Test func `what does not fit is cut with an ellipsis inside of its rectangle`() throws {
    let style = TextStyle(size: 5)
    let box = try #require(ink("A line that is far too long for where it has to stand", style, in: line))
    #expect(box.maxX < 560 && box.maxX > 480)
  }

  @Test(arguments: [1.25, 1.28, 1.34, 1.5, 2, 2.5, 4], [TextStyle.Weight.regular, .bold])
  func `small text is as wide for its size as large text`(size: Double, weight: TextStyle.Weight) {
    let measure = fonts.measure(on: grid)
    let text = "The quick brown fox jumps over the lazy dog, 1,234 times"
    let large = measure.width(of: text, style: TextStyle(size: 60, weight: weight)) / 60
    let small = measure.width(of: text, style: TextStyle(size: size, weight: weight)) / size
    #expect(abs(small / large - 1) < 0.01, "\(small) for \(large)")
  }

  @Test func `letters are shaped, not set one by one`() {
    let measure = fonts.measure(on: grid)
    let style = TextStyle(size: 10)
    let pair = measure.width(of: "AVAVAVAV", style: style)
    let apart = 4 * (measure.width(of: "A", style: style) + measure.width(of: "V", style: style))
    #expect(pair < apart - 1, "kerning")
  }

  @Test(arguments: ["العربية", "e\u{301}", "👨‍👩‍👧", "\u{0}", "\u{FFFD}\u{200D}", "\n\t"])
  func `any text is drawn or left out, never fatal`(text: String) {
    _ = ink(text, TextStyle(size: 5), in: line)
    _ = ink(text, TextStyle(size: 0), in: line)
    _ = ink(text, TextStyle(size: .nan), in: line)
    _ = ink(text, TextStyle(size: 1e9), in: line)
  }

  @Test func `long lines do not pile up either`() {
    let measure = fonts.measure(on: grid)
    for number in 0..<40 {
      #expect(measure.width(of: "\(number)" + String(repeating: "long ", count: 200), style: TextStyle(size: 3)) > 0)
    }
    #expect(fonts.glyphs > 1000 && fonts.glyphs <= FontBook.glyphCapacity)
  }

  /// As an upgrade of fonts does it. In a process of its own, which reads its fonts from a folder of the test and has given up its rights.
  @Test(arguments: [false, true]) func `text is drawn at new sizes after the fonts' files were removed`(
    isReplaced: Bool
  ) async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [isReplaced] in
      let folder = try TemporaryFolder()
      let source = "/usr/share/fonts/truetype/dejavu/DejaVuSans"
      let bold = try Files.contents(of: source + "-Bold.ttf")
      try Files.write(try Files.contents(of: source + ".ttf"), to: folder.path + "/font.ttf")
      try Files.write(bold, to: folder.path + "/bold.ttf")
      try Files.write(
        Array("<fontconfig><dir>\(folder.path)</dir><cachedir>\(folder.path)</cachedir></fontconfig>".utf8),
        to: folder.path + "/fonts.conf")
      setenv("FONTCONFIG_FILE", folder.path + "/fonts.conf", 1)
      let fonts = try FontBook()
      let measure = fonts.measure(on: PixelGrid(width: 800, height: 400, size: Size(width: 100, height: 50)))
      try #require(measure.width(of: "100 %", style: TextStyle(size: 2)) > 0)
      for name in ["font.ttf", "bold.ttf"] { Files.removeFile("\(folder.path)/\(name)") }
      if isReplaced { try Files.write(bold, to: folder.path + "/other.ttf") }
      _ = Confinement().apply()
      let widths = (1...60).map {
        measure.width(of: "100 %", style: TextStyle(size: Double($0) / 4, weight: $0 % 2 == 0 ? .bold : .regular))
      }
      #expect(widths.allSatisfy { $0 > 0 })
      // Of another file, the sizes are true; without one, some open size is drawn.
      if isReplaced { #expect(abs(widths[59] / widths[29] - 2) < 0.1) }
      try Descriptor.write(Array("drawn\n".utf8), to: 2)
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    // fontconfig would write its cache anew; what is refused behind that is the end of the folder.
    #expect(errors.hasPrefix("drawn\n"), "\(errors)")
  }

  @Test func `of several families the first that the machine has is taken`() throws {
    let grid = PixelGrid(width: 800, height: 400, size: Size(width: 100, height: 50))
    func width(_ family: String) throws -> Double {
      try FontBook(family: family).measure(on: grid).width(of: "Illicit", style: TextStyle(size: 4))
    }
    #expect(try width("No Such Family,DejaVu Sans Mono,sans-serif") == width("DejaVu Sans Mono"))
    #expect(try width("DejaVu Sans Mono") != width("DejaVu Sans"))
  }

  /// Not as an upgrade does it, which replaces files, but as a copy onto them does.
  @Test(arguments: ["shortened", "overwritten", "large", "fallback"])
  func `text is drawn after the font's file was changed in place`(change: String) async {
    await #expect(processExitsWith: .success) { [change] in
      let folder = try TemporaryFolder()
      let path = folder.path + "/font.ttf"
      let fonts = "/usr/share/fonts/truetype/dejavu"
      var content = try Files.contents(of: "\(fonts)/DejaVuSans.ttf")
      // As long as those of Chinese are.
      if change == "large" { content += [UInt8](repeating: 0, count: 20 << 20) }
      try Files.write(content, to: path)
      let family = change == "fallback" ? "DejaVu Serif" : "sans-serif"
      if change == "fallback" {
        try Files.write(try Files.contents(of: "\(fonts)/DejaVuSerif.ttf"), to: folder.path + "/serif.ttf")
      }
      try Files.write(
        Array("<fontconfig><dir>\(folder.path)</dir><cachedir>\(folder.path)</cachedir></fontconfig>".utf8),
        to: folder.path + "/fonts.conf")
      setenv("FONTCONFIG_FILE", folder.path + "/fonts.conf", 1)
      let grid = PixelGrid(width: 800, height: 400, size: Size(width: 100, height: 50))
      func widths(_ measure: FontMeasure) -> [Double] {
        (1...20).flatMap { size in
          ["ÄÖÜ \(size)", "fi ffl", "العربية", "\u{1F600}"].map {
            measure.width(of: $0, style: TextStyle(size: Double(size) / 2, weight: size % 2 == 0 ? .bold : .regular))
          }
        }
      }
      let expected = widths(try FontBook(family: family).measure(on: grid))
      let measure = try FontBook(family: family).measure(on: grid)
      // Arabic is in one of both.
      try #require(measure.width(of: "100 % ال", style: TextStyle(size: 2)) > 0)
      if change == "overwritten" {
        // The same length, so that what is mapped stays there, and other content behind the head.
        let file = try Descriptor(opening: path, .readingAndWriting)
        try file.write([UInt8](repeating: 0xAB, count: content.count - 2048), at: 2048)
      } else {
        truncate(path, 100)
      }
      #expect(widths(measure) == expected)
    }
  }
}
