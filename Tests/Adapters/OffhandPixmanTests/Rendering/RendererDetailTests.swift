import Glibc
import Offhand
import OffhandPlatform
import Testing

@testable import OffhandPixman

/// Frames that follow one another with one renderer, and what lies at the edges of shapes.
@Suite struct RendererDetailTests {
  /// Four pixels a millimetre.
  private let grid = PixelGrid(width: 400, height: 200, size: Size(width: 100, height: 50))
  private let renderer: Renderer

  init() throws { renderer = Renderer(fonts: try FontBook()) }

  private func draw(
    with renderer: Renderer? = nil, into bitmap: Bitmap? = nil, damage: Damage? = nil,
    _ body: (inout DisplayList) -> Void
  ) -> Bitmap { (renderer ?? self.renderer).drawing(on: grid, damage: damage, into: bitmap, body) }

  private func alpha(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] >> 24) }

  /// Covered pixels, in square millimetres.
  private func area(_ bitmap: Bitmap) -> Double { bitmap.coverage / 16 }

  private static let all = Rect(x: 0, y: 0, width: 100, height: 50)

  // MARK: Grounds and layers

  @Test func `what follows a layer is drawn below it again, and what follows one that is not seen as well`() {
    let bitmap = draw { list in
      list.layer(in: Rect(x: 0, y: 0, width: 10, height: 10), opacity: 0.5) {
        $0.fill(Self.all, .black)
      }
      list.fill(Rect(x: 20, y: 0, width: 10, height: 10), .white)
      list.layer(in: Rect(x: 200, y: 0, width: 20, height: 20), opacity: 0.5) {
        $0.layer(in: Self.all, opacity: 0.5) { $0.fill(Self.all, .black) }
        $0.fill(Self.all, .black)
      }
      list.fill(Rect(x: 40, y: 0, width: 10, height: 10), .white)
      list.layer(in: Rect(x: 60, y: 0, width: 10, height: 10)) { $0.fill(Self.all, .white) }
    }
    #expect(bitmap[20, 20] >> 24 == 128)
    #expect(bitmap[100, 20] == 0xFFFF_FFFF && bitmap[180, 20] == 0xFFFF_FFFF && bitmap[260, 20] == 0xFFFF_FFFF)
    #expect(bitmap[300, 20] == 0 && bitmap[10, 100] == 0, "a layer cuts what hangs over it")
  }

  @Test func `a layer has nothing of the one that was drawn before it`() {
    func layer(_ rect: Rect, _ radius: Double, _ opacity: Double) -> (inout DisplayList) -> Void {
      { list in
        list.layer(in: rect, cornerRadius: radius, opacity: opacity) {
          $0.fill(Rect(x: rect.minX, y: 0, width: 5, height: 50), .black)
        }
      }
    }
    let steps: [(Rect, Double, Double)] = [
      (Rect(x: 0, y: 0, width: 20, height: 20), 8, 0.5), (Rect(x: 10, y: 0, width: 20, height: 20), 0, 0.9),
      (Rect(x: 10, y: 0, width: 80, height: 50), 4, 1), (Rect(x: 5, y: 5, width: 20, height: 20), 0, 1),
      (Rect(x: 0, y: 0, width: 100, height: 20), 0, 0.3), (Rect(x: 30, y: 0, width: 20, height: 20), 10, 1),
    ]
    for (rect, radius, opacity) in steps {
      let fresh = Renderer(fonts: renderer.fonts)
      #expect(
        draw(layer(rect, radius, opacity)).difference(from: draw(with: fresh, layer(rect, radius, opacity))) == 0,
        "\(rect) \(radius) \(opacity)")
    }
  }

  @Test func `damage beyond the surface is cut, and shapes beyond its edge stay in their rows`() {
    let bitmap = draw(damage: Damage(PixelRect(x: -40, y: -40, width: 1000, height: 1000))) {
      $0.circle(center: Point(x: 100, y: 25), radius: 10, .white)
      $0.fill(Rect(x: 90, y: 5, width: 40, height: 5), .white, cornerRadius: 1)
    }
    #expect(bitmap[398, 100] == 0xFFFF_FFFF)
    for y in 0..<200 { #expect(bitmap[0, y] == 0) }
  }

  @Test func `memory that is used for a surface of another size is drawn as that`() {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 400 * 200)
    memory.initialize(repeating: 0, count: 400 * 200)
    defer { memory.deallocate() }
    for (width, height) in [(400, 200), (200, 400), (100, 100)] {
      let own = PixelGrid(width: Int32(width), height: Int32(height), size: Size(width: 100, height: 100))
      var list = DisplayList()
      list.fill(Rect(x: 0, y: 0, width: 100, height: 100), .black)
      list.circle(center: Point(x: 50, y: 50), radius: 20, .white)
      // Through pixman, which has the size of the memory from its image.
      list.fill(Rect(x: 80, y: 80, width: 20, height: 20), Color(white: 1, alpha: 0.5))
      renderer.draw(list, on: own, into: memory, stride: width * 4)
      #expect(memory[(height - 1) * width + width - 1] & 0xFF == 128)
      #expect(memory[height / 2 * width + width / 2] == 0xFFFF_FFFF, "\(width)×\(height)")
      #expect(memory[height / 2 * width + 2] == 0xFF00_0000)
      #expect(memory[2 * width + width / 2] == 0xFF00_0000)
    }
  }

  @Test func `the image of a layer is kept for its lower bands`() {
    var pixels = ScratchPixels()
    let images = [64, 10, 64].map { pixels.take(width: 100, height: $0)?.image }
    #expect(images[0] != nil && images[1] == images[0] && images[2] == images[0])
  }

  // MARK: Sprites

  /// Shapes that differ from the first in one thing.
  private static func shapes() -> [(String, (inout DisplayList) -> Void)] {
    func stroke(
      _ width: Double, _ height: Double, _ line: Double, _ radius: Double, x: Double = 20, _ color: Color = .white
    ) -> (inout DisplayList) -> Void {
      { $0.stroke(Rect(x: x, y: 10, width: width, height: height), color, width: line, cornerRadius: radius) }
    }
    func shadow(_ width: Double, _ height: Double, _ blur: Double, _ dy: Double, _ radius: Double, _ alpha: Float)
      -> (inout DisplayList) -> Void
    {
      {
        $0.shadow(
          under: Rect(x: 50, y: 10, width: width, height: height), cornerRadius: radius,
          DropShadow(color: Color(white: 0, alpha: alpha), offset: Vector(dx: 0, dy: dy), blur: blur))
      }
    }
    func dot(_ x: Double, _ y: Double) -> (inout DisplayList) -> Void {
      { $0.circle(center: Point(x: x, y: y), radius: 6, .white) }
    }
    return [
      ("dot", dot(40, 25)), ("half a pixel on", dot(40.125, 25)), ("half a pixel down", dot(40, 25.125)),
      ("stroke", stroke(20, 15, 1, 3)), ("line", stroke(20, 15, 2, 3)), ("width", stroke(24, 15, 1, 3)),
      ("height", stroke(20, 19, 1, 3)), ("radius", stroke(20, 15, 1, 6)), ("place", stroke(20, 15, 1, 3, x: 20.125)),
      ("colour", stroke(20, 15, 1, 3, .black)), ("shadow", shadow(20, 15, 3, 0, 2, 0.6)),
      ("shadow's width", shadow(26, 15, 3, 0, 2, 0.6)), ("shadow's height", shadow(20, 21, 3, 0, 2, 0.6)),
      ("blur", shadow(20, 15, 6, 0, 2, 0.6)), ("offset", shadow(20, 15, 3, 4, 2, 0.6)),
      ("shadow's radius", shadow(20, 15, 3, 0, 6, 0.6)), ("shadow's colour", shadow(20, 15, 3, 0, 2, 0.2)),
    ]
  }

  @Test func `a shape that differs from one that is kept is drawn as it is itself`() {
    let shapes = Self.shapes()
    for (name, shape) in shapes + shapes.reversed() {
      let fresh = draw(with: Renderer(fonts: renderer.fonts), shape)
      for _ in 0..<3 { #expect(draw(shape).difference(from: fresh) <= 1, "\(name)") }
    }
    let distinct = shapes.map { draw($0.1) }
    for one in distinct.indices {
      for other in distinct.indices where one < other { #expect(distinct[one].difference(from: distinct[other]) > 8) }
    }
  }

  @Test func `sprites are kept up to a limit, and those that are used longest of all`() throws {
    var cache = SpriteCache()
    func key(_ number: Int32) -> SpriteKey {
      SpriteKey(width: number, height: 0, radius: 0, line: 0, blur: 0, phaseX: 0, phaseY: 0, pixel: 0)
    }
    func isKept(_ number: Int32) -> Bool { if case .sprite = cache.lookUp(key(number)) { true } else { false } }
    for number in Int32(0)..<40 {
      guard case .seenOnce = cache.lookUp(key(number)), case .worthKeeping = cache.lookUp(key(number)) else {
        Issue.record("a sprite is worth keeping at its second use")
        return
      }
      cache.insert(try #require(SpriteCache.Sprite(width: 512, height: 512)), for: key(number))
      #expect(isKept(0), "it is used again and again")
    }
    let kept = (Int32(0)..<40).filter(isKept)
    #expect(kept.count == SpriteCache.capacity / (512 * 512 * 4))
    #expect(kept.contains(39) && !kept.contains(1))
  }

  @Test func `shapes as large as the screen are drawn, not kept`() async {
    await #expect(processExitsWith: .success) {
      /// The resident memory in bytes: the second number of `statm`, in pages.
      func resident() throws -> Int {
        let words = String(decoding: try Files.contents(of: "/proc/self/statm"), as: UTF8.self).split(separator: " ")
        return Int(words[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
      }
      let renderer = Renderer(fonts: try FontBook())
      let bitmap = Bitmap(width: 3000, height: 2000)
      let grid = PixelGrid(width: 3000, height: 2000, size: Size(width: 300, height: 200))
      var list = DisplayList()
      list.circle(center: Point(x: 150, y: 100), radius: 98, .white)
      list.shadow(under: Rect(x: 20, y: 20, width: 250, height: 150), cornerRadius: 2, DropShadow())
      renderer.draw(list, on: grid, into: bitmap)
      let before = try resident()
      for _ in 0..<3 { renderer.draw(list, on: grid, into: bitmap) }
      let growth = try resident() - before
      #expect(growth < 4 << 20)
    }
  }

  @Test(arguments: 0..<3) func `what is larger than any picture is drawn, again and again`(number: Int) async {
    await #expect(processExitsWith: .success) { [number] in
      let renderer = Renderer(fonts: try FontBook())
      let grid = PixelGrid(width: 400, height: 200, size: Size(width: 100, height: 50))
      var list = DisplayList()
      switch number {
      case 0: list.fill(Rect(x: 0, y: 20, width: 10_000, height: 0.5), .white, cornerRadius: 0.2)
      case 1: list.stroke(Rect(x: 0, y: 0, width: 50, height: 30), .white, width: .greatestFiniteMagnitude)
      default:
        let room = Rect(x: 0, y: 0, width: .greatestFiniteMagnitude, height: 50)
        list.text("wide", in: room, style: TextStyle(size: 10, color: .white))
      }
      for _ in 0..<3 {
        let bitmap = Bitmap(width: 400, height: 200)
        renderer.draw(list, on: grid, into: bitmap)
        #expect(bitmap.coverage > 0)
      }
    }
  }

  // MARK: Shapes

  @Test func `lines are at least a pixel wide, in all directions`() {
    for (start, end) in [((20.0, 20.0), (60.0, 20.0)), ((60, 20), (20, 20)), ((40, 40), (40, 5)), ((60, 40), (20, 10))]
    {
      let length = Vector(dx: end.0 - start.0, dy: end.1 - start.1).length
      let hair = draw {
        $0.line(from: Point(x: start.0, y: start.1), to: Point(x: end.0, y: end.1), width: 0.01, .white)
      }
      #expect(abs(area(hair) / (length * 0.25) - 1) < 0.1)
      let thick = draw { $0.line(from: Point(x: start.0, y: start.1), to: Point(x: end.0, y: end.1), width: 4, .white) }
      #expect(abs(area(thick) - (4 * length + .pi * 4)) < 1.5)
    }
    let frame = draw { $0.stroke(Rect(x: 20, y: 10, width: 40, height: 20), .white, width: 0.01) }
    #expect(abs(area(frame) - 0.25 * 120) < 2)
    let pill = draw { $0.fill(Rect(x: 20, y: 10, width: 40, height: 20), .white, cornerRadius: 50) }
    #expect(abs(area(pill) - (400 + .pi * 100)) < 1)
  }

  @Test func `a shadow is cast below, softly, and turns and grows with what casts it`() {
    func shadow(_ rect: Rect, radius: Double = 2, dy: Double = 0, _ transform: Similarity = .identity) -> Bitmap {
      draw {
        $0.shadow(
          under: rect, cornerRadius: radius, DropShadow(color: .black, offset: Vector(dx: 0, dy: dy), blur: 3),
          transform: transform)
      }
    }
    let rect = Rect(x: 40, y: 20, width: 20, height: 10)
    let below = shadow(rect, dy: 2)
    #expect(alpha(below, 200, 125) > alpha(below, 200, 74) + 60)
    // Half of the blur outside: an eighth to a sixth of the colour, where a straight slope would have a quarter.
    #expect((25...45).contains(alpha(shadow(rect), 153, 100)))
    let center = rect.center
    let turned = shadow(rect, Similarity(scale: 1, rotation: Angle(degrees: 90.001), about: center))
    let tall = shadow(Rect(center: center, size: Size(width: 10, height: 20)))
    #expect(turned.difference(from: tall) < 24)
    #expect(turned.difference(from: shadow(rect)) > 100)
    // Neither is a kept shadow taken for one that is turned, nor the other way round.
    for degrees in [0, 0, 0, 30, 30, 30, 0.0] {
      let turn = Similarity(scale: 1, rotation: Angle(degrees: degrees), about: center)
      let fresh = draw(with: Renderer(fonts: renderer.fonts)) {
        $0.shadow(under: rect, cornerRadius: 2, DropShadow(color: .black, offset: .zero, blur: 3), transform: turn)
      }
      #expect(shadow(rect, turn).difference(from: fresh) <= 1, "\(degrees)°")
    }
    let grown = shadow(rect, radius: 3, Similarity(scale: 1.5, rotation: .zero, about: center))
    #expect(grown.difference(from: shadow(Rect(center: center, size: Size(width: 30, height: 15)), radius: 4.5)) < 3)
  }

  @Test func `a kept shadow is the same at every place, also where it ends on whole pixels`() throws {
    let grid = PixelGrid(width: 480, height: 270, size: Size(width: 40, height: 22.5))
    let shared = Renderer(fonts: renderer.fonts)
    for row in 0..<130 as Range<Int> {
      let rect = Rect(x: 12, y: Double(60 + row) / 12, width: 10, height: 5)
      let shadow: (inout DisplayList) -> Void = {
        $0.shadow(under: rect, cornerRadius: 1, DropShadow(color: .black, offset: .zero, blur: 3))
      }
      // What is drawn once is not kept.
      for _ in 0..<(row == 0 ? 3 : 0) { _ = shared.drawing(on: grid, shadow) }
      let fresh = Renderer(fonts: renderer.fonts).drawing(on: grid, shadow)
      #expect(shared.drawing(on: grid, shadow).difference(from: fresh) <= 2, "row \(row)")
    }
  }

  @Test func `between a panel and its shadow there is no light`() {
    for width in stride(from: 10.05, to: 10.3, by: 0.05) {
      let rect = Rect(x: 20, y: 10, width: width, height: width)
      let bitmap = draw {
        $0.fill(Self.all, .white)
        $0.shadow(under: rect, cornerRadius: 0, DropShadow(color: .black, offset: .zero, blur: 3))
        $0.fill(rect, .black)
      }
      let dark = (80..<180).first { bitmap[$0, 60] & 0xFF > 10 } ?? 0
      #expect(bitmap[dark, 60] & 0xFF < 200, "\(width) mm")
      let low = (40..<140).first { bitmap[100, $0] & 0xFF > 10 } ?? 0
      #expect(bitmap[100, low] & 0xFF < 200, "\(width) mm")
    }
  }

  @Test func `colours are their own, one after the other, and never more than whole`() {
    let bitmap = draw {
      $0.fill(Rect(x: 0, y: 0, width: 10, height: 10), Color(red: 1, green: 0, blue: 0, alpha: 0.5))
      $0.fill(Rect(x: 20, y: 0, width: 10, height: 10), Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    }
    #expect(bitmap[20, 20] == 0x8080_0000 && bitmap[100, 20] == 0x8000_0080)
    #expect(Color(white: 2, alpha: 1.5).premultiplied == 0xFFFF_FFFF)
    #expect(Color(white: 1, alpha: 0.5).premultiplied == 0x8080_8080)
  }

  // MARK: Text

  @Test func `text has its colour, its weight and its size, and stays in its layer`() throws {
    let line = Rect(x: 5, y: 5, width: 60, height: 20)
    func text(_ text: String, _ style: TextStyle) -> Bitmap { draw { $0.text(text, in: line, style: style) } }
    func strongest(_ bitmap: Bitmap) -> UInt32 {
      var best: UInt32 = 0
      for y in 0..<200 { for x in 0..<400 where bitmap[x, y] >> 24 > best >> 24 { best = bitmap[x, y] } }
      return best
    }
    #expect(strongest(text("HHH", TextStyle(size: 8, color: Color(red: 1, green: 0, blue: 0)))) == 0xFFFF_0000)
    #expect(strongest(text("HHH", TextStyle(size: 8, color: Color(red: 0, green: 0, blue: 1)))) == 0xFF00_00FF)
    let measure = renderer.fonts.measure(on: grid)
    #expect(
      measure.width(of: "mmmm", style: TextStyle(size: 8, weight: .bold))
        > measure.width(of: "mmmm", style: TextStyle(size: 8)))
    for opacity in [0.9, 1] {
      let cut = draw { list in
        list.layer(in: Rect(x: 5, y: 5, width: 10, height: 20), opacity: opacity) {
          $0.text("HHHHHH", in: line, style: TextStyle(size: 8))
        }
      }
      for y in 0..<200 { for x in 60..<400 { #expect(cut[x, y] == 0) } }
    }
  }

  @Test func `fonts and lines of text are kept up to a limit`() {
    let measure = renderer.fonts.measure(on: grid)
    for number in 0..<2000 { _ = measure.width(of: "\(number)", style: TextStyle(size: 1 + Double(number % 60) / 8)) }
    for number in 0..<2000 { _ = measure.width(of: "\(number)", style: TextStyle(size: 4)) }
    let kept = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: renderer.fonts).children.compactMap { child in
        child.label.map { ($0, Mirror(reflecting: child.value).children.count) }
      })
    #expect((1...24).contains(kept["fonts"] ?? 0))
    #expect((1...600).contains(kept["runs"] ?? 0))
  }
}
