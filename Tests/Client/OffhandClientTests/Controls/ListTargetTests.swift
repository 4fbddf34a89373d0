import Offhand
import OffhandClient
import OffhandTesting
import Testing

/// A list of rows of 12 mm in a window of 100 by 60 mm.
struct ListTargetTests {
  private func list(_ count: Int) -> ListTarget {
    var list = ListTarget((0..<count).map { "Row \($0)" })
    list.layout(Rect(x: 20, y: 30, width: 100, height: 60), in: ControlStage.environment)
    return list
  }

  private func row(_ list: ListTarget, _ x: Double, _ y: Double) -> Int? {
    list.row(at: Point(x: x, y: y), for: FrameTime(now: ControlStage.at(200)))
  }

  @Test func `the row at a point is the one that is seen there`() {
    var list = list(20)
    #expect(row(list, 60, 31) == 0 && row(list, 60, 43) == 1)
    ControlStage.play {
      down(1, 60, 80, at: 0)
      drag(1, from: (60, 80), to: (60, 50), over: 0...200)
    } _: {
      _ = list.process($0)
    }
    // Scrolled by 27.4 mm.
    #expect(row(list, 60, 31) == 2)
    #expect(row(list, 60, 29) == nil && row(list, 60, 91) == nil && row(list, 19, 31) == nil)
  }

  @Test func `of a thousand rows only those are drawn that are seen`() {
    var drawn = DisplayList()
    list(1000).draw(for: FrameTime(now: .zero), into: &drawn)
    let texts = drawn.commands.count { if case .text = $0 { true } else { false } }
    #expect(texts == 5)
  }

  @Test func `a marked row has the colour of the selection, and a bar shows how much of the list is seen`() throws {
    func fills(_ list: ListTarget) -> [(Rect, Color)] {
      var drawn = DisplayList()
      list.draw(for: FrameTime(now: .zero), into: &drawn)
      return drawn.commands.compactMap { if case .fill(let rect, _, let color) = $0 { (rect, color) } else { nil } }
    }
    var list = list(10)
    list.marked = 1
    let drawn = fills(list)
    #expect(drawn.indices.filter { drawn[$0].1 == Theme.standard.accent } == [1])
    #expect(drawn[1].0 == list.rect(ofRow: 1, for: FrameTime(now: .zero)))
    let bar = try #require(drawn.last?.0)
    // Half of the list is seen; the bar stays off the corners.
    #expect(bar.minX > drawn[0].0.maxX && abs(bar.height - 56.4 / 2) < 1e-9 && abs(bar.minY - 31.8) < 1e-9)
    #expect(fills(self.list(2)).count == 2)
  }

  @Test func `a tap chooses a row, and none below the last`() {
    var list = list(2)
    var rows: [Int] = []
    for y in [45.0, 80] {
      ControlStage.play {
        down(1, 60, y, at: 0)
        up(1, at: 80)
      } _: {
        if let row = list.process($0) { rows.append(row) }
      }
    }
    #expect(rows == [1])
  }
}
