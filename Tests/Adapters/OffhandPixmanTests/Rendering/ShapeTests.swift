import Offhand
import OffhandPixman
import Testing
@testable import OffhandPixman

@Suite struct CoverageSinkTests {
  /// Writes down what it is told; a pixel that is told twice, or not at all, is seen.
  private struct Tally: CoverageSink {
    let width: Int
    var coverage: [UInt32?]

    mutating func outside(_ x: Int, _ y: Int, _ count: Int) { for index in 0..<count { note(x + index, y, 0) } }
    mutating func inside(_ x: Int, _ y: Int, _ count: Int) { for index in 0..<count { note(x + index, y, 255) } }
    mutating func edge(_ x: Int, _ y: Int, _ coverage: UInt32) { note(x, y, coverage) }

    private mutating func note(_ x: Int, _ y: Int, _ value: UInt32) {
      #expect(coverage[y * width + x] == nil, "told twice")
      coverage[y * width + x] = value
    }
  }

  @Test(arguments: [Edge.sharp, .soft(3), .soft(12)], [0, 0.2, 0.9])
  func `runs that are leapt over are what each pixel by itself would be`(edge: Edge, turn: Double) {
    var hole = BoxDistance(minX: 22.3, minY: 17.6, maxX: 71.8, maxY: 52.1, radius: 2)
    hole.across = ((1 - turn * turn).squareRoot(), turn)
    hole.down = (-hole.across.y, hole.across.x)
    var shape = hole.rounded(atLeast: 6)
    shape.centerY += 5
    var tally = Tally(width: 100, coverage: [UInt32?](repeating: nil, count: 100 * 80))
    rasterize(shape, edge, outside: hole, area: (0, 0, 100, 80), into: &tally)
    for y in 0..<80 {
      for x in 0..<100 {
        let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
        let covered = Edge.sharp.coverage(hole.distance(centerX, centerY))
        let alone = edge.coverage(shape.distance(centerX, centerY)) * (255 - covered) / 255
        #expect(tally.coverage[y * 100 + x] == alone, "\(x), \(y)")
      }
    }
  }
}
