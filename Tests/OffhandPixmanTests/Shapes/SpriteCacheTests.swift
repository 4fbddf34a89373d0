import Offhand
import OffhandPixman
import Testing

@Suite struct SpriteCacheTests {
  @Test func `a sprite is the same pixels as the shape`() throws {
    let grid = PixelGrid(width: 300, height: 300, size: Size(width: 100, height: 100))
    var list = DisplayList()
    list.fill(Rect(x: 0, y: 0, width: 100, height: 100), .white)
    list.circle(center: Point(x: 30.3, y: 40.2), radius: 9, Color(rgb: 0xCC4400))
    list.fill(Rect(x: 50, y: 10, width: 30, height: 20), Color(white: 0, alpha: 0.5), cornerRadius: 4)
    list.stroke(Rect(x: 50, y: 50, width: 30, height: 20), .black, width: 0.7, cornerRadius: 4)
    list.shadow(under: Rect(x: 20, y: 70, width: 20, height: 10), cornerRadius: 2, Shadow())
    let renderer = Renderer(fonts: try FontBook())
    let frames = (0..<3).map { _ in
      let bitmap = Bitmap(width: 300, height: 300)
      renderer.draw(list, on: grid, into: bitmap)
      return bitmap
    }
    for y in 0..<300 {
      for x in 0..<300 {
        let first = frames[0][x, y]
        let cached = frames[2][x, y]
        #expect([0, 8, 16].allSatisfy { abs(Int(first >> $0 & 0xFF) - Int(cached >> $0 & 0xFF)) <= 1 })
      }
    }
  }
}
