import Offhand
import Testing

struct MappingComparisonTests {
  private let places: [(x: Double, y: Double)] = [
    (0.1, 0.2), (0.8, 0.25), (0.45, 0.9), (0.3, 0.6), (0.9, 0.95), (0.5, 0.1),
  ]

  private func verdict(_ other: (Double, Double) -> (x: Double, y: Double)) -> MappingComparison.Verdict? {
    var comparison = MappingComparison()
    for (index, place) in places.enumerated() {
      // Fingers are a little beside.
      let noise = 0.004 * Double(index % 3 - 1)
      let seen = other(place.x, place.y)
      comparison.note(own: place, other: (seen.x + noise, seen.y - noise))
    }
    return comparison.verdict
  }

  @Test func `the same places agree`() {
    #expect(verdict { ($0, $1) } == .agrees)
  }

  @Test(arguments: OutputTransform.allCases.dropFirst())
  func `a turned or mirrored mapping is told exactly`(transform: OutputTransform) {
    #expect(verdict { transform.logical(x: $0, y: $1) } == .differs(transform.matrix))
  }

  @Test func `half of the screen is told as such`() throws {
    guard case .differs(let matrix)? = verdict({ (0.5 * $0 + 0.25, $1) }) else {
      Issue.record("nothing was found")
      return
    }
    #expect(abs(matrix.xx - 0.5) < 0.02 && abs(matrix.x0 - 0.25) < 0.02)
    #expect(matrix.yy == 1 && matrix.xy == 0 && matrix.y0 == 0)
  }

  @Test func `what has nothing in common has no matrix`() {
    var comparison = MappingComparison()
    for (index, place) in (places + places).enumerated() {
      let other = places[(index * 5 + 2) % places.count]
      comparison.note(own: place, other: other)
    }
    #expect(comparison.verdict == .unrelated)
  }

  @Test func `fingers in the middle prove nothing`() {
    var comparison = MappingComparison()
    for step in 0..<20 { comparison.note(own: (0.5, 0.45 + 0.005 * Double(step)), other: (0.5, 0.5)) }
    #expect(comparison.verdict == nil)
  }

  @Test(arguments: OutputTransform.allCases)
  func `a transform and its inverse are nothing, as matrices as well`(transform: OutputTransform) {
    #expect(transform.matrix.followed(by: transform.inverse.matrix) == .identity)
    let place = transform.logical(x: 0.25, y: 0.5)
    #expect(transform.inverse.logical(x: place.x, y: place.y) == (0.25, 0.5))
    #expect(transform.matrix.apply(x: 0.25, y: 0.5) == place)
  }
}
