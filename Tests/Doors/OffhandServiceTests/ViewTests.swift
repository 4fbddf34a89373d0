import Offhand
import OffhandClient
import OffhandPixman
import OffhandPlatform
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
        "shadow", "64.0×36.64 panel", "edge hairline", "Still there?, 5.2 text", "8, 8.4 secondary", "Touch, 3.6 text",
        "54.4×1.6 track", "40.8×1.6 accent",
      ])
    #expect(drawing(warning(), at: 20).suffix(3) == ["0, 8.4 secondary", "Touch, 3.6 text", "54.4×1.6 track"])
    #expect(drawing(warning(), at: 5).contains("10, 8.4 secondary"))
    #expect(drawing(warning(theme: .light), at: 15, theme: .light).contains("64.0×36.64 panel"))
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

struct StaffMenuTests {
  private let rows = {
    var off = MenuRequest.Row(id: "off", label: "Switch off")
    (off.isDestructive, off.asks) = (true, true)
    return [off, MenuRequest.Row(id: "a", label: "First")]
  }()

  private func menu(pinWait: Timestamp? = nil) -> MenuView {
    var view = MenuView(
      rows: rows, title: "Staff", anchor: Point(x: 20, y: 20),
      strategy: PlacementPreset.best.strategy(in: PanelSetup(panel: panel.bounds)), words: ServiceWords(.english),
      pinWait: pinWait, at: Timestamp(seconds: 1))
    view.layout(in: environment)
    return view
  }

  /// Where the texts are that a view draws.
  private func texts(_ view: MenuView, at seconds: Double) -> [String: Rect] {
    var list = DisplayList()
    view.draw(for: FrameTime(now: Timestamp(seconds: seconds)), into: &list)
    return list.commands.reduce(into: [:]) { texts, command in
      if case .text(let range, let rect, _) = command {
        texts[String(decoding: list.text[range], as: UTF8.self)] = rect
      }
    }
  }

  private func tap(_ text: String, of view: inout MenuView, at seconds: Double) throws {
    let place = try #require(texts(view, at: seconds)[text], "there is no \(text)").center
    view.process(frame(place, .began, at: seconds))
    view.process(frame(place, .ended, at: seconds + 0.05))
  }

  @Test func `a PIN comes before the rows, and its digits lie in another order each time`() throws {
    var view = menu(pinWait: .zero)
    #expect(texts(view, at: 2)["PIN for staff"] != nil && texts(view, at: 2)["First"] == nil)
    for (index, key) in ["9", "←", "1", "2", "OK"].enumerated() { try tap(key, of: &view, at: 2 + Double(index) / 10) }
    #expect(view.attempt == nil && texts(view, at: 3)["••"] != nil)
    for (index, key) in ["3", "4", "OK"].enumerated() { try tap(key, of: &view, at: 3 + Double(index) / 10) }
    #expect(view.attempt == "1234" && view.outcome == nil)
    view.answer(isRight: false, until: Timestamp(seconds: 34), at: Timestamp(seconds: 4))
    #expect(texts(view, at: 4.5)["Wait 30 s"] != nil && view.isAnimating(at: Timestamp(seconds: 5)))
    for (index, key) in ["1", "2", "3", "4", "OK"].enumerated() { try tap(key, of: &view, at: 5 + Double(index) / 10) }
    #expect(view.attempt == nil)
    #expect(texts(view, at: 35)["Wrong PIN"] != nil)
    view.answer(isRight: true, until: .zero, at: Timestamp(seconds: 36))
    view.advance(to: Timestamp(seconds: 37))
    #expect(texts(view, at: 37)["First"] != nil && texts(view, at: 37)["OK"] == nil)
    let orders = (0..<20).map { _ in (0...9).map { texts(menu(pinWait: .zero), at: 2)["\($0)"]?.center.x ?? 0 } }
    #expect(Set(orders).count > 10)
  }

  @Test func `the pad closes by a touch beside it, and in time`() throws {
    var view = menu(pinWait: .zero)
    let rect = try #require(view.rect)
    #expect(panel.bounds.contains(rect) && view.deadline == Timestamp(seconds: 16))
    try tap("1", of: &view, at: 10)
    view.advance(to: Timestamp(seconds: 20))
    #expect(view.outcome == nil)
    view.advance(to: Timestamp(seconds: 25.1))
    #expect(view.outcome == .dismissed(.timeout))
    var other = menu(pinWait: .zero)
    other.process(frame(Point(x: rect.maxX + 1, y: rect.maxY + 1), .began, at: 2))
    #expect(other.outcome == .dismissed(.touch))
  }

  @Test(arguments: ["Switch off": MenuOutcome.chosen("off"), "Cancel": .dismissed(.touch)])
  func `a row that asks is chosen twice, and not by two quick taps`(answer: String, outcome: MenuOutcome) throws {
    var view = menu()
    let before = texts(view, at: 2)
    #expect((before["First"]?.minY ?? 0) < (before["Switch off"]?.minY ?? 0) && before["Staff"] != nil)
    try tap("Switch off", of: &view, at: 2)
    #expect(view.outcome == nil && texts(view, at: 2.5)["Are you sure?"] != nil)
    try tap(answer, of: &view, at: 2.2)
    #expect(view.outcome == nil)
    try tap(answer, of: &view, at: 3)
    #expect(view.outcome == outcome)
  }

