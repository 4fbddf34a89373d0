import Offhand
import Testing

@testable import OffhandPixman

@Suite struct PyramidTests {
  @Test func `every level is the mean of the one before`() {
    let bitmap = Bitmap(width: 200, height: 130)
    for y in 0..<130 { for x in 0..<200 { bitmap[x, y] = (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 } }
    let pyramid = Pyramid(bitmap)
    #expect(pyramid.levels.map(\.width) == [200, 100, 50])
    #expect(pyramid.levels[1][30, 30] & 0xFF == 128)
    #expect(pyramid.isOpaque)
  }

  @Test func `odd sides lose nothing`() {
    let bitmap = Bitmap(width: 131, height: 67)
    bitmap.fill(Color(red: 0.2, green: 0.4, blue: 0.6))
    let pyramid = Pyramid(bitmap)
    #expect(pyramid.levels[1].width == 66 && pyramid.levels[1].height == 34)
    #expect(pyramid.levels[1][65, 33] == bitmap[0, 0])
  }

  @Test(arguments: zip([3.0, 1, 0.51, 0.5, 0.26, 0.25, 0.001, 0], [0, 0, 0, 1, 1, 2, 4, 4]))
  func `the level has at least the pixels that the screen shows`(scale: Double, level: Int) {
    #expect(Pyramid(Bitmap(width: 1024, height: 16)).level(at: scale) == level)
  }
}
