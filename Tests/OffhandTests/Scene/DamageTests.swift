import DesignCases
import Offhand
import Testing

@Suite struct DamageTests {
  private func rect(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  @Test func `holds up to four rectangles and joins the cheapest pair for a fifth`() {
    let near = [rect(0, 0, 10, 10), rect(20, 0, 10, 10)]
    let all = near + [rect(900, 0, 10, 10), rect(0, 900, 10, 10), rect(900, 900, 10, 10)]
    for last in all.indices {
      var damage = Damage()
      for index in all.indices where index != last { damage.add(all[index]) }
      #expect(damage.count == 4)
      damage.add(all[last])
      #expect(damage.count == 4 && damage.area == 600)
      #expect(damage.indices.contains { damage[$0] == rect(0, 0, 30, 10) })
    }
  }

  @Test func `overlapping rectangles are joined if that costs nothing`() {
    var damage = Damage(rect(0, 0, 100, 100))
    damage.add(rect(0, 90, 100, 30))
    #expect(damage.count == 1 && damage.bounds == rect(0, 0, 100, 120))
    damage.add(rect(10, 10, 5, 5))
    #expect(damage.count == 1)
    damage.add(rect(5, 5, 0, 10))
    #expect(damage.count == 1)
  }

  @Test func `no pixel is ever lost`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var damage = Damage()
      var added: [PixelRect] = []
      for _ in 0..<12 {
        let one = rect(
          .random(in: 0..<500, using: &random), .random(in: 0..<500, using: &random),
          .random(in: 1..<90, using: &random), .random(in: 1..<90, using: &random))
        added.append(one)
        damage.add(one)
        #expect(damage.count <= Damage.capacity)
      }
      for one in added { #expect(damage.indices.contains { damage[$0].contains(one) }) }
    }
  }

  @Test func `clips to the surface`() {
    var damage = Damage(rect(-10, -10, 20, 20))
    damage.add(rect(500, 500, 5, 5))
    damage.clip(to: rect(0, 0, 100, 100))
    #expect(damage == Damage(rect(0, 0, 10, 10)))
  }

  @Test func `a pixel that is touched at its very edge is damaged, and of what has no size all`() {
    let grid = PixelGrid(width: 400, height: 200, size: Size(width: 100, height: 50))
    var damage = Damage()
    // From 40.8 to 42.4 pixels each way.
    damage.add(Rect(x: 10.2, y: 10.2, width: 0.4, height: 0.4), on: grid)
    #expect(damage == Damage(rect(40, 40, 3, 3)))
    damage = Damage()
    damage.add(Rect(x: 10, y: 10, width: 5, height: 5), on: grid)
    #expect(damage == Damage(rect(40, 40, 20, 20)), "and no pixel beside it")
    var unknown = Damage()
    unknown.add(Rect(x: .nan, y: 0, width: 1, height: 1), on: grid)
    #expect(unknown == Damage(grid.bounds))
  }

  @Test func `what changed is damaged with a pixel around it, for soft edges`() {
    let grid = PixelGrid(width: 400, height: 200, size: Size(width: 100, height: 50))
    var list = DisplayList()
    list.fill(Rect(x: 10, y: 10, width: 10, height: 5), .white)
    #expect(Damage(from: DisplayList(), to: list, on: grid) == Damage(rect(39, 39, 42, 22)))
    var corner = DisplayList()
    corner.fill(Rect(x: 0, y: 0, width: 10, height: 5), .white)
    #expect(Damage(from: DisplayList(), to: corner, on: grid) == Damage(rect(0, 0, 41, 21)))
  }
}

@Suite struct PixelGridTests {
  @Test(.recognition("L11"), arguments: [1, 1.25, 1.5, 1.75, 2, 3])
  func `overlay edges lie on whole device pixels`(scale: Double) {
    let surface = SurfaceGeometry(
      size: Size(width: 345.44, height: 194.31), pixelWidth: 1536, pixelHeight: 864, provenance: .configured)
    let grid = PixelGrid(of: surface, scale: scale)
    #expect(grid.width == Int32((1536 * scale).rounded()))
    for step in 0..<200 {
      let offset = Double(step) * 0.173
      let rect = grid.snapped(Rect(x: 10 + offset, y: 20 + offset / 3, width: 31.3, height: 9.7))
      for edge in [rect.minX * grid.perMillimetreX, rect.maxX * grid.perMillimetreX] {
        #expect(abs(edge - edge.rounded()) < 1e-6)
      }
      for edge in [rect.minY * grid.perMillimetreY, rect.maxY * grid.perMillimetreY] {
        #expect(abs(edge - edge.rounded()) < 1e-6)
      }
      #expect(rect.width >= 31.3 - 1e-6 && rect.width < 31.3 + 1 / grid.perMillimetreX)
    }
  }

  @Test func `a moving rectangle keeps its size`() {
    let grid = PixelGrid(width: 1920, height: 1080, size: Size(width: 527, height: 296))
    let sizes = Set(
      (0..<100).map { step -> Int in
        let rect = grid.snapped(Rect(x: Double(step) * 0.11, y: 0, width: 20, height: 10))
        return Int((rect.width * grid.perMillimetreX).rounded())
      })
    #expect(sizes.count == 1)
  }

  @Test func `snapping a snapped rectangle changes nothing`() {
    let grid = PixelGrid(width: 1366, height: 768, size: Size(width: 310, height: 174))
    let once = grid.snapped(Rect(x: 33.3, y: 44.4, width: 17.7, height: 8.1))
    let twice = grid.snapped(once)
    #expect(abs(once.minX - twice.minX) < 1e-9 && abs(once.width - twice.width) < 1e-9)
  }

  @Test func `a plane without a size has no pixels`() {
    let grid = PixelGrid(width: 0, height: 0, size: .zero)
    #expect(grid.pixels(touchedBy: Rect(x: 0, y: 0, width: 5, height: 5)).isEmpty)
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(grid.snapped(rect) == rect)
  }
}
