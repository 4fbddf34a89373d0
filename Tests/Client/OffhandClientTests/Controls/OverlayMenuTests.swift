import Offhand
import OffhandClient
import OffhandTesting
import Testing

struct OverlayMenuTests {
  private let press = Point(x: 100, y: 60)

  /// A menu of three rows that a press at the middle of the surface opened at time 0, and the strategy that placed it.
  private func open(reach: OverlayMenu.Reach = .surface, timeout: Duration? = nil) -> (OverlayMenu, StandardPlacement) {
    var strategy = StandardPlacement(environment: PanelSetup(panel: ControlStage.surface.bounds))
    var menu = OverlayMenu(
      ["One", "Two", "Three"], beside: Rect(center: press, size: Size(width: 8, height: 8)), reach: reach,
      timeout: timeout, at: .zero)
    menu.layout(in: ControlStage.environment, by: &strategy)
    return (menu, strategy)
  }

  private func row(_ row: Int, of menu: OverlayMenu) -> (Double, Double) {
    guard let rect = menu.rect else { return (0, 0) }
    return (rect.center.x, rect.minY + rect.height * (Double(row) + 0.5) / 3)
  }

  /// The rows that were chosen by a script.
  private func play(
    _ menu: inout OverlayMenu, _ strategy: inout StandardPlacement, @ScriptBuilder _ script: () -> [Step]
  ) -> [Int] {
    var chosen: [Int] = []
    ControlStage.play(script) { frame in
      if let row = menu.process(frame, by: &strategy) { chosen.append(row) }
    }
    return chosen
  }

  @Test func `the finger that opened it elsewhere ends nothing of one that is on a row, whatever its number`() {
    var (menu, strategy) = open()
    let (x, y) = row(1, of: menu)
    _ = play(&menu, &strategy) { down(1, x, y, at: 300) }
    ControlStage.play {
      down(1, 100, 60, at: 0)
      up(1, at: 400)
    } _: {
      menu.follow($0)
    }
    #expect(menu.isOpen)
    var list = DisplayList()
    menu.draw(for: FrameTime(now: ControlStage.at(1000)), into: &list)
    let isLit = list.commands.contains {
      guard case .fill(let rect, _, let color) = $0 else { return false }
      return color == Theme.standard.accent && rect.contains(Point(x: x, y: y))
    }
    #expect(isLit)
  }

  @Test func `a finger that rests on it keeps it open`() {
    var (menu, strategy) = open(timeout: .seconds(5))
    let (x, y) = row(1, of: menu)
    _ = play(&menu, &strategy) { down(1, x, y, at: 300) }
    menu.advance(to: Timestamp(seconds: 9), by: &strategy)
    #expect(menu.isOpen && menu.deadline == nil)
  }

  @Test func `it tells a strategy of the panel and its posture where the view has not`() {
    var environment = ControlStage.environment
    environment.posture = .kiosk
    var strategy: any PlacementStrategy = PlacementPreset.best.strategy()
    var menu = OverlayMenu(["One"], beside: Rect(center: press, size: Size(width: 8, height: 8)), at: .zero)
    menu.layout(in: environment, by: &strategy)
    #expect(strategy.environment.panel == environment.bounds && strategy.environment.posture == .kiosk)
  }

  @Test func `it opens beside the touch, on the surface`() throws {
    let (menu, _) = open()
    let rect = try #require(menu.rect)
    #expect(ControlStage.surface.bounds.contains(rect) && !rect.contains(press) && menu.isOpen)
  }

  @Test func `a tap on a row chooses it once, and the menu fades out`() {
    var (menu, strategy) = open()
    let (x, y) = row(1, of: menu)
    let chosen = play(&menu, &strategy) {
      down(1, x, y, at: 300)
      up(1, at: 360)
      down(2, x, y, at: 400)
      up(2, at: 440)
    }
    #expect(chosen == [1] && menu.outcome == .chosen(1))
    #expect(menu.isAnimating(at: ControlStage.at(400)) && !menu.isGone(at: ControlStage.at(400)))
    #expect(menu.isGone(at: ControlStage.at(900)))
  }

