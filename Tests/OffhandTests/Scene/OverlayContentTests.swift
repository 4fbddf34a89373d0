import DesignCases
@testable import Offhand
import Testing

@Suite struct OverlayContentTests {
  let panel = Rect(x: 50, y: 50, width: 60, height: 40)

  @Test func `nothing is painted outside of the paint bounds`() {
    let contents: [OverlayContent] = [
      .hud("100%"), .tooltip("Pinch to zoom"), .popover(title: "Photos", pointingAt: Point(x: 20, y: 70)),
      .menu(Menu(items: ["To front", "Remove"], highlighted: 1)),
      .loupe(
        Loupe(
          layers: [
            Loupe.Layer(
              image: ImageID(rawValue: 1), size: Size(width: 9, height: 9), transform: .identity)
          ], focus: Point(x: 5, y: 5))),
    ]
    for content in contents {
      var list = DisplayList()
      content.draw(in: panel, into: &list)
      let paint = content.paintBounds(in: panel)
      var depth = 0
      for (index, command) in list.commands.enumerated() {
        if case .endLayer = command { depth -= 1 }
        if depth == 0, let box = list.bounds(ofCommandAt: index) {
          #expect(paint.grown(by: 1.5).contains(box), "\(command)")
        }
        if case .beginLayer = command { depth += 1 }
      }
      #expect(depth == 0)
    }
  }

  @Test func `the arrow is on the side of the anchor and clear of the corners`() throws {
    let left = try #require(PopoverArrow(of: panel, pointingAt: Point(x: 10, y: 45)))
    #expect(left.corners[1].x < panel.minX && left.corners[1].y >= panel.minY + 1.8)
    let below = try #require(PopoverArrow(of: panel, pointingAt: Point(x: 80, y: 140)))
    #expect(below.corners[1] == Point(x: 80, y: panel.maxY + Theme.standard.arrowLength))
    #expect(PopoverArrow(of: panel, pointingAt: panel.center) == nil)
  }

  @Test func `the arrow of a popover and all shadows are within what fades`() throws {
    // Above, where the shadow reaches least.
    let anchor = Point(x: 80, y: 10)
    let arrow = try #require(PopoverArrow(of: panel, pointingAt: anchor))
    #expect(arrow.bounds.minY < panel.minY)
    let shadow = Theme.standard.shadow
    let paint = OverlayContent.popover(title: "Photos", pointingAt: anchor).paintBounds(in: panel)
    #expect(paint.contains(arrow.bounds))
    #expect(paint.contains(panel.moved(by: shadow.offset).grown(by: shadow.blur)))
    var long = Theme.standard
    long.arrowLength = 30
    let content = OverlayContent.popover(title: "Photos", pointingAt: anchor)
    #expect(content.paintBounds(in: panel, theme: long).minY <= panel.minY - 30)
  }

  /// Letters of which a 1 is half as wide as all others.
  private struct Proportional: TextMeasure {
    func width(of text: String, style: TextStyle) -> Double { text.reduce(0) { $0 + ($1 == "1" ? 1 : 2) } }
    func lineHeight(of style: TextStyle) -> Double { 4 }
  }

  @Test(arguments: ["1%", "9%", "11%", "99%", "100%", "111%", "888%"])
  func `a level has one width for all values of three digits and fewer`(value: String) {
    let size = OverlayContent.hud(value).size(measuredBy: Proportional())
    #expect(size == OverlayContent.hud("888%").size(measuredBy: Proportional()))
    #expect(size.width < OverlayContent.hud("1000%").size(measuredBy: Proportional()).width)
  }

