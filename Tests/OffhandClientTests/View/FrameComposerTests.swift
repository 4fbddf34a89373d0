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
  static func dot(_ second: Int32) -> PixelRect { PixelRect(x: 100 * second, y: 0, width: 10, height: 10) }

  @Test func `the first frame is all new, the next only what moved, the same frame nothing`() {
    var composer = composer
    #expect(composer.compose(DotView(), at: .zero, on: grid) == Damage(grid.bounds))
    let moved = composer.compose(DotView(), at: Timestamp(seconds: 1), on: grid)
    #expect(FrameComposerTests.rects(moved) == [FrameComposerTests.dot(0), FrameComposerTests.dot(1)])
    #expect(composer.compose(DotView(), at: Timestamp(seconds: 1), on: grid).isEmpty)
  }

  @Test func `a buffer is mended with all that changed since it was shown`() {
    var composer = composer
    for second in 0...3 { _ = composer.compose(DotView(), at: Timestamp(seconds: Double(second)), on: grid) }
    let latest = composer.repair(ofBufferAged: 1)
    #expect(FrameComposerTests.rects(latest) == [FrameComposerTests.dot(2), FrameComposerTests.dot(3)])
    let older = FrameComposerTests.rects(composer.repair(ofBufferAged: 2))
    for second in 1...3 {
      #expect(
        older.contains {
          $0.intersection(FrameComposerTests.dot(Int32(second))) == FrameComposerTests.dot(Int32(second))
        })
    }
    #expect(!older.contains { !$0.intersection(FrameComposerTests.dot(0)).isEmpty })
  }

  @Test func `a buffer without a frame, one too old, and one of another size are drawn anew`() {
    var composer = composer
    for second in 0...1 { _ = composer.compose(DotView(), at: Timestamp(seconds: Double(second)), on: grid) }
    #expect(composer.repair(ofBufferAged: 0) == Damage(grid.bounds))
    #expect(composer.repair(ofBufferAged: 3) == Damage(grid.bounds))
    let smaller = PixelGrid(width: 500, height: 250, size: Size(width: 100, height: 50))
    #expect(composer.compose(DotView(), at: Timestamp(seconds: 1), on: smaller) == Damage(smaller.bounds))
    #expect(composer.repair(ofBufferAged: 2) == Damage(smaller.bounds))
  }

  @Test func `a frame that changed nothing does not age the buffers`() {
    var composer = composer
    for second in [0, 1, 1, 1] { _ = composer.compose(DotView(), at: Timestamp(seconds: Double(second)), on: grid) }
    #expect(
      FrameComposerTests.rects(composer.repair(ofBufferAged: 1)) == [
        FrameComposerTests.dot(0), FrameComposerTests.dot(1),
      ])
  }
}