  @Test func `from the fifth wrong PIN on each makes the next one wait, twice as long as before`() {
    var lock = PinLock()
    let waits = (1...13).map { number in
      lock.note(isRight: false, at: Timestamp(seconds: 100))
      return number < 5 ? lock.waitEnd.seconds(since: .zero) : lock.waitEnd.seconds(since: Timestamp(seconds: 100))
    }
    #expect(waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    lock.note(isRight: true, at: Timestamp(seconds: 5000))
    lock.note(isRight: false, at: Timestamp(seconds: 5001))
    #expect(lock.wrong == 1)
  }
}

struct ServiceWordsTests {
  @Test func `every phrase is there in every language, with its time`() {
    for phrase in Phrase.allCases {
      let texts = Language.allCases.map { phrase.text(in: $0) }
      #expect(Set(texts).count >= 5 && texts.allSatisfy { !$0.isEmpty && !$0.contains("|") }, "\(phrase) \(texts)")
      let hasTime = [.unlock, .wait].contains(phrase)
      #expect(texts.allSatisfy { $0.contains("{}") == hasTime }, "\(phrase)")
    }
    #expect(ServiceWords(.german).text(.unlock, "3 s") == "Zum Entsperren 3 s lang einen Finger auflegen")
    #expect(ServiceWords(.french).text(.wait, "9 s") == "Attendez 9 s" && ServiceWords(.dutch)[.cancel] == "Annuleren")
  }

  @Test(arguments: ["de_AT.UTF-8": Language.german, "C.UTF-8": .english, "": .english, "sv:nl:fr": .dutch])
  func `a locale names its language`(locale: String, language: Language) {
    #expect(Language(locale: locale) == language)
  }

  /// With `$OFFHAND_WORDS_PICTURES`, the name of a folder, it leaves pictures there.
  @Test(arguments: Language.allCases)
  func `the longest words of a language have room on seven inches`(language: Language) throws {
    let surface = SurfaceGeometry(
      size: Size(width: 155, height: 87), pixelWidth: 1024, pixelHeight: 600, provenance: .output)
    let renderer = Renderer(fonts: try FontBook())
    let (words, grid) = (ServiceWords(language), PixelGrid(of: surface))
    let environment = ViewEnvironment(
      surface: surface, grid: grid, measure: renderer.fonts.measure(on: grid), backdrop: .programs, posture: .kiosk)
    func strategy() -> any PlacementStrategy { PlacementPreset.best.strategy(in: PanelSetup(panel: surface.bounds)) }
    func check(_ view: borrowing some TouchView, at seconds: Double, _ name: String) throws {
      var list = DisplayList()
      view.draw(for: FrameTime(now: Timestamp(seconds: seconds)), into: &list)
      for command in list.commands {
        guard case .text(let range, let rect, let style) = command else { continue }
        let text = String(decoding: list.text[range], as: UTF8.self)
        let width = environment.measure.width(of: text, style: style)
        #expect(width <= rect.width && surface.bounds.contains(rect), "\(name): \(text) is \(width) mm in \(rect)")
      }
      guard let folder = Environment["OFFHAND_WORDS_PICTURES"] else { return }
      let bitmap = Bitmap(width: Int(grid.width), height: Int(grid.height))
      renderer.draw(list, on: grid, into: bitmap)
      try PNGWriter.write(bitmap, to: "\(folder)/\(language.rawValue)-\(name).png")
    }
    let clean = MenuRequest.Row(id: "clean", label: "clean"), home = MenuRequest.Row(id: "home", label: "home")
    var (off, setting) = (MenuRequest.Row(id: "off", label: "off"), ServiceConfiguration.MenuSetting())
    (off.isDestructive, off.asks) = (true, true)
    setting.rows = [clean, home, off]
    let rows = MenuRequest(setting, words).rows
    for pinWait in [nil, Timestamp.zero, Timestamp(seconds: 3600)] {
      var menu = MenuView(
        rows: rows, anchor: Point(x: 5, y: 5), strategy: strategy(), words: words, pinWait: pinWait, at: .zero)
      menu.layout(in: environment)
      try check(menu, at: 1, pinWait.map { $0 == .zero ? "pad" : "wait" } ?? "menu")
    }
    var warning = WarningView(
      words[.idle], hint: words[.hint], until: Timestamp(seconds: 20), length: .seconds(15), anchor: nil,
      strategy: strategy())
    warning.layout(in: environment)
    try check(warning, at: 10, "warning")
    var curtain = CurtainView(.hold(.seconds(2.5), text: words[.curtain], words: words))
    curtain.layout(in: environment)
    try check(curtain, at: 1, "curtain")
  }
}

