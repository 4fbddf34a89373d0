@testable import Offhand
import Testing

/// Lines of text in a font whose characters are all 1 mm wide.
struct ParagraphTests {
  private struct Typewriter: TextMeasure {
    func width(of text: String, style: TextStyle) -> Double { Double(text.count) }
    func lineHeight(of style: TextStyle) -> Double { 1.2 * style.size }
  }

  private func lines(_ text: String, _ width: Double, _ maximum: Int = .max) -> [String] {
    Paragraph(text, style: TextStyle(size: 3), width: width, measuredBy: Typewriter(), maximumLines: maximum).lines
  }

  @Test func `lines end at spaces, as far to the right as they fit`() {
    #expect(lines("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 9) == ["the quick", "brown fox"])
    #expect(lines("the quick brown fox", 8) == ["the", "quick", "brown", "fox"])
    #expect(lines("the   quick", 5) == ["the", "quick"])
    #expect(lines("a\u{A0}b c", 3) == ["a\u{A0}b", "c"])
  }

  @Test func `lines end at line feeds and after hyphens, not before a number`() {
    #expect(lines("one\n\ntwo\n", 10) == ["one", "", "two", ""])
    #expect(lines("well-known", 6) == ["well-", "known"])
    #expect(lines("at -5 C", 4) == ["at", "-5 C"])
    #expect(lines("", 10) == [""])
  }

  @Test func `a word that is wider than a line is broken between characters`() {
    #expect(lines("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"])
    #expect(lines("ab", 0) == ["a", "b"], "at least a character each")
    #expect(lines("a b", 0) == ["a", "b"], "and no line for the space between them")
  }

  @Test func `ideographs may be parted, but not from the mark that ends them`() {
    #expect(lines("日本語、日本", 3) == ["日本", "語、日", "本"])
    #expect(lines("日本語", 2) == ["日本", "語"])
  }

  @Test func `the last line of several holds the rest, to be truncated`() {
    #expect(lines("one two three four", 5, 2) == ["one", "two three four"])
    #expect(lines("one\ntwo\nthree", 9, 2) == ["one", "two three"])
    #expect(lines("one two", 9, 1) == ["one two"])
  }

  @Test(arguments: 1...30) func `no line is wider than it may be, and nothing is lost`(width: Int) {
    let text = "Rest a finger on an entry - then choose: what-ever you like, 東京 or Berlin, Donaudampfschifffahrt 12-34"
    let lines = lines(text, Double(width))
    #expect(lines.allSatisfy { $0.count <= max(1, width) })
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
  }

  @Test func `its lines are drawn below each other from the top`() {
    let paragraph = Paragraph("ab cd", style: TextStyle(size: 5), width: 2, measuredBy: Typewriter())
    var list = DisplayList()
    list.paragraph(paragraph, in: Rect(x: 10, y: 20, width: 2, height: 100))
    let tops = list.commands.compactMap { command -> Double? in
      if case .text(_, in: let rect, _) = command { rect.minY } else { nil }
    }
    #expect(tops == [20, 26] && paragraph.height == 12)
  }
}