  @Test func `the finger that opened it chooses by a drag, and leaves it open by lifting at once`() {
    var (menu, strategy) = open()
    let (x, y) = row(2, of: menu)
    #expect(drags(from: press, to: Point(x: x, y: y), &menu, &strategy) == [2])
    (menu, strategy) = open()
    #expect(drags(from: press, to: press + Vector(dx: 2, dy: 1), &menu, &strategy) == [] && menu.isOpen)
    #expect(drags(from: press, to: Point(x: 3, y: 3), &menu, &strategy) == [] && menu.isOpen)
  }

  /// The rows that a touch chooses that was down already, is dragged and lifts.
  private func drags(
    from start: Point, to end: Point, _ menu: inout OverlayMenu, _ strategy: inout StandardPlacement
  ) -> [Int] {
    var chosen: [Int] = []
    ControlStage.play {
      down(1, start.x, start.y, at: 0)
      drag(1, from: (start.x, start.y), to: (end.x, end.y), over: 500...700)
      up(1, at: 708)
    } _: { frame in
      guard frame.timestamp > .zero else { return }
      if let row = menu.process(frame, by: &strategy) { chosen.append(row) }
    }
    return chosen
  }

  @Test func `a menu that has to open under the finger is not chosen from by lifting that finger`() throws {
    let surface = SurfaceGeometry(
      size: Size(width: 60, height: 44), pixelWidth: 300, pixelHeight: 220, provenance: .device)
    var strategy = StandardPlacement(environment: PanelSetup(panel: surface.bounds))
    let press = surface.bounds.center
    var menu = OverlayMenu(
      ["One", "Two", "Three"], beside: Rect(center: press, size: Size(width: 8, height: 8)), at: .zero)
    menu.layout(in: ControlStage.environment(surface), by: &strategy)
    try #require(menu.rect?.contains(press) == true, "there is no room beside the finger")
    #expect(drags(from: press, to: press + Vector(dx: 1, dy: 1), &menu, &strategy) == [] && menu.isOpen)
  }

  @Test(arguments: [12, 32]) func `of more rows than the surface has room for each is on it and can be chosen`(
    count: Int
  ) throws {
    let surface = SurfaceGeometry(
      size: Size(width: 154, height: 86), pixelWidth: 800, pixelHeight: 480, provenance: .device)
    let items = (0..<count).map { "Row \($0)" + String(repeating: " with a long name", count: 9) }
    for row in [0, count / 2, count - 1] {
      var strategy = StandardPlacement(environment: PanelSetup(panel: surface.bounds))
      var menu = OverlayMenu(items, beside: Rect(x: 20, y: 20, width: 8, height: 8), at: .zero)
      menu.layout(in: ControlStage.environment(surface), by: &strategy)
      let rect = try #require(menu.rect)
      #expect(surface.bounds.contains(rect))
      let place = Menu(items: items).rowRect(row, in: rect).center
      let chosen = play(&menu, &strategy) {
        down(1, place.x, place.y, at: 300)
        up(1, at: 360)
      }
      #expect(surface.bounds.contains(place) && chosen == [row])
    }
  }

  @Test func `a touch of another hand that was down already does nothing to it`() {
    var (menu, strategy) = open()
    let (x, y) = row(0, of: menu)
    #expect(drags(from: Point(x: 10, y: 100), to: Point(x: x, y: y), &menu, &strategy) == [] && menu.isOpen)
  }

  @Test func `a touch beside it closes it, and belongs to it until it lifts`() throws {
    var (menu, strategy) = open()
    var taken: [Bool] = []
    ControlStage.play {
      down(1, 5, 5, at: 300)
      move(1, to: 30, 30, at: 320)
      up(1, at: 340)
    } _: { frame in
      menu.process(frame, by: &strategy)
      taken.append(menu.takes(frame[0].id))
    }
    #expect(taken == [true, true, false] && menu.outcome == .dismissed)
  }

