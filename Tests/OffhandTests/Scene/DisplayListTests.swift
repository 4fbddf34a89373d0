@testable import Offhand
import Testing

@Suite struct DisplayListTests {
  private func differences(_ old: (inout DisplayList) -> Void, _ new: (inout DisplayList) -> Void) -> [Rect] {
    var older = DisplayList()
    var newer = DisplayList()
    old(&older)
    new(&newer)
    var rects: [Rect] = []
    newer.differences(from: older) { rects.append($0) }
    return rects
  }

  let a = Rect(x: 0, y: 0, width: 10, height: 10)
  let b = Rect(x: 50, y: 0, width: 10, height: 10)

  @Test func `equal lists have no differences`() {
    let draw: (inout DisplayList) -> Void = {
      $0.fill(self.a, .white)
      $0.text("100%", in: self.b, style: TextStyle(size: 3))
      $0.polygon([Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)], .black)
    }
    #expect(differences(draw, draw).isEmpty)
  }

  @Test func `a moved command damages its old and its new position`() {
    let rects = differences({ $0.fill(self.a, .white) }, { $0.fill(self.b, .white) })
    #expect(rects == [b, a])
  }

  @Test func `changed text damages its line and a little around it`() {
    let style = TextStyle(size: 3)
    let rects = differences(
      { $0.text("99%", in: self.a, style: style) }, { $0.text("98%", in: self.a, style: style) })
    #expect(rects.count == 2)
    #expect(rects[0].contains(a) && rects[0].width < 13)
  }

  @Test func `text is compared by its content, not by its storage`() {
    let style = TextStyle(size: 3)
    let rects = differences(
      {
        $0.text("left", in: self.a, style: style)
        $0.text("right", in: self.b, style: style)
      },
      {
        $0.text("other", in: self.a, style: style)
        $0.text("right", in: self.b, style: style)
      })
    #expect(rects.allSatisfy { $0.maxX < 20 })
  }

  @Test func `an overlay inserted in the middle damages only itself`() {
    let rects = differences(
      {
        $0.fill(self.a, .white)
        $0.fill(self.b, .black)
      },
      {
        $0.fill(self.a, .white)
        $0.circle(center: Point(x: 30, y: 30), radius: 2, .white)
        $0.fill(self.b, .black)
      })
    #expect(rects == [Rect(x: 28, y: 28, width: 4, height: 4)])
  }

  @Test func `a layer that fades damages itself`() {
    let fade: (Double) -> (inout DisplayList) -> Void = { opacity in
      { list in list.layer(in: self.a, opacity: opacity) { $0.fill(self.a, .white) } }
    }
    #expect(differences(fade(0.5), fade(0.6)) == [a, a])
    #expect(differences(fade(0.5), fade(0)) == [a, a])
  }

  @Test func `a rotated picture is bounded by its corners`() throws {
    var list = DisplayList()
    list.picture(
      ImageID(rawValue: 1), size: Size(width: 20, height: 10),
      transform: Similarity(scale: 2, rotation: Angle(degrees: 90), about: Point(x: 10, y: 5)))
    let box = try #require(list.bounds(ofCommandAt: 0))
    #expect(abs(box.minX - 0) < 1e-9 && abs(box.width - 20) < 1e-9)
    #expect(abs(box.minY + 15) < 1e-9 && abs(box.height - 40) < 1e-9)
  }

  @Test func `an emptied list starts again`() {
    var list = DisplayList()
    list.text("something long enough to need memory", in: a, style: TextStyle(size: 3))
    list.removeAll()
    #expect(list.commands.isEmpty && list.text.isEmpty && list.points.isEmpty)
  }
}
