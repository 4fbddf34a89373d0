import Testing

@testable import Offhand

/// What a picture of a placement says of the hand.
@Suite struct ExplanationDrawingTests {
  private func picture(of stage: Stage<StandardPlacement>, besides reserved: [Rect] = []) -> DisplayList {
    var list = DisplayList()
    list.draw(stage.strategy.explanation, besides: reserved)
    return list
  }

  private func texts(_ list: DisplayList) -> [(text: String, rect: Rect)] {
    list.commands.compactMap { command in
      guard case .text(let range, let rect, _) = command else { return nil }
      return (String(decoding: list.text[range], as: UTF8.self), rect)
    }
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
    #expect(texts(one).map(\.text).contains("right hand, 99% sure"))
    #expect(texts(both).map(\.text).contains("hand unknown"))
    let (single, double) = (layers(one), layers(both))
    #expect(double.count == 2 * single.count)
    #expect(double.map(\.opacity).max() == single.map(\.opacity).max().map { $0 / 2 })
    var (hand, hands) = (DisplayList(), DisplayList())
    hand.drawHand(of: named.strategy.explanation, .black)
    hands.drawHand(of: unnamed.strategy.explanation, .black)
    #expect(layers(hand).map(\.opacity) == [1])
    #expect(layers(hands).map(\.opacity) == [0.5, 0.5])
  }

  @Test func `positions are numbered by their cost, each with what cost it the choice`() {
    var stage = standard(tablet(hand: .right))
    stage.land(Point(x: 108, y: 60))
    let placement = stage.place(1, .tap)
    let texts = texts(picture(of: stage))
    let numbers = texts.compactMap { text, _ in text.wholeMatch(of: /(\d): .+/).flatMap { Int($0.1) } }
    #expect(numbers.count > 2 && numbers.sorted() == Array(1...numbers.count), "\(texts)")
    let reasons = texts.count { text, _ in
      text.wholeMatch(of: /\d: (more hidden|farther|at the edge|hardly worse)/) != nil
    }
    #expect(reasons == numbers.count - 1 && texts.contains { $0.text == "2 to \(numbers.count): why not at first" })
    #expect(texts.contains { $0.text == "1: \(PercentText.string(placement.hidden))" })
  }

  @Test func `on a phone no words lie on the hand`() {
    var stage = standard(
      PanelSetup(panel: Rect(x: 0, y: 0, width: 68, height: 147), posture: .flatTablet, statedHand: .right))
    stage.land(Point(x: 47.5, y: 60), Point(x: 20.5, y: 87))
    _ = stage.place(1, .pinch)
    let hand = stage.strategy.explanation.outlines.flatMap(\.pieces).flatMap { piece in
      (0...4).map { piece.start + (piece.end - piece.start) * (Double($0) / 4) }
    }
    let words = texts(picture(of: stage)).filter { $0.rect.width > 30 }
    #expect(words.count > 2)
    for (text, rect) in words { #expect(!hand.contains(where: rect.contains), "\(text) at \(rect)") }
  }

  @Test func `words and numbers keep off what is reserved and off the touches`() throws {
    var stage = standard(tablet(hand: .right))
    let finger = Point(x: 108, y: 60)
    stage.land(finger)
    let label = stage.place(1, .tap).rect
    let above = Rect(x: label.minX - 40, y: label.minY - 50, width: 120, height: 49.9)
    let below = Rect(x: 0, y: 100, width: 110, height: 40)
    for (text, rect) in texts(picture(of: stage, besides: [above, below])) where rect != label {
      #expect(!rect.intersects(above) && !rect.intersects(below), "\(text) at \(rect)")
      #expect(!rect.contains(finger), "\(text) at \(rect)")
    }
  }
}
