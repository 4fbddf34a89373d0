import Offhand
import OffhandClient
import OffhandTesting
import Testing

@testable import OffhandDemos

/// What `offhand touches` draws besides the touches.
struct TouchMonitorViewTests {
  /// What is drawn on a surface of `size` mm after touches landed at `points`, one after the other.
  private func list(
    on size: Size, landing points: [Point], isExplained: Bool = false,
    by preset: PlacementPreset = .standard
  ) -> DisplayList {
    let surface = SurfaceGeometry(
      size: size, pixelWidth: size.width * 5, pixelHeight: size.height * 5, provenance: .device)
    let environment = ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure())
    return list(preset.strategy(in: PanelSetup(panel: surface.bounds)), in: environment, landing: points, isExplained)
  }

  private func list(
    _ strategy: some PlacementStrategy, in environment: ViewEnvironment, landing points: [Point], _ isExplained: Bool
  ) -> DisplayList {
    var view = TouchMonitorView(strategy: strategy, isExplained: isExplained) { _ in
      Pipeline {
        TapGestureRecognizer()
        PanGestureRecognizer()
      }
    }
    view.layout(in: environment)
    for (index, point) in points.enumerated() {
      for (milliseconds, phase) in [(0, Touch.Phase.began), (30, index == points.count - 1 ? .stationary : .ended)] {
        let time = Timestamp(seconds: 1 + Double(index)) + .milliseconds(milliseconds)
        var frame = TouchFrame(timestamp: time)
        frame.append(Touch(id: Touch.ID(rawValue: UInt64(index + 1)), phase: phase, position: point, landingTime: time))
        view.process(frame)
      }
    }
    var list = DisplayList()
    view.draw(for: FrameTime(now: Timestamp(seconds: 1.1 + Double(points.count - 1))), into: &list)
    return list
  }

  @Test func `what was active is not shown as active when the surface has another size`() {
    let environment = ViewEnvironment.tablet
    var view = TouchMonitorView(strategy: StandardPlacement(environment: PanelSetup(panel: environment.bounds))) { _ in
      Pipeline { PanGestureRecognizer() }
    }
    view.layout(in: environment)
    func touch(_ phase: Touch.Phase, x: Double, at seconds: Double) {
      var frame = TouchFrame(timestamp: Timestamp(seconds: seconds))
      frame.append(Touch(id: Touch.ID(rawValue: 1), phase: phase, position: Point(x: x, y: 60)))
      view.process(frame)
    }
    func isActive() -> Bool {
      var list = DisplayList()
      view.draw(for: FrameTime(now: Timestamp(seconds: 1.2)), into: &list)
      return texts(list).contains { $0.hasPrefix("began") || $0.hasPrefix("changed") }
    }
    touch(.began, x: 60, at: 1)
    touch(.moved, x: 80, at: 1.05)
    touch(.moved, x: 90, at: 1.1)
    #expect(isActive())
    let surface = SurfaceGeometry(
      size: Size(width: 300, height: 136), pixelWidth: 1500, pixelHeight: 680, provenance: .device)
    view.layout(in: ViewEnvironment(surface: surface, grid: PixelGrid(of: surface), measure: FixedMeasure()))
    touch(.cancelled, x: 90, at: 1.15)
    #expect(!isActive())
  }

  @Test func `a finger that lands after a drag pinches with the one that dragged, and is no second hand`() {
    let environment = ViewEnvironment.tablet
    var view = TouchMonitorProgram.view(StandardPlacement(environment: PanelSetup(panel: environment.bounds)))
    view.layout(in: environment)
    var assembler = TouchFrameAssembler()
    Script(steps: Story.latePinch.steps.filter { $0.time < .zero + .milliseconds(1200) })
      .forEachFrame(assembler: &assembler) { view.process($0) }
    var list = DisplayList()
    view.draw(for: FrameTime(now: Timestamp(seconds: 1.2)), into: &list)
    #expect(texts(list).contains { $0.hasPrefix("changed  2") && $0.hasSuffix("%") }, "\(texts(list))")
    #expect(texts(list).contains { $0.hasPrefix("2 fingers, ") && !$0.contains("two hands") })
  }

  /// The panel: the first thing with a shadow.
  private func panelRect(_ list: DisplayList) -> Rect? {
    for case .shadow(let rect, _, _, _) in list.commands { return rect }
    return nil
  }

  private let tablet = Size(width: 217, height: 136)

  @Test func `the panel comes out from under a finger, and coordinates keep off it`() throws {
    var view = TouchMonitorProgram.view(
      StandardPlacement(environment: PanelSetup(panel: ViewEnvironment.tablet.bounds)))
    view.layout(in: .tablet)
    for (time, phase, place) in [(0.1, Touch.Phase.began, Point(x: 110, y: 110)), (0.2, .moved, Point(x: 40, y: 40))] {
      var frame = TouchFrame(timestamp: Timestamp(seconds: time))
      frame.append(Touch(id: Touch.ID(rawValue: 1), phase: phase, position: place))
      view.process(frame)
    }
    var list = DisplayList()
    view.draw(for: FrameTime(now: Timestamp(seconds: 0.2)), into: &list)
    #expect(try #require(panelRect(list)).minX > tablet.width / 2)
    let touch = MonitoredTouch(Touch(id: Touch.ID(rawValue: 1), position: Point(x: 60, y: 60)), at: .zero)
    let (far, near) = (Rect(x: 5, y: 5, width: 9, height: 9), Rect(x: 40, y: 10, width: 60, height: 45))
    #expect(touch.labelRect(in: .tablet, besides: far).maxY < 60)
    #expect(touch.labelRect(in: .tablet, besides: near).minY > 60)
  }

  @Test func `the panel goes to the other corner when a finger lands on it, and back`() throws {
    let (left, right) = (Point(x: 40, y: 40), Point(x: 180, y: 40))
    let middle = tablet.width / 2
    #expect(try #require(panelRect(list(on: tablet, landing: [Point(x: 110, y: 110)]))).maxX < middle)
    #expect(try #require(panelRect(list(on: tablet, landing: [left]))).minX > middle)
    #expect(try #require(panelRect(list(on: tablet, landing: [left, Point(x: 110, y: 110)]))).minX > middle)
    #expect(try #require(panelRect(list(on: tablet, landing: [left, right]))).maxX < middle)
    // Hands at both upper corners leave the lower ones.
    let both = try #require(panelRect(together([Point(x: 40, y: 12), Point(x: 180, y: 12)])))
    #expect(both.maxX < middle && both.minY > tablet.height / 3, "\(both)")
  }

  /// What is drawn while fingers are down that landed together.
  private func together(_ points: [Point]) -> DisplayList {
    let environment = ViewEnvironment.tablet
    var view = TouchMonitorView(
      strategy: StandardPlacement(environment: PanelSetup(panel: environment.bounds))
    ) { _ in Pipeline { PanGestureRecognizer() }.byHand(.byReach) }
    view.layout(in: environment)
    for time in [Timestamp(seconds: 1), Timestamp(seconds: 1.02)] {
      var frame = TouchFrame(timestamp: time)
      for (index, point) in points.enumerated() {
        frame.append(
          Touch(
            id: Touch.ID(rawValue: UInt64(index + 1)), phase: time > Timestamp(seconds: 1) ? .moved : .began,
            position: point,
            landingTime: Timestamp(seconds: 1)))
      }
      view.process(frame)
    }
    var list = DisplayList()
    view.draw(for: FrameTime(now: Timestamp(seconds: 1.1)), into: &list)
    return list
  }

  @Test func `each of two hands has its silhouette, and one hand has one`() {
    func hands(_ list: DisplayList) -> Int {
      list.commands.count { if case .beginLayer = $0 { true } else { false } }
    }
    let (one, two) = (together([Point(x: 40, y: 90)]), together([Point(x: 40, y: 90), Point(x: 190, y: 90)]))
    #expect(hands(one) > 0 && hands(two) >= 2 * hands(one), "\(hands(one)), \(hands(two))")
    #expect(texts(two).contains("2 fingers, two hands") && !texts(one).contains { $0.contains("two hands") })
  }

  private func texts(_ list: DisplayList) -> [String] {
    list.commands.compactMap { command in
      if case .text(let range, _, _) = command { String(decoding: list.text[range], as: UTF8.self) } else { nil }
    }
  }

  @Test func `explained it says where a label would be placed, also by a rule that infers no hand`() throws {
    let standard = texts(list(on: tablet, landing: [Point(x: 110, y: 60)], isExplained: true))
    #expect(standard.contains { $0.contains(/^(left|right) hand, \d+% sure$/) }, "\(standard)")
    #expect(standard.contains { $0.contains(/^\d+% hidden, \d+ mm away$/) }, "\(standard)")
    #expect(standard.contains("a label"))
    #expect(standard.count { $0.contains(/^\d+: .+$/) } >= 2, "positions that were considered")
    let classic = list(on: tablet, landing: [Point(x: 110, y: 60)], isExplained: true, by: .classic)
    #expect(texts(classic).contains("a fixed rule; no hand is inferred"))
    let plain = texts(list(on: tablet, landing: [Point(x: 110, y: 60)]))
    #expect(!plain.contains { $0.contains("hidden") })
  }

  @Test func `on a phone the panel and its words fit`() throws {
    let phone = Size(width: 62, height: 136)
    let list = list(on: phone, landing: [Point(x: 30, y: 100)])
    let panel = try #require(panelRect(list))
    #expect(panel.minX >= 0 && panel.maxX <= phone.width)
    var words = 0
    for case .text(let range, let rect, let style) in list.commands where panel.contains(rect.center) {
      let text = String(decoding: list.text[range], as: UTF8.self)
      #expect(rect.maxX <= panel.maxX + 1e-9, "\(text)")
      #expect(FixedMeasure().width(of: text, style: style) <= rect.width, "\(text) is cut")
      words += 1
    }
    #expect(words >= 3)
  }

  @Test func `the hand is drawn while a finger touches`() {
    func hasHand(_ list: DisplayList) -> Bool {
      list.commands.contains { if case .beginLayer = $0 { true } else { false } }
    }
    #expect(hasHand(list(on: tablet, landing: [Point(x: 110, y: 60)])))
    #expect(!hasHand(list(on: tablet, landing: [])))
  }
}
