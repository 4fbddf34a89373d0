import Offhand
import OffhandTesting
import Testing

@Suite struct PredictionSettlingTests {
  private let start = Timestamp(seconds: 5)

  @Test func `a drawn displacement is gone in 80 ms, and no step is larger than the jump it replaces`() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<50 {
      let offset = Vector(dx: random.number(-9...9), dy: random.number(-9...9))
      let settling = PredictionSettling(from: offset, at: start)
      #expect(settling.displacement(at: start) == offset)
      #expect(settling.displacement(at: start + .milliseconds(80)) == .zero)
      #expect(!settling.isOver(at: start + .milliseconds(79)) && settling.isOver(at: start + .milliseconds(80)))
      var last = offset
      for step in 1...24 {
        let left = settling.displacement(at: start + .nanoseconds(Int64(step) * 4_166_667))
        #expect(left.length <= last.length && abs(left.cross(offset)) < 1e-9 && left.dot(offset) >= 0)
        #expect((last - left).length <= offset.length)
        last = left
      }
    }
  }

  @Test func `a drawn pose settles about its center`() {
    let center = Point(x: 40, y: 30)
    let difference = Similarity(
      scale: 1.2, rotation: Angle(degrees: 8), about: center, translation: Vector(dx: 3, dy: -2))
    let settling = PredictionSettling(from: difference, about: center, at: start)
    #expect(settling.remainder(at: start) == difference)
    #expect(settling.remainder(at: settling.end) == .identity)
    var scale = 1.2
    for milliseconds in stride(from: 5, to: 80, by: 5) {
      let left = settling.remainder(at: start + .milliseconds(milliseconds))
      #expect(left.scale <= scale && left.scale >= 1)
      scale = left.scale
      let moved = left.apply(center) - center
      #expect(abs(moved.cross(Vector(dx: 3, dy: -2))) < 1e-9)
    }
  }
}
