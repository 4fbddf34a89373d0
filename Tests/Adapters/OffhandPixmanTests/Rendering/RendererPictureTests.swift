import Offhand
import OffhandPixman
import Testing
@testable import OffhandPixman

@Suite struct RendererPictureTests {
  let renderer: Renderer
  let grid = PixelGrid(width: 200, height: 200, size: Size(width: 100, height: 100))

  init() throws { renderer = Renderer(fonts: try FontBook()) }

  /// Left half red, right half blue, top row of pixels white.
  private func picture(width: Int = 40, height: Int = 20) -> ImageID {
    let bitmap = Bitmap(width: width, height: height) { x, y in
      y == 0 ? 0xFFFF_FFFF : x < width / 2 ? 0xFFFF_0000 : 0xFF00_00FF
    }
    return renderer.pictures.insert(Pyramid(bitmap))
  }

  private func draw(_ id: ImageID, _ size: Size, _ transform: Similarity, _ quality: FilterQuality) -> Bitmap {
    renderer.drawing(on: grid) { $0.picture(id, size: size, transform: transform, quality: quality) }
  }

  @Test(arguments: [FilterQuality.fast, .smooth])
  func `integral scales and positions are drawn pixel for pixel`(quality: FilterQuality) {
    let bitmap = draw(
      picture(), Size(width: 20, height: 10), Similarity(translation: Vector(dx: 10, dy: 10)), quality)
    #expect(bitmap[20, 20] == 0xFFFF_FFFF && bitmap[20, 21] == 0xFFFF_0000 && bitmap[59, 39] == 0xFF00_00FF)
    #expect(bitmap[39, 30] == 0xFFFF_0000 && bitmap[40, 30] == 0xFF00_00FF)
    #expect(bitmap[19, 30] == 0 && bitmap[60, 30] == 0 && bitmap[30, 19] == 0 && bitmap[30, 40] == 0)
  }

  @Test func `the point under the fingers stays where the similarity takes it`() {
    let id = picture(width: 400, height: 200)
    for degrees in [0.0, 30, 90, 137, -90, 180] {
      for scale in [0.3, 1, 4.7] {
        let size = Size(width: 40, height: 20)
        let about = Similarity(
          scale: scale, rotation: Angle(degrees: degrees), about: Point(x: 20, y: 10),
          translation: Vector(dx: 30, dy: 40))
        let bitmap = draw(id, size, about, .fast)
        for (x, expected) in [(18.0, UInt32(0xFFFF_0000)), (22.0, 0xFF00_00FF)] {
          let place = about.apply(Point(x: x, y: 10))
          #expect(bitmap[Int(place.x * 2), Int(place.y * 2)] == expected, "\(degrees)° × \(scale)")
        }
      }
    }
  }

  @Test func `a turned picture has soft edges and the right area`() {
    let turn = Similarity(
      scale: 2, rotation: Angle(degrees: 33), about: Point(x: 10, y: 5), translation: Vector(dx: 40, dy: 45))
    let bitmap = draw(picture(), Size(width: 20, height: 10), turn, .fast)
    var partly = 0
    for y in 0..<200 { for x in 0..<200 where (1..<255).contains(bitmap[x, y] >> 24) { partly += 1 } }
    #expect(abs(bitmap.coverage / 4 - 800) < 3)
    #expect(partly > 100)
  }

  @Test(arguments: [80.0, 125], [12.0, 45, 90, 137, 270])
  func `a turned picture is whole, and no more, where pixels are not square`(height: Double, degrees: Double) {
    let grid = PixelGrid(width: 200, height: 200, size: Size(width: 100, height: height))
    let id = picture()
    let turn = Similarity(
      scale: 2, rotation: Angle(degrees: degrees), about: Point(x: 10, y: 5), translation: Vector(dx: 40, dy: 35))
    let bitmap = renderer.drawing(on: grid) {
      $0.picture(id, size: Size(width: 20, height: 10), transform: turn, quality: .fast)
    }
    let whole = Rect(x: 0, y: 0, width: 20, height: 10)
    var (missing, extra) = (0, 0)
    for y in 0..<200 {
      for x in 0..<200 {
        let place = turn.inverse.apply(Point(x: (Double(x) + 0.5) / 2, y: (Double(y) + 0.5) / 200 * height))
        let alpha = bitmap[x, y] >> 24
        if whole.grown(by: -0.5).contains(place), alpha < 255 { missing += 1 }
        if !whole.grown(by: 0.5).contains(place), alpha > 0 { extra += 1 }
      }
    }
    #expect(missing == 0 && extra == 0)
  }