  @Test func `rows that destroy something stand apart below the others, and the title above`() {
    let menu = Menu(items: ["One", "Two"], destructive: ["Remove"], title: "Kitchen")
    let rect = Rect(origin: .origin, size: OverlayContent.menu(menu).size(measuredBy: Proportional()))
    let rows = menu.items.indices.map { menu.rowRect($0, in: rect) }
    #expect(rows.allSatisfy { abs($0.height - Theme.standard.rowHeight) < 1e-9 })
    #expect(abs(rows[1].minY - rows[0].maxY) < 1e-9 && rows[2].minY > rows[1].maxY + 2)
    #expect(rows[0].minY > 6 && rows[2].maxY < rect.maxY && menu.row(at: rows[2].center, in: rect) == 2)
    #expect(menu.row(at: Point(x: rect.center.x, y: 4), in: rect) == nil)
  }

  @Test func `the title of a menu has the size of titles, and in a low menu the height of its line`() {
    let menu = Menu(items: ["One"], title: "Kitchen")
    func size(in rect: Rect) -> Double? {
      var list = DisplayList()
      OverlayContent.menu(menu).draw(in: rect, into: &list)
      for command in list.commands { if case .text(_, _, let style) = command { return style.size } }
      return nil
    }
    let usual = Rect(origin: .origin, size: OverlayContent.menu(menu).size(measuredBy: Proportional()))
    #expect(size(in: usual) == Theme.standard.titleStyle.size)
    let low = Rect(x: 0, y: 0, width: 40, height: 4)
    #expect(size(in: low) == menu.titleRect(in: low, theme: .standard).height)
  }

  @Test func `a line leads from the end of a menu to what it is for, within what it says it paints`() {
    let menu = Menu(items: ["One"], subject: Rect(x: 0, y: 90, width: 200, height: 9))
    let rect = Rect(x: 40, y: 20, width: 30, height: 20)
    var list = DisplayList()
    OverlayContent.menu(menu).draw(in: rect, into: &list)
    let end = Point(x: 66, y: 90)
    #expect(list.commands.contains { if case .capsule(_, _, end, _, _) = $0 { true } else { false } })
    #expect(OverlayContent.menu(menu).paintBounds(in: rect).contains(end))
  }

  @Test func `the row under the finger has the colour of the theme's accent, and it alone`() {
    func accents(_ highlighted: Int?) -> [Rect] {
      var list = DisplayList()
      OverlayContent.menu(Menu(items: ["One", "Two", "Three"], highlighted: highlighted)).draw(in: panel, into: &list)
      return list.commands.compactMap { command in
        guard case .fill(let rect, _, let color) = command, color == Theme.standard.accent else { return nil }
        return rect
      }
    }
    #expect(accents(nil).isEmpty)
    let rows = accents(1)
    #expect(rows.count == 1 && rows[0].contains(Menu(items: ["One", "Two", "Three"]).rowRect(1, in: panel).center))
  }

  @Test func `a menu's rows tile it, and a point finds its row`() {
    let menu = Menu(items: ["One", "Two", "Three"])
    for index in menu.items.indices {
      #expect(menu.row(at: menu.rowRect(index, in: panel).center, in: panel) == index)
    }
    #expect(menu.row(at: Point(x: 0, y: 0), in: panel) == nil)
    #expect(Menu(items: []).row(at: panel.center, in: panel) == nil)
  }
}

@Suite struct PercentTextTests {
  @Test(.recognition("L12")) func `halves round away from zero`() {
    #expect(PercentText.string(0.125) == "13%")
    #expect(PercentText.string(0.135) == "14%")
    #expect(PercentText.string(0.005) == "1%")
    #expect(PercentText.string(0.124) == "12%")
  }

  @Test(.recognition("L12")) func `the original's rounding to even is available`() {
    #expect(PercentText.string(0.125, rounding: .toNearestOrEven) == "12%")
    #expect(PercentText.string(0.005, rounding: .toNearestOrEven) == "0%")
  }

  @Test func `a factor that is not finite has a text`() {
    #expect(PercentText.string(.nan) == "–%")
    #expect(PercentText.string(.infinity) == "–%")
    #expect(PercentText.string(1) == "100%")
  }
}
