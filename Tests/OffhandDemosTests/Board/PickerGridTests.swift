import Offhand
import Testing

@testable import OffhandDemos

struct PickerGridTests {
  let rect = Rect(origin: Point(x: 50, y: 20), size: PickerGrid.size)

  @Test func `a finger chooses the picture below it, and none outside of the window`() {
    var grid = PickerGrid()
    grid.count = 30
    for index in 0..<8 {
      #expect(grid.picture(at: grid.cell(index, in: rect, at: .zero).center, in: rect, at: .zero) == index)
    }
    #expect(grid.picture(at: Point(x: rect.minX + 4, y: rect.minY + 2), in: rect, at: .zero) == nil)
    #expect(grid.picture(at: grid.cell(29, in: rect, at: .zero).center, in: rect, at: .zero) == nil)
  }

  @Test func `it scrolls with the finger and ends at its ends`() {
    var grid = PickerGrid()
    grid.count = 60
    let first = grid.cell(0, in: rect, at: .zero).minY
    grid.drag(by: -30, in: rect, at: .zero)
    #expect(abs(grid.cell(0, in: rect, at: .zero).minY - (first - 30)) < 1e-9)
    grid.release(velocity: 4000, in: rect, at: .zero)
    #expect(grid.isAnimating(at: .zero))
    #expect(abs(grid.cell(0, in: rect, at: Timestamp(seconds: 30)).minY - first) < 1e-6)
    grid.stop(at: Timestamp(seconds: 30))
    grid.release(velocity: -9000, in: rect, at: Timestamp(seconds: 30))
    let last = grid.cell(59, in: rect, at: Timestamp(seconds: 60))
    #expect(abs(last.maxY - grid.window(in: rect).maxY) < 1e-6)
  }

  @Test func `few pictures do not scroll`() {
    var grid = PickerGrid()
    grid.count = 3
    grid.drag(by: -50, in: rect, at: .zero)
    grid.release(velocity: 0, in: rect, at: .zero)
    #expect(abs(grid.cell(0, in: rect, at: Timestamp(seconds: 9)).minY - grid.window(in: rect).minY) < 1e-6)
  }
}