  @Test(arguments: [FilterQuality.fast, .smooth])
  func `a line that is turned has no steps, also while it moves`(quality: FilterQuality) {
    let bitmap = Bitmap(width: 200, height: 200) { _, y in y < 100 ? 0xFFFF_FFFF : 0xFF00_0000 }
    let id = renderer.pictures.insert(Pyramid(bitmap))
    let turn = Similarity(scale: 1, rotation: Angle(degrees: 7), about: Point(x: 50, y: 50))
    let drawn = draw(id, Size(width: 100, height: 100), turn, quality)
    // Along the line its height falls by .12 of a pixel a column, and so does the sum of a column's whites.
    let heights = (60..<140).map { x in (60..<140).reduce(0.0) { $0 + Double(drawn[x, $1] & 0xFF) / 255 } }
    for (left, right) in zip(heights, heights.dropFirst()) { #expect(abs(right - left - 0.123) < 0.1) }
  }

  @Test(arguments: [12.0, 33, 101, 178, 250, 340])
  func `at the edges of a turned picture are its own pixels, not those of the opposite edge`(degrees: Double) {
    let bitmap = Bitmap(width: 40, height: 20) { x, _ in x < 20 ? 0xFFFF_0000 : 0xFF00_00FF }
    let id = renderer.pictures.insert(Pyramid(bitmap))
    // Enlarged three times, so that many pixels lie between the edge and the middles of the outermost pixels.
    let turn = Similarity(
      scale: 3, rotation: Angle(degrees: degrees), about: Point(x: 10, y: 5), translation: Vector(dx: 40, dy: 45))
    let drawn = draw(id, Size(width: 20, height: 10), turn, .smooth)
    var (left, right) = (0, 0)
    for y in 0..<200 {
      for x in 0..<200 where drawn[x, y] >> 24 > 0 {
        let place = turn.inverse.apply(Point(x: (Double(x) + 0.5) / 2, y: (Double(y) + 0.5) / 2))
        if place.x < 9 {
          left += 1
          #expect(drawn[x, y] & 0xFF == 0, "\(place)")
        } else if place.x > 11 {
          right += 1
          #expect(drawn[x, y] >> 16 & 0xFF == 0, "\(place)")
        }
      }
    }
    #expect(min(left, right) > 2500)
  }

  @Test(arguments: [FilterQuality.fast, .smooth])
  func `turned by half a turn a picture is its mirror image, pixel for pixel`(quality: FilterQuality) {
    func color(_ x: Int, _ y: Int) -> UInt32 { 0xFF00_0000 | UInt32(x * 97 % 251) << 16 | UInt32(y * 61 % 241) << 8 }
    let id = renderer.pictures.insert(Pyramid(Bitmap(width: 40, height: 20, color)))
    let turn = Similarity(
      scale: 1, rotation: Angle(degrees: 180), about: Point(x: 10, y: 5), translation: Vector(dx: 10, dy: 10))
    let drawn = draw(id, Size(width: 20, height: 10), turn, quality)
    var worst = 0
    for y in 1..<19 {
      for x in 1..<39 {
        let (own, other) = (drawn[20 + x, 20 + y], color(39 - x, 19 - y))
        for shift in [8, 16] { worst = max(worst, abs(Int(own >> shift & 0xFF) - Int(other >> shift & 0xFF))) }
      }
    }
    #expect(worst <= 2)
  }

  @Test func `of several pictures each is drawn by its own name`() {
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
    let ids = colors.map { color in
      renderer.pictures.insert(Pyramid(Bitmap(width: 4, height: 4) { _, _ in color }))
    }
    let bitmap = renderer.drawing(on: grid) { list in
      for (place, id) in ids.enumerated() {
        list.picture(id, in: Rect(x: 20 * Double(place), y: 0, width: 10, height: 10))
      }
    }
    #expect([5, 45, 85].map { bitmap[$0, 5] } == colors)
  }

  @Test(arguments: [10.1, 10.2, 10.3, 10.4]) func `an upright picture keeps sharp sides at any position`(offset: Double)
  {
    let drawn = draw(
      picture(), Size(width: 20, height: 10), Similarity(translation: Vector(dx: offset, dy: offset)), .smooth)
    let columns = (0..<200).filter { drawn[$0, 30] != 0 }
    let rows = (0..<200).filter { drawn[30, $0] != 0 }
    #expect(columns.count == 40 && rows.count == 20)
    #expect(columns.allSatisfy { drawn[$0, 30] >> 24 == 255 } && rows.allSatisfy { drawn[30, $0] >> 24 == 255 })
    #expect(columns[0] == Int((offset * 2).rounded()))
  }

  @Test func `strong reduction takes the mean, not a lottery`() {
    let stripes = Bitmap(width: 1024, height: 1024) { x, _ in x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    let id = renderer.pictures.insert(Pyramid(stripes))
    let bitmap = draw(id, Size(width: 20, height: 20), Similarity(translation: Vector(dx: 5, dy: 5)), .fast)
    for place in [20, 25, 33] {
      let grey = bitmap[place, place] & 0xFF
      #expect(grey >= 126 && grey <= 130)
    }
  }

  @Test func `a removed picture draws nothing`() {
    let id = picture()
    renderer.pictures.remove(id)
    #expect(draw(id, Size(width: 20, height: 20), .identity, .smooth)[5, 5] == 0)
  }

  @Test(arguments: [0.0, 40]) func `what shows through shows what is below, turned or not`(degrees: Double) {
    let glass = Bitmap(width: 4, height: 4)
    glass.fill(Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    let id = renderer.pictures.insert(Pyramid(glass))
    let turn = Similarity(
      scale: 1, rotation: Angle(degrees: degrees), about: Point(x: 5, y: 5), translation: Vector(dx: 10, dy: 10))
    let bitmap = renderer.drawing(on: grid) {
      $0.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
      $0.picture(id, size: Size(width: 10, height: 10), transform: turn, quality: .fast)
    }
    #expect(bitmap[30, 30] >> 16 & 0xFF == 255)
    let green = bitmap[30, 30] >> 8 & 0xFF
    #expect(green >= 126 && green <= 128)
  }
}

@Suite struct PyramidTests {
  @Test func `every level is the mean of the one before`() {
    let pyramid = Pyramid(Bitmap(width: 200, height: 130) { ($0 + $1) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 })
    #expect(pyramid.levels.map(\.width) == [200, 100, 50])
    #expect(pyramid.levels[1][30, 30] & 0xFF == 128)
    #expect(pyramid.isOpaque)
  }

  @Test func `odd sides lose nothing`() {
    let bitmap = Bitmap(width: 131, height: 67)
    bitmap.fill(Color(red: 0.2, green: 0.4, blue: 0.6))
    let color = bitmap[0, 0]
    let pyramid = Pyramid(bitmap)
    #expect(pyramid.levels[1].width == 66 && pyramid.levels[1].height == 34)
    #expect(pyramid.levels[1][65, 33] == color)
  }

  /// While a picture moves, half of the pixels that the screen shows is enough.
  @Test(arguments: [
    (FilterQuality.fast, [3.0: 0, 1: 0, 0.71: 0, 0.7: 1, 0.36: 1, 0.35: 2, 0: 4]),
    (.smooth, [3: 0, 1: 0, 0.51: 0, 0.5: 1, 0.26: 1, 0.25: 2, 0.001: 4, 0: 4]),
  ])
  func `the level has at least the pixels that the screen shows`(quality: FilterQuality, levels: [Double: Int]) {
    let pyramid = Pyramid(Bitmap(width: 1024, height: 16))
    for (scale, level) in levels { #expect(pyramid.level(at: scale, quality) == level, "\(scale)") }
  }
}

@Suite struct TestChartTests {
  @Test func `the gratings are whole pixels`() throws {
    let chart = TestChart.bitmap(fonts: try FontBook())
    #expect(chart.width == 1920 && chart.height == 1200 && chart.isOpaque)
    let row = (120..<200).map { chart[$0, 400] }
    #expect(Set(row).count == 2)
    for index in 0..<78 { #expect(row[index] == row[index + 2] && row[index] != row[index + 1]) }
  }

  @Test func `lines, type, greys and colours have their headings`() throws {
    let chart = TestChart.bitmap(fonts: try FontBook())
    for (left, top) in [(120, 340), (1500, 340), (120, 950), (1440, 950)] {
      var reddest = 0
      for y in top..<top + 40 {
        for x in left..<left + 300 {
          let pixel = chart[x, y]
          reddest = max(reddest, Int(pixel >> 16 & 0xFF) - Int(pixel & 0xFF))
        }
      }
      #expect(reddest > 80, "\(left), \(top)")
    }
  }
}
