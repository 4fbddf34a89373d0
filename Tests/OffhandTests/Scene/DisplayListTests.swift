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

  @Test func `a group draws in coordinates of its own, with all its lengths enlarged, also in another group`() {
    func card(_ list: inout DisplayList) {
      list.fill(Rect(x: 0, y: 0, width: 10, height: 5), .white, cornerRadius: 1)
      list.text("a", in: Rect(x: 1, y: 1, width: 8, height: 3), style: TextStyle(size: 3))
      list.polygon([Point(x: 0, y: 0), Point(x: 2, y: 0), Point(x: 0, y: 2)], .black)
      list.line(from: Point(x: 0, y: 4), to: Point(x: 10, y: 4), width: 0.5, .black)
    }
    var (list, direct) = (DisplayList(), DisplayList())
    list.fill(a, .black)
    list.group(at: Point(x: 100, y: 50), scale: 2) { list in list.group(at: Point(x: 10, y: 0)) { card(&$0) } }
    direct.fill(a, .black)
    direct.fill(Rect(x: 120, y: 50, width: 20, height: 10), .white, cornerRadius: 2)
    direct.text("a", in: Rect(x: 122, y: 52, width: 16, height: 6), style: TextStyle(size: 6))
    direct.polygon([Point(x: 120, y: 50), Point(x: 124, y: 50), Point(x: 120, y: 54)], .black)
    direct.line(from: Point(x: 120, y: 58), to: Point(x: 140, y: 58), width: 1, .black)
    #expect(list.commands == direct.commands && list.points == direct.points)
  }

  @Test func `a moved command damages its old and its new position`() {
    let rects = differences({ $0.fill(self.a, .white) }, { $0.fill(self.b, .white) })
    #expect(rects == [b, a])
  }

  @Test func `changed text damages its line and a little around it`() {
    let style = TextStyle(size: 3)
    let rects = differences({ $0.text("99%", in: self.a, style: style) }, { $0.text("98%", in: self.a, style: style) })
    #expect(rects.count == 2)
    // Accents and slants stay within a third of an em.
    #expect(rects[0].contains(a.grown(by: 1)) && rects[0].width < 13)
  }

  @Test func `text and polygons that change only their colour, or only their content, are drawn anew`() {
    let corners = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 0, y: 10)]
    let moved = corners.map { $0 + Vector(dx: 2, dy: 0) }
    let looks: [(inout DisplayList) -> Void] = [
      { $0.text("99%", in: self.a, style: TextStyle(size: 3, color: .white)) },
      { $0.text("99%", in: self.a, style: TextStyle(size: 3, color: .black)) },
      { $0.text("98%", in: self.a, style: TextStyle(size: 3, color: .white)) },
      { $0.polygon(corners, .white) }, { $0.polygon(corners, .black) }, { $0.polygon(moved, .white) },
    ]
    for one in looks.indices {
      for other in looks.indices {
        #expect(differences(looks[one], looks[other]).isEmpty == (one == other), "\(one), \(other)")
      }
    }
  }

  @Test func `what is damaged contains all that is painted: shadows, the ends of lines, every corner`() {
    func damaged(_ draw: (inout DisplayList) -> Void) -> Rect { differences({ _ in }, draw).reduce(a) { $0.union($1) } }
    let shadow = damaged {
      $0.shadow(under: self.b, cornerRadius: 0, DropShadow(color: .black, offset: Vector(dx: 0, dy: 5), blur: 3))
    }
    #expect(shadow.contains(Rect(x: 47, y: 2, width: 16, height: 16)))
    let line = damaged { $0.capsule(from: Point(x: 20, y: 20), radius: 1, to: Point(x: 60, y: 40), radius: 6, .white) }
    #expect(line.contains(Rect(x: 19, y: 19, width: 47, height: 27)))
    let polygon = damaged { $0.polygon([Point(x: 20, y: 20), Point(x: 90, y: 30), Point(x: 40, y: 80)], .white) }
    #expect(polygon.contains(Rect(x: 20, y: 20, width: 70, height: 60)))
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

  @Test func `a layer keeps its corners and its opacity, and one that is invisible is not drawn at all`() {
    var list = DisplayList()
    list.layer(in: a, cornerRadius: 3, opacity: 1.5) { $0.fill(self.a, .white) }
    guard case .beginLayer(let rect, let cornerRadius, let opacity) = list.commands[0] else {
      Issue.record("no layer")
      return
    }
    #expect(rect == a && cornerRadius == 3 && opacity == 1)
    list.removeAll()
    list.layer(in: a, opacity: 0) { $0.fill(self.a, .white) }
    #expect(list.commands.isEmpty)
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
