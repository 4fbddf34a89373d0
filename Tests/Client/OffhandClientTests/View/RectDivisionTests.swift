import Offhand
import OffhandClient
import Testing

struct RectDivisionTests {
  private let rect = Rect(x: 10, y: 20, width: 100, height: 60)

  @Test func `rows have their heights, and those without one share the rest`() {
    #expect(
      rect.rows([20, nil, 10], gap: 5) == [
        Rect(x: 10, y: 20, width: 100, height: 20), Rect(x: 10, y: 45, width: 100, height: 20),
        Rect(x: 10, y: 70, width: 100, height: 10),
      ])
    #expect(
      rect.columns([nil, nil]) == [
        Rect(x: 10, y: 20, width: 50, height: 60), Rect(x: 60, y: 20, width: 50, height: 60),
      ])
  }

  @Test func `where nothing is left the rest is empty, and no row is no rectangle`() {
    #expect(rect.rows([40, nil, 40], gap: 2).map(\.height) == [40, 0, 40])
    #expect(rect.rows([]).isEmpty)
  }
}
