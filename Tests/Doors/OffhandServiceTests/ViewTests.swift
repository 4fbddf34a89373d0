import Offhand
import OffhandClient
import Testing

@testable import OffhandService

/// Text of which every character is half as wide as high.
private struct PlainMeasure: TextMeasure {
  func width(of text: String, style: TextStyle) -> Double { Double(text.count) * style.size / 2 }
  func lineHeight(of style: TextStyle) -> Double { style.size * 1.2 }
}

private let panel = SurfaceGeometry(
  size: Size(width: 200, height: 120), pixelWidth: 800, pixelHeight: 480, provenance: .output)

private var environment: ViewEnvironment {
  ViewEnvironment(surface: panel, grid: PixelGrid(of: panel), measure: PlainMeasure(), backdrop: .programs)
}

private func frame(_ position: Point, _ phase: Touch.Phase, at seconds: Double, landing: Point? = nil) -> TouchFrame {
  var touch = Touch(id: Touch.ID(rawValue: 1), phase: phase, position: position)
  touch.landingPosition = landing ?? position
  var frame = TouchFrame(timestamp: Timestamp(seconds: seconds))
  frame.append(touch)
  return frame
}

/// What a view draws at a time, back to front: rectangles with their size and colour, texts with their colour.
private func drawing(_ view: borrowing some TouchView, at seconds: Double, theme: Theme = .standard) -> [String] {
  let names: KeyValuePairs<Color, String> = [
    theme.controlPanel: "panel", theme.control: "track", theme.accent: "accent", theme.text: "text",
    theme.secondaryText: "secondary", theme.hairline: "hairline", .black: "black", theme.background: "background",
  ]
  func name(_ color: Color) -> String { names.first { $0.key == color }?.value ?? "another colour" }
  var list = DisplayList()
  let time = Timestamp(seconds: seconds)
  view.draw(for: FrameTime(now: time, presentation: time), into: &list)
  return list.commands.map { command in
    switch command {
    case .fill(let rect, _, let color): "\((rect.width * 10).rounded() / 10)×\(rect.height) \(name(color))"
    case .stroke(_, _, _, let color): "edge \(name(color))"
    case .text(let range, _, let style):
      "\(String(decoding: list.text[range], as: UTF8.self)), \(style.size) \(name(style.color))"
    case .shadow: "shadow"
    default: "something else"
    }
  }
}

struct WarningViewTests {
  private func warning(anchor: Point? = nil, theme: Theme = .standard, on surface: SurfaceGeometry = panel)
    -> WarningView
  {
    var view = WarningView(
      "Still there?", hint: "Touch", until: Timestamp(seconds: 20), length: .seconds(10), anchor: anchor,
      strategy: PlacementPreset.best.strategy(in: PanelSetup(panel: surface.bounds)))
    var environment = environment
    (environment.surface, environment.theme) = (surface, theme)
    view.layout(in: environment)
    return view
  }

