import Testing

@testable import Offhand

/// What a picture of a placement says of the hand.
@Suite struct ExplanationDrawingTests {
  private func picture(of stage: Stage<StandardPlacement>) -> (sentence: String?, list: DisplayList) {
    var list = DisplayList()
    list.draw(stage.strategy.explanation)
    let texts = list.commands.compactMap { command -> String? in
      if case .text(let range, _, _) = command { String(decoding: list.text[range], as: UTF8.self) } else { nil }
    }
    return (texts.last, list)
  }

  private func layers(_ list: DisplayList) -> [(area: Rect, opacity: Double)] {
    list.commands.compactMap { command -> (area: Rect, opacity: Double)? in
      if case .beginLayer(let area, _, let opacity) = command { (area, opacity) } else { nil }
    }
  }

  @Test func `where no side is named a picture says so and shows both hands faintly`() {
    let finger = Point(x: 108, y: 60)
    var named = standard(tablet(hand: .right))
    var unnamed = standard(tablet(prior: 0.6))
    named.land(finger)
    unnamed.land(finger)
    _ = named.place(1, .tap)
    _ = unnamed.place(1, .tap)
    let (one, both) = (picture(of: named), picture(of: unnamed))
    #expect(one.sentence?.hasSuffix("right hand, 99% sure") == true, "\(one.sentence ?? "")")
    #expect(both.sentence?.hasSuffix("hand unknown") == true, "\(both.sentence ?? "")")
    let (single, double) = (layers(one.list), layers(both.list))
    #expect(double.count == 2 * single.count)
    #expect(double.map(\.opacity).max() == single.map(\.opacity).max().map { $0 / 2 })
    var (hand, hands) = (DisplayList(), DisplayList())
    hand.drawHand(of: named.strategy.explanation, .black)
    hands.drawHand(of: unnamed.strategy.explanation, .black)
    #expect(layers(hand).map(\.opacity) == [1])
    #expect(layers(hands).map(\.opacity) == [0.5, 0.5])
  }
}