struct RingViewTests {
  private let hold = Duration.milliseconds(400)

  private func mark(_ state: TouchMark.State, _ touch: Int = 1) -> TouchMark {
    TouchMark(screen: 3, touch: touch, at: .origin, state)
  }

  private func view() -> RingView {
    var view = RingView(PlacementPreset.best.strategy(in: PanelSetup(panel: panel.bounds)))
    view.layout(in: environment)
    return view
  }

  @Test func `a ring fills while its touch waits, and is a disc for a moment once that counts`() {
    var view = view()
    let point = Point(x: 100, y: 60)
    view.note(mark(.waits), at: point, hold: hold, now: Timestamp(seconds: 1))
    let filled = [1.1, 1.2, 1.4, 3].map { drawing(view, at: $0).count { $0 == "something else" } }
    #expect(filled == filled.sorted() && filled[0] * 2 >= filled[1] && filled[1] < filled[2] && filled[2] == filled[3])
    #expect(view.isAnimating(at: Timestamp(seconds: 1.3)) && !view.isAnimating(at: Timestamp(seconds: 1.5)))
    #expect(view.deadline == nil)
    view.note(mark(.counts), at: point, hold: hold, now: Timestamp(seconds: 1.4))
    #expect(drawing(view, at: 1.5).last?.hasSuffix(" accent") == true && view.rects.count == 1)
    view.advance(to: Timestamp(seconds: 1.9))
    #expect(view.rects.count == 1)
    view.advance(to: Timestamp(seconds: 2))
    #expect(view.rects.isEmpty && drawing(view, at: 2).isEmpty)
  }

  @Test func `a touch that ends before its time leaves nothing, and one without a time is a disc at once`() {
    var view = view()
    for touch in 1...2 { view.note(mark(.waits, touch), at: Point(x: 50, y: 60), hold: hold, now: .zero) }
    view.note(mark(.ends), at: Point(x: 50, y: 60), hold: hold, now: Timestamp(seconds: 0.1))
    #expect(view.rects.count == 1)
    view.note(mark(.ends, 2), at: Point(x: 50, y: 60), hold: hold, now: Timestamp(seconds: 0.1))
    view.note(mark(.ends, 9), at: Point(x: 50, y: 60), hold: hold, now: Timestamp(seconds: 0.1))
    #expect(view.rects.isEmpty && view.deadline == nil)
    view.note(mark(.counts, 3), at: Point(x: 50, y: 60), hold: .zero, now: Timestamp(seconds: 1))
    #expect(drawing(view, at: 1.1).last?.hasSuffix(" accent") == true)
  }

  @Test func `it lies on the glass, beside the finger and not under its hand`() {
    for x in stride(from: 2.0, to: 200, by: 14) {
      for y in stride(from: 2.0, to: 120, by: 14) {
        var (view, finger) = (view(), StandardPlacement(environment: PanelSetup(panel: panel.bounds)))
        let point = Point(x: x, y: y)
        view.note(mark(.waits), at: point, hold: hold, now: .zero)
        finger.ingest(frame(point, .began, at: 0))
        let rect = view.rects[0]
        #expect(panel.bounds.contains(rect) && !rect.grown(by: 1).contains(point), "\(point): \(rect)")
        #expect(rect.center.distance(to: point) < 62, "\(point): \(rect)")
        let hidden = finger.hiddenFraction(of: rect)
        #expect(hidden < 0.5, "\(point): \(rect)")
      }
    }
  }

  @Test func `a ring lies beside its finger whatever was touched before, and before the surface has a size`() {
    var view = RingView(PlacementPreset.best.strategy(in: PanelSetup(panel: Rect(origin: .origin, size: .zero))))
    let points = [Point(x: 100, y: 60), Point(x: 20, y: 100), Point(x: 100, y: 60)]
    var rects: [Rect] = []
    for (touch, point) in points.enumerated() {
      func mark(_ state: TouchMark.State) -> TouchMark { TouchMark(screen: 3, touch: touch, at: .origin, state) }
      view.note(mark(.waits), at: point, hold: .seconds(1), now: Timestamp(seconds: Double(touch)))
      if touch == 0 { view.layout(in: environment) }
      rects += view.rects
      view.note(mark(.ends), at: point, hold: .seconds(1), now: Timestamp(seconds: Double(touch) + 0.5))
    }
    #expect(rects[0] == rects[2] && rects[0] != rects[1] && rects[0].center.distance(to: points[0]) < 60)
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
    var view = CurtainView(.hold(.seconds(3), text: "Cleaning", words: ServiceWords(.english)))
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
    var view = CurtainView(.hold(.seconds(2.5), text: "Cleaning", words: ServiceWords(.english)))
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
    var view = CurtainView(.hold(.seconds(3), text: "Cleaning", words: ServiceWords(.english)))
    view.layout(in: environment)
    #expect(!view.isAnimating(at: .zero) && view.deadline == nil)
  }
}