  @Test func `it shows its text, the seconds that remain, and a bar that becomes shorter`() {
    #expect(
      drawing(warning(), at: 12.5) == [
        "shadow", "64.0×34.24 panel", "edge hairline", "Still there?, 5.2 text", "8, 8.4 secondary", "Touch, 3.6 text",
        "54.4×1.6 track", "40.8×1.6 accent",
      ])
    #expect(drawing(warning(), at: 20).suffix(3) == ["0, 8.4 secondary", "Touch, 3.6 text", "54.4×1.6 track"])
    #expect(drawing(warning(), at: 5).contains("10, 8.4 secondary"))
    #expect(drawing(warning(theme: .light), at: 15, theme: .light).contains("64.0×34.24 panel"))
  }

  @Test(arguments: [Theme.standard, Theme.standard.fitting(.kiosk)], [40.0, 55, 120])
  func `its lines lie on each other and on the bar at no size`(theme: Theme, height: Double) throws {
    let surface = SurfaceGeometry(
      size: Size(width: 200, height: height), pixelWidth: 800, pixelHeight: 4 * height, provenance: .output)
    let view = warning(theme: theme, on: surface)
    var (list, lines) = (DisplayList(), [Rect]())
    view.draw(for: FrameTime(now: .zero), into: &list)
    for command in list.commands {
      switch command {
      case .text(_, let rect, _): lines.append(rect)
      case .fill(let rect, _, theme.control): lines.append(rect)
      default: break
      }
    }
    let rect = try #require(view.rect)
    #expect(lines.count == (height > 60 ? 4 : lines.count) && lines.count >= 2)
    for (index, line) in lines.enumerated() {
      #expect(rect.contains(line) && !lines[..<index].contains { $0.intersects(line.inset(by: Insets(all: 0.01))) })
    }
  }

  @Test func `it lies in the middle, or beside the finger that is known, and fits a small panel`() throws {
    #expect(warning().rect?.center == panel.bounds.center)
    for x in [10.0, 100, 190] {
      let anchor = Point(x: x, y: 60)
      let rect = try #require(warning(anchor: anchor).rect)
      #expect(panel.bounds.contains(rect) && !rect.contains(anchor))
    }
    let small = SurfaceGeometry(
      size: Size(width: 40, height: 30), pixelWidth: 160, pixelHeight: 120, provenance: .output)
    #expect(warning(on: small).rect?.size == Size(width: 32, height: 22))
  }
}

struct MenuViewTests {
  private func menu(anchor: Point? = Point(x: 100, y: 60), timeout: Double = 5) throws -> (MenuView, Rect) {
    var view = MenuView(
      rows: [MenuRequest.Row(id: "a", label: "First"), MenuRequest.Row(id: "b", label: "Second")], anchor: anchor,
      strategy: PlacementPreset.best.strategy(in: PanelSetup(panel: panel.bounds)), timeout: timeout,
      at: Timestamp(seconds: 1))
    view.layout(in: environment)
    return (view, try #require(view.rect))
  }

  private func point(_ row: Int, in rect: Rect) -> Point {
    Point(x: rect.center.x, y: rect.minY + rect.height * (Double(row) + 0.5) / 2)
  }

  // The second anchor lies beyond the bounds of the menu on either output.
  @Test(arguments: [195.0, 199])
  func `on an output that has turned it is on the surface, and a tap chooses`(x: Double) throws {
    var (view, _) = try menu(anchor: Point(x: x, y: 60))
    let turned = SurfaceGeometry(
      size: Size(width: 120, height: 200), pixelWidth: 480, pixelHeight: 800, provenance: .output)
    view.layout(
      in: ViewEnvironment(surface: turned, grid: PixelGrid(of: turned), measure: PlainMeasure(), backdrop: .programs))
    let rect = try #require(view.rect)
    #expect(turned.bounds.contains(rect))
    view.process(frame(point(1, in: rect), .began, at: 2))
    view.process(frame(point(1, in: rect), .ended, at: 2.1))
    #expect(view.outcome == .chosen("b"))
  }

  @Test func `a finger may land on one row and lift on another`() throws {
    var (view, rect) = try menu()
    view.process(frame(point(1, in: rect), .began, at: 2))
    view.process(frame(point(0, in: rect), .moved, at: 2.1, landing: point(1, in: rect)))
    view.process(frame(point(0, in: rect), .ended, at: 2.2, landing: point(1, in: rect)))
    #expect(view.outcome == .chosen("a"))
  }

  @Test func `without a touch it closes in time, and a touch begins the time anew`() throws {
    var (view, rect) = try menu()
    #expect(view.deadline == Timestamp(seconds: 6))
    view.process(frame(point(0, in: rect), .began, at: 4))
    view.process(frame(point(0, in: rect), .cancelled, at: 4))
    view.advance(to: Timestamp(seconds: 8.9))
    #expect(view.outcome == nil)
    view.advance(to: Timestamp(seconds: 9))
    #expect(view.outcome == .dismissed(.timeout))
    #expect(view.deadline == nil)
  }
}

struct CurtainViewTests {
  @Test func `the first contact and 200 ms after it are swallowed`() {
    var view = CurtainView(.tap)
    view.layout(in: environment)
    #expect(view.deadline == nil)
    view.process(frame(Point(x: 9, y: 9), .began, at: 1))
    view.advance(to: Timestamp(seconds: 100))
    #expect(!view.isOver)
    view.process(frame(Point(x: 9, y: 9), .ended, at: 101))
    view.advance(to: Timestamp(seconds: 101.19))
    #expect(!view.isOver)
    // A finger that bounces begins another contact.
    view.process(frame(Point(x: 9, y: 9), .began, at: 101.195))
    #expect(view.deadline == nil)
    view.process(frame(Point(x: 9, y: 9), .ended, at: 101.2))
    view.advance(to: Timestamp(seconds: 101.4))
    #expect(view.isOver)
  }

