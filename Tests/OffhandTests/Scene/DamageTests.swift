import Offhand
import Testing

@Suite struct DamageTests {
  private func rect(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  @Test func `holds up to four apart and joins the cheapest pair for a fifth`() {
    var damage = Damage()
    for corner in [rect(0, 0, 10, 10), rect(900, 0, 10, 10), rect(0, 900, 10, 10), rect(900, 900, 10, 10)] {
      damage.add(corner)
    }
    #expect(damage.count == 4)
    damage.add(rect(20, 0, 10, 10))
    #expect(damage.count == 4)
    #expect(damage.indices.contains { damage[$0] == rect(0, 0, 30, 10) })
    #expect(damage.area == 600)
  }

  @Test func `what overlaps joins where that costs nothing`() {
    var damage = Damage(rect(0, 0, 100, 100))
    damage.add(rect(0, 90, 100, 30))
    #expect(damage.count == 1 && damage.bounds == rect(0, 0, 100, 120))
    damage.add(rect(10, 10, 5, 5))
    #expect(damage.count == 1)
    damage.add(rect(5, 5, 0, 10))
    #expect(damage.count == 1)
  }

  @Test func `nothing is ever lost`() {
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

  @Test func `rounds outwards to device pixels`() {
    let grid = PixelGrid(width: 400, height: 200, size: Size(width: 100, height: 50))
    var damage = Damage()
    damage.add(Rect(x: 10.1, y: 10.1, width: 0.3, height: 0.3), on: grid)
    #expect(damage[0] == rect(40, 40, 2, 2))
    damage.removeAll()
    damage.add(Rect(x: 10, y: 10, width: 5, height: 5), on: grid)
    #expect(damage[0] == rect(40, 40, 20, 20))
    damage.add(Rect(x: .nan, y: 0, width: 1, height: 1), on: grid)
    #expect(damage.bounds == grid.bounds)
  }
}
