import Offhand
import OffhandPlatform
import OffhandTesting
import Testing

@testable import OffhandPixman

/// Bands of rows that several threads draw.
@Suite struct BandTests {
  /// Random scenes with everything that a list can have, over several frames, so that sprites come into use.
  private struct Scenes {
    var random: SeededGenerator
    let grid = PixelGrid(width: 900, height: 700, size: Size(width: 225, height: 175))
    var images: [ImageID] = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }

    private mutating func integer(_ range: ClosedRange<Int>) -> Int { random.number(range) }

    private mutating func color() -> Color {
      Color(
        red: Float(number(0...1)), green: Float(number(0...1)), blue: Float(number(0...1)),
        alpha: Bool.random(using: &random) ? 1 : Float(number(0...1)))
    }

    private mutating func point() -> Point {
      Point(x: number(-20...245), y: number(-20...195))
    }

    private mutating func rect() -> Rect {
      Rect(origin: point(), size: Size(width: number(0.1...90), height: number(0.1...90)))
    }

    private mutating func similarity() -> Similarity {
      let turns = [0, 0, number(-180...180), 90]
      return Similarity(
        scale: number(0.2...3), rotation: Angle(degrees: turns[integer(0...3)]), about: point(),
        translation: point() - .origin)
    }

    private mutating func add(to list: inout DisplayList, depth: Int) {
      switch integer(0...9) {
      case 0: list.fill(rect(), color(), cornerRadius: Bool.random(using: &random) ? 0 : number(0...12))
      case 1: list.stroke(rect(), color(), width: number(0.1...3), cornerRadius: number(0...8))
      case 2:
        let shadow = DropShadow(color: color(), blur: number(0...8))
        list.shadow(under: rect(), cornerRadius: number(0...6), shadow, transform: similarity())
      case 3, 4:
        let quality: FilterQuality = Bool.random(using: &random) ? .fast : .smooth
        list.picture(
          images[integer(0...images.count - 1)], size: rect().size, transform: similarity(), quality: quality)
      case 5: list.text("Größe 125 %", in: rect(), style: TextStyle(size: number(1...14), color: color()))
      case 6: list.polygon([point(), point(), point()], color())
      case 7:
        list.capsule(
          from: point(), radius: number(0...9), to: point(), radius: number(0...9), color())
      case 8: list.circle(center: point(), radius: number(0.5...20), color())
      default:
        guard depth < 3 else { return }
        list.layer(in: rect(), cornerRadius: Bool.random(using: &random) ? 0 : 9, opacity: number(0...1.3)) { inner in
          for _ in 0..<integer(0...5) { add(to: &inner, depth: depth + 1) }
        }
      }
    }

    /// A large opaque picture at any angle.
    mutating func addTurnedPicture(to list: inout DisplayList) {
      let center = Point(x: number(0...225), y: number(0...175))
      let turn = Similarity(
        scale: 1, rotation: Angle(degrees: number(-180...180)), about: Point(x: 50, y: 40),
        translation: center - Point(x: 50, y: 40))
      list.picture(images[0], size: Size(width: 100, height: 80), transform: turn, quality: .smooth)
    }

    mutating func list() -> DisplayList {
      var list = DisplayList()
      add(to: &list)
      return list
    }