  @Test func `a finger that leaves it closes nothing`() {
    var (menu, strategy) = open()
    let (x, y) = row(0, of: menu)
    let chosen = play(&menu, &strategy) {
      down(1, x, y, at: 300)
      move(1, to: 5, 5, at: 320)
      up(1, at: 340)
    }
    #expect(chosen.isEmpty && menu.isOpen)
  }

  @Test(arguments: [(Point(x: 40, y: 90), false), (Point(x: 199, y: 119), true)])
  func `on a table only a touch of the same hand closes it, and is left to others`(touch: Point, isFar: Bool) {
    var strategy = StandardPlacement(environment: PanelSetup(panel: ControlStage.surface.bounds))
    var menu = OverlayMenu(
      ["One", "Two"], beside: Rect(center: Point(x: 40, y: 60), size: Size(width: 8, height: 8)), reach: .hand,
      at: .zero)
    menu.layout(in: ControlStage.environment, by: &strategy)
    ControlStage.play {
      down(1, touch.x, touch.y, at: 300)
    } _: { frame in
      menu.process(frame, by: &strategy)
      #expect(!menu.takes(frame[0].id))
    }
    #expect(menu.isOpen == isFar)
  }

  @Test func `without a touch it closes in time, and its place is free for the next menu`() {
    var (menu, strategy) = open(timeout: .seconds(5))
    let place = menu.rect
    #expect(menu.deadline == Timestamp(seconds: 5))
    menu.advance(to: Timestamp(seconds: 4.9), by: &strategy)
    #expect(menu.isOpen)
    menu.advance(to: Timestamp(seconds: 5), by: &strategy)
    #expect(menu.outcome == .timedOut && menu.deadline == nil && menu.isGone(at: Timestamp(seconds: 6)))
    var next = OverlayMenu(
      ["One", "Two", "Three"], beside: Rect(x: 20, y: 90, width: 8, height: 8), at: Timestamp(seconds: 7))
    next.layout(in: ControlStage.environment, by: &strategy)
    #expect(next.rect != place, "placed anew, not where the menu before was")
  }

  @Test func `a menu that no touch opened follows none of another surface, nor does it stay open for one`() {
    var strategy = StandardPlacement(environment: PanelSetup(panel: ControlStage.surface.bounds))
    var menu = OverlayMenu(["One", "Two", "Three"], beside: nil, timeout: .seconds(5), at: .zero)
    menu.layout(in: ControlStage.environment, by: &strategy)
    ControlStage.play {
      down(1, 5, 5, at: 1000)
      up(1, at: 1200)
    } _: { frame in
      menu.follow(frame)
    }
    #expect(menu.isOpen && menu.deadline == Timestamp(seconds: 5))
  }

  @Test func `the row under a finger has the colour of the selection`() throws {
    var (menu, strategy) = open()
    let (x, y) = row(1, of: menu)
    func accents() -> [Rect] {
      var list = DisplayList()
      menu.draw(for: FrameTime(now: ControlStage.at(1000)), into: &list)
      return list.commands.compactMap {
        guard case .fill(let rect, _, let color) = $0, color == Theme.standard.accent else { return nil }
        return rect
      }
    }
    #expect(accents().isEmpty)
    _ = play(&menu, &strategy) { down(1, x, y, at: 300) }
    #expect(accents().count == 1 && accents()[0].contains(Point(x: x, y: y)))
    (menu, strategy) = open()
    _ = play(&menu, &strategy) {
      down(1, x, y, at: 300)
      cancel(1, at: 340)
    }
    #expect(accents().isEmpty && menu.isOpen, "the touch was taken away")
    (menu, strategy) = open()
    ControlStage.play {
      down(1, x, y, at: 300)
      move(1, to: x + 1, y, at: 340)
    } _: { frame in
      var changed = copy frame
      if changed.timestamp > ControlStage.at(300) {
        changed[0].phase = .ended
        changed[0].position = Point(x: 5, y: 5)
      }
      menu.process(changed, by: &strategy)
    }
    #expect(accents().isEmpty && menu.isOpen, "it has left the menu in the report of its lift")
  }
}
