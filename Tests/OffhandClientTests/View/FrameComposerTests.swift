import Offhand
import Testing

@testable import OffhandClient

struct FrameComposerTests {
  /// A dot that is wherever time says: a millimetre further each second.
  struct DotView: TouchView {
    mutating func layout(in environment: ViewEnvironment) {}
    mutating func process(_ frame: borrowing TouchFrame) {}
    mutating func advance(to time: Timestamp) {}
    var deadline: Timestamp? { nil }
    func isAnimating(at time: Timestamp) -> Bool { false }
    func draw(at time: Timestamp, into list: inout DisplayList) {
      list.fill(Rect(x: 0, y: 0, width: 100, height: 50), .black)
      list.fill(Rect(x: time.seconds * 10, y: 0, width: 1, height: 1), .white)
    }
  }

  let grid = PixelGrid(width: 1000, height: 500, size: Size(width: 100, height: 50))
  var composer = FrameComposer()

  static func rects(_ damage: Damage) -> Set<PixelRect> { Set(damage.indices.map { damage[$0] }) }
  /// The dot at the upper edge, with the pixel more that damage takes on every side that lies on the surface.
  static func dot(_ second: Int32) -> PixelRect {
    let left = max(0, 100 * second - 1)
    return PixelRect(x: left, y: 0, width: 100 * second + 11 - left, height: 11)
  }

  @Test func `the first frame is all new, the next only what moved, the same frame nothing`() {
    var composer = composer
    #expect(composer.compose(DotView(), at: .zero, on: grid) == Damage(grid.bounds))
    let moved = composer.compose(DotView(), at: Timestamp(seconds: 1), on: grid)
    #expect(FrameComposerTests.rects(moved) == [FrameComposerTests.dot(0), FrameComposerTests.dot(1)])
    #expect(composer.compose(DotView(), at: Timestamp(seconds: 1), on: grid).isEmpty)
  }

  @Test func `a frame of another size, and one for somebody new, is all new`() {
    var composer = composer
    _ = composer.compose(DotView(), at: .zero, on: grid)
    let smaller = PixelGrid(width: 500, height: 250, size: Size(width: 100, height: 50))
    #expect(composer.compose(DotView(), at: .zero, on: smaller) == Damage(smaller.bounds))
    composer.forget()
    #expect(composer.compose(DotView(), at: .zero, on: smaller) == Damage(smaller.bounds))
  }
}