  @Test func `the rest of the stroke that raised it does not end it, the next contact does`() {
    var view = CurtainView(.tap)
    view.process(frame(Point(x: 40, y: 9), .moved, at: 1, landing: Point(x: 3, y: 9)))
    view.process(frame(Point(x: 50, y: 9), .ended, at: 1.1, landing: Point(x: 3, y: 9)))
    view.advance(to: Timestamp(seconds: 5))
    #expect(!view.isOver && !view.isTouched)
    view.process(frame(Point(x: 9, y: 9), .began, at: 6))
    view.process(frame(Point(x: 9, y: 9), .ended, at: 6.1))
    view.advance(to: Timestamp(seconds: 7))
    #expect(view.isOver)
  }

  @Test func `cleaning ends by a finger that rests, and not by wiping`() {
    var view = CurtainView(.hold(.seconds(3), text: "Cleaning"))
    view.layout(in: environment)
    for stroke in 0..<20 {
      view.process(frame(Point(x: 9, y: 9), .began, at: Double(stroke)))
      view.process(frame(Point(x: 90, y: 9), .ended, at: Double(stroke) + 0.9))
      view.advance(to: Timestamp(seconds: Double(stroke) + 0.95))
    }
    #expect(!view.isOver && !view.isTouched)
    // One stroke that does not end.
    view.process(frame(Point(x: 9, y: 9), .began, at: 21))
    view.process(frame(Point(x: 90, y: 9), .moved, at: 21.5, landing: Point(x: 9, y: 9)))
    view.advance(to: Timestamp(seconds: 25))
    #expect(!view.isOver && view.isTouched)
    view.process(frame(Point(x: 90, y: 9), .ended, at: 26, landing: Point(x: 9, y: 9)))
    // A finger that rests, and trembles.
    view.process(frame(Point(x: 9, y: 9), .began, at: 30))
    view.process(frame(Point(x: 10, y: 9), .moved, at: 30.5, landing: Point(x: 9, y: 9)))
    #expect(view.isAnimating(at: Timestamp(seconds: 31)))
    view.advance(to: Timestamp(seconds: 33))
    #expect(view.isOver)
  }

  @Test func `the curtain says how it ends, and shows for how long a finger has rested`() {
    var view = CurtainView(.hold(.seconds(2.5), text: "Cleaning"))
    view.layout(in: environment)
    let still = [
      "200.0×120.0 black", "Cleaning, 6.0 text", "Rest a finger for 2.5 s to unlock, 3.6 secondary",
      "60.0×2.0 hairline",
    ]
    #expect(drawing(view, at: 1) == still)
    view.process(frame(Point(x: 9, y: 9), .began, at: 1))
    #expect(drawing(view, at: 1) == still)
    #expect(drawing(view, at: 2) == still + ["24.0×2.0 accent"])
    #expect(drawing(view, at: 9).last == "60.0×2.0 accent")
    #expect(drawing(CurtainView(.veil), at: 1) == [])
    var light = environment
    light.theme = .light
    view.layout(in: light)
    #expect(drawing(view, at: 1, theme: .light).first == "200.0×120.0 background")
    var tap = CurtainView(.tap)
    tap.layout(in: light)
    #expect(drawing(tap, at: 1) == ["200.0×120.0 black"])
  }

  @Test func `nothing moves without a touch`() {
    var view = CurtainView(.hold(.seconds(3), text: "Cleaning"))
    view.layout(in: environment)
    #expect(!view.isAnimating(at: .zero) && view.deadline == nil)
  }
}
