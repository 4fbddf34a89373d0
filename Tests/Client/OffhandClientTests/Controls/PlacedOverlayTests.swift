import Offhand
import OffhandClient
import Testing

struct PlacedOverlayTests {
  private var level = PlacedOverlay(id: Overlay.ID(rawValue: 1))
  private var strategy = StandardPlacement(environment: PanelSetup(panel: ControlStage.surface.bounds))
  private let finger = Point(x: 100, y: 60)

  /// A finger that lands at `finger`.
  init() {
    var frame = TouchFrame(timestamp: .zero)
    frame.append(Touch(id: Touch.ID(rawValue: 1), phase: .began, position: finger))
    strategy.ingest(frame)
  }

  @discardableResult private mutating func show(_ text: String, at milliseconds: Double) -> Placement {
    level.show(
      .hud(text), gesture: GestureHint(.pinch, location: finger), in: ControlStage.environment,
      at: ControlStage.at(milliseconds), by: &strategy)
  }

  private func texts(at milliseconds: Double) -> [String] {
    var list = DisplayList()
    level.draw(for: FrameTime(now: ControlStage.at(milliseconds)), into: &list)
    return list.commands.compactMap {
      if case .text(let range, _, _) = $0 { String(decoding: list.text[range], as: UTF8.self) } else { nil }
    }
  }

  /// Another finger, alone.
  private mutating func touch(_ position: Point, at milliseconds: Double) {
    strategy.reset()
    var frame = TouchFrame(timestamp: ControlStage.at(milliseconds))
    frame.append(Touch(id: Touch.ID(rawValue: UInt64(milliseconds)), phase: .began, position: position))
    strategy.ingest(frame)
  }

  /// What is drawn less than opaque; its shadow lies around it.
  private func layer(at milliseconds: Double) -> (bounds: Rect, opacity: Double)? {
    var list = DisplayList()
    level.draw(for: FrameTime(now: ControlStage.at(milliseconds)), into: &list)
    if case .beginLayer(let bounds, _, let opacity)? = list.commands.first { return (bounds, opacity) }
    return nil
  }

  @Test mutating func `it appears where the strategy puts it, not under the finger, and shows the latest value`() throws
  {
    #expect(!level.isShown && level.rect == nil && texts(at: 0).isEmpty)
    let placement = show("42%", at: 0)
    let rect = try #require(level.rect)
    #expect(rect == placement.rect && !rect.contains(finger) && level.isShown)
    let free = ControlStage.surface.bounds.inset(by: Insets(all: 3))
    #expect(free.contains(rect))
    show("43%", at: 20)
    #expect(texts(at: 500) == ["43%"] && !level.isAnimating(at: ControlStage.at(500)))
  }

  @Test(arguments: [Point(x: 3, y: 60), Point(x: 197, y: 60), Point(x: 100, y: 117), Point(x: 3, y: 3)])
  mutating func `beside a finger at an edge its shadow has room`(finger: Point) throws {
    strategy = StandardPlacement(environment: PanelSetup(panel: ControlStage.surface.bounds))
    var frame = TouchFrame(timestamp: .zero)
    frame.append(Touch(id: Touch.ID(rawValue: 1), phase: .began, position: finger))
    strategy.ingest(frame)
    level.show(
      .hud("42%"), gesture: GestureHint(.press, location: finger), in: ControlStage.environment, at: .zero,
      by: &strategy)
    let free = ControlStage.surface.bounds.inset(by: Insets(all: 3))
    #expect(free.contains(try #require(level.rect)))
  }

  @Test mutating func `it grows with its content while it is shown, and does not shrink`() throws {
    show("99%", at: 0)
    let narrow = try #require(level.rect).width
    show("1000%", at: 10)
    let wide = try #require(level.rect).width
    #expect(wide > narrow)
    show("99%", at: 20)
    #expect(try #require(level.rect).width == wide)
    level.hide(at: ControlStage.at(30), by: &strategy)
    show("99%", at: 2000)
    #expect(try #require(level.rect).width == narrow)
  }