    mutating func add(to list: inout DisplayList) {
      if Bool.random(using: &random) { list.fill(Rect(origin: .origin, size: grid.size), Color(rgb: 0x224466)) }
      for _ in 0..<integer(1...30) { add(to: &list, depth: 0) }
    }
  }

  /// The same two pictures in each renderer: one opaque, one that shows what is below.
  private func pictures(in renderer: Renderer) -> [ImageID] {
    [UInt32(0xFF00_0000), 0x8000_0000].map { alpha in
      let bitmap = Bitmap(width: 301, height: 203) { x, y in
        alpha | UInt32(x * 7 % 128) << 16 | UInt32(y * 5 % 128) << 8 | UInt32(x ^ y) % 128
      }
      return renderer.pictures.insert(Pyramid(bitmap))
    }
  }

  @Test(arguments: 0..<12) func `any number of threads draws the same pixels`(seed: UInt64) throws {
    let renderers = try [1, 2, 3, 8].map { Renderer(fonts: try FontBook(), threads: $0) }
    var scenes = Scenes(seed: seed)
    for renderer in renderers { scenes.images = pictures(in: renderer) }
    let bitmaps = renderers.map { _ in Bitmap(width: 900, height: 700) }
    var lists = [scenes.list(), scenes.list()]
    for frame in 0..<6 {
      if frame == 3 { lists[1] = scenes.list() }
      let list = lists[frame % 2]
      // Two areas that may overlap, or everything.
      var damage = Damage(PixelRect(x: 0, y: 3, width: 700, height: 600))
      if frame % 3 == 0 { damage.add(PixelRect(x: 650, y: 500, width: 250, height: 200)) }
      if frame % 3 == 1 { damage = Damage(scenes.grid.bounds) }
      for (renderer, bitmap) in zip(renderers, bitmaps) {
        renderer.draw(list, on: scenes.grid, damage: damage, into: bitmap)
      }
      for (number, bitmap) in bitmaps.enumerated().dropFirst() {
        #expect(bitmap.difference(from: bitmaps[0]) == 0, "frame \(frame), renderer \(number)")
      }
    }
  }

  @Test(arguments: 0..<12) func `what is hidden need not be drawn: the pixels are those of the whole list`(seed: UInt64)
    throws
  {
    let renderer = Renderer(fonts: try FontBook(), threads: 1)
    var scenes = Scenes(seed: seed)
    scenes.images = pictures(in: renderer)
    let whole = Bitmap(width: 900, height: 700)
    let cut = Bitmap(width: 900, height: 700)
    for _ in 0..<4 {
      var again = scenes
      var list = scenes.list()
      for _ in 0..<6 { scenes.addTurnedPicture(to: &list) }
      // A layer that neither fades nor has round corners only clips; nothing in a layer hides what is below it.
      var layered = DisplayList()
      layered.layer(in: Rect(origin: .origin, size: again.grid.size), opacity: 1) { inner in
        again.add(to: &inner)
        for _ in 0..<6 { again.addTurnedPicture(to: &inner) }
      }
      renderer.draw(layered, on: scenes.grid, into: whole)
      renderer.draw(list, on: scenes.grid, into: cut)
      #expect(cut.difference(from: whole) == 0)
    }
  }

  @Test(arguments: 0..<3, [1, 3])
  func `each of several areas of damage is drawn as the whole is, and nothing beside them`(seed: UInt64, threads: Int)
    throws
  {
    let renderer = Renderer(fonts: try FontBook(), threads: threads)
    var scenes = Scenes(seed: seed)
    scenes.images = pictures(in: renderer)
    var list = scenes.list()
    for _ in 0..<3 { scenes.addTurnedPicture(to: &list) }
    let whole = Bitmap(width: 900, height: 700)
    renderer.draw(list, on: scenes.grid, into: whole)
    // Apart from each other, one of them narrow, one of many bands.
    let areas = [
      PixelRect(x: 20, y: 11, width: 300, height: 200), PixelRect(x: 400, y: 5, width: 400, height: 63),
      PixelRect(x: 30, y: 300, width: 7, height: 390), PixelRect(x: 300, y: 250, width: 590, height: 440),
    ]
    var damage = Damage(areas[0])
    for area in areas.dropFirst() { damage.add(area) }
    try #require(damage.indices.count == areas.count)
    let former: UInt32 = 0xFF12_3456
    let parts = Bitmap(width: 900, height: 700) { _, _ in former }
    renderer.draw(list, on: scenes.grid, damage: damage, into: parts)
    var (wrong, beside) = (0, 0)
    for area in areas {
      for y in Int(area.y)..<Int(area.maxY) {
        for x in Int(area.x)..<Int(area.maxX) {
          // By no more than shapes that are cut elsewhere are rounded.
          if parts[x, y] != whole[x, y], parts[x, y].difference(from: whole[x, y]) > 2 { wrong += 1 }
          parts[x, y] = former
        }
      }
    }
    for y in 0..<700 { for x in 0..<900 where parts[x, y] != former { beside += 1 } }
    #expect(wrong == 0 && beside == 0)
  }

  @Test func `small damage wakes no thread, and without frames there is none`() throws {
    let renderer = Renderer(fonts: try FontBook(), threads: 3)
    let grid = PixelGrid(width: 1000, height: 1000, size: Size(width: 100, height: 100))
    var list = DisplayList()
    list.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
    let bitmap = Bitmap(width: 1000, height: 1000)
    renderer.draw(list, on: grid, damage: Damage(PixelRect(x: 0, y: 0, width: 400, height: 400)), into: bitmap)
    #expect(renderer.helperCount == 0)
    renderer.draw(list, on: grid, into: bitmap)
    #expect(renderer.helperCount == 2)
    let limit = ContinuousClock.now + .seconds(30)
    while renderer.helperCount > 0, ContinuousClock.now < limit { MonotonicClock.sleep(for: .milliseconds(20)) }
    #expect(renderer.helperCount == 0)
  }
}
