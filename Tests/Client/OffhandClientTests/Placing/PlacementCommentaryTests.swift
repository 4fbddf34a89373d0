import Offhand
import OffhandClient
import Testing

struct PlacementCommentaryTests {
  private let panel = Rect(x: 0, y: 0, width: 200, height: 120)
  private let overlay = Overlay.ID(rawValue: 1)

  /// What a commentary draws of an overlay that `strategy` has placed beside one finger; it may be forgotten again.
  private func drawn<Strategy: PlacementStrategy>(
    _ strategy: Strategy, isShown: Bool = true, forgetting other: Overlay.ID? = nil
  ) -> (list: DisplayList, strategy: Strategy) {
    var (strategy, commentary, list) = (strategy, PlacementCommentary(isShown: isShown), DisplayList())
    var frame = TouchFrame(timestamp: .zero)
    frame.append(Touch(id: Touch.ID(rawValue: 1), phase: .began, position: Point(x: 100, y: 60)))
    strategy.ingest(frame)
    commentary.record(frame)
    let request = OverlayRequest(
      id: overlay, size: Size(width: 20, height: 10), bounds: panel,
      gesture: GestureHint(.press, location: Point(x: 100, y: 60)))
    commentary.note(strategy.place(request), of: overlay)
    if let other { commentary.forget(other) }
    commentary.draw(strategy, on: panel, into: &list)
    return (list, strategy)
  }

  @Test func `a strategy that infers a hand explains itself`() {
    let (list, strategy) = drawn(StandardPlacement(environment: PanelSetup(panel: panel)))
    var expected = DisplayList()
    expected.draw(strategy.explanation)
    #expect(!list.commands.isEmpty && list.commands.count == expected.commands.count && list.points == expected.points)
    #expect(drawn(strategy, isShown: false).list.commands.isEmpty)
  }

  @Test func `of a rule without a hand the finger and the overlay are drawn, until it is forgotten`() {
    let rule = ClassicPlacement(environment: PanelSetup(panel: panel))
    let both = drawn(rule).list.commands.count
    #expect(drawn(rule, forgetting: Overlay.ID(rawValue: 2)).list.commands.count == both)
    let finger = drawn(rule, forgetting: overlay).list.commands.count
    #expect(finger > 0 && finger < both)
  }
}