  @Test mutating func `hidden, it can still be read for a while, and then fades out`() {
    show("42%", at: 0)
    level.hide(at: ControlStage.at(1000), by: &strategy)
    #expect(!level.isShown && !level.isGone(at: ControlStage.at(1100)))
    #expect(level.deadline == ControlStage.at(1300))
    #expect(texts(at: 1290) == ["42%"] && !level.isAnimating(at: ControlStage.at(1290)))
    level.advance(to: ControlStage.at(1300))
    #expect(level.isAnimating(at: ControlStage.at(1350)))
    #expect(texts(at: 1500).isEmpty && level.isGone(at: ControlStage.at(1500)))
  }

  @Test mutating func `shown again before it has faded, it stays`() {
    show("42%", at: 0)
    level.hide(at: ControlStage.at(1000), by: &strategy)
    show("43%", at: 1200)
    level.advance(to: ControlStage.at(1400))
    #expect(level.isShown && level.deadline == nil && texts(at: 1400) == ["43%"])
  }

  @Test mutating func `shown again elsewhere before it has faded, it fades out there and in here`() throws {
    show("42%", at: 0)
    let old = try #require(level.rect)
    level.hide(at: ControlStage.at(1000), by: &strategy)
    touch(Point(x: 170, y: 100), at: 1250)
    let placement = show("43%", at: 1250)
    try #require(!placement.rect.intersects(old))
    let (leaving, coming) = (try #require(layer(at: 1290)), try #require(layer(at: 1390)))
    #expect(leaving.bounds.contains(old.center) && abs(leaving.opacity - 0.5) < 0.01)
    #expect(coming.bounds.contains(placement.rect.center) && abs(coming.opacity - 0.5) < 0.1)
    #expect(level.rect == placement.rect && !level.isAnimating(at: ControlStage.at(1500)))
  }

  @Test mutating func `shown again near its place before it has faded, it slides there`() throws {
    show("42%", at: 0)
    let old = try #require(level.rect)
    level.hide(at: ControlStage.at(1000), by: &strategy)
    touch(finger + Vector(dx: 4, dy: 0), at: 1250)
    let way = (show("43%", at: 1250).rect.origin - old.origin).length
    try #require(way > 1 && way < 24)
    #expect(layer(at: 1290) == nil && texts(at: 1330) == ["43%"] && level.isAnimating(at: ControlStage.at(1300)))
  }

  @Test(arguments: [1290.0, 1310.0, 1345.0, 1400.0])
  mutating func `shown again while it hops, it does not flash`(milliseconds: Double) throws {
    show("42%", at: 0)
    level.hide(at: ControlStage.at(1000), by: &strategy)
    touch(Point(x: 170, y: 100), at: 1250)
    show("43%", at: 1250)
    level.hide(at: ControlStage.at(1260), by: &strategy)
    let before = try #require(layer(at: milliseconds)).opacity
    touch(Point(x: 20, y: 20), at: milliseconds)
    show("44%", at: milliseconds)
    #expect(abs(try #require(layer(at: milliseconds + 1)).opacity - before) < 0.1)
  }

  @Test mutating func `without a time to linger it fades at once, and removed it is gone`() {
    level = PlacedOverlay(id: Overlay.ID(rawValue: 1), linger: .zero)
    show("42%", at: 0)
    level.hide(at: ControlStage.at(1000), by: &strategy)
    #expect(level.isAnimating(at: ControlStage.at(1050)) && texts(at: 1200).isEmpty)
    show("42%", at: 2000)
    level.remove(by: &strategy)
    #expect(!level.isShown && texts(at: 2001).isEmpty)
  }

  @Test mutating func `hidden, it leaves its place to others`() {
    show("42%", at: 0)
    #expect(strategy.explanation.placements.count == 1)
    level.hide(at: ControlStage.at(100), by: &strategy)
    #expect(strategy.explanation.placements.isEmpty)
  }
}
