/// Text of several lines, broken to fit a width.
///
/// Lines end at spaces, after hyphens, between ideographs and at line feeds; a word that is wider than a line is broken between
/// characters. Breaking measures every line a few times, so make a paragraph when a view is laid out, and draw it in every frame.
public struct Paragraph: Sendable, Hashable {
  /// The lines, from top to bottom, without the spaces at which they were broken.
  public let lines: [String]
  /// The style of all lines.
  public var style: TextStyle
  /// The distance between lines in millimetres.
  public let lineHeight: Double

  /// `text` in lines of at most `width` millimetres.
  ///
  /// With `maximumLines`, the last of them holds all the remaining text, which is truncated with an ellipsis where it is drawn.
  public init(
    _ text: String, style: TextStyle, width: Double, measuredBy measure: some TextMeasure, maximumLines: Int = .max
  ) {
    self.style = style
    lineHeight = measure.lineHeight(of: style)
    var lines: [String] = []
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = part
      repeat {
        if lines.count == maximumLines - 1 {
          lines.append(String(text[rest.startIndex...].map { $0 == "\n" ? " " : $0 }))
          self.lines = lines
          return
        }
        let line = Paragraph.line(of: rest) { measure.width(of: String($0), style: style) <= width }
        lines.append(String(Paragraph.trimmed(line)))
        rest = rest[line.endIndex...].drop(while: Paragraph.isSpace)
      } while !rest.isEmpty
    }
    self.lines = lines
  }

  /// The height of all lines in millimetres.
  public var height: Double { Double(lines.count) * lineHeight }

  /// The beginning of `text` that makes a line: as many pieces as fit, and at least a character.
  private static func line(of text: Substring, fits: (Substring) -> Bool) -> Substring {
    var line = text[..<text.startIndex]
    while line.endIndex < text.endIndex {
      let next = text[..<breakOpportunity(in: text, after: line.endIndex)]
      guard fits(trimmed(next)) else { break }
      line = next
    }
    guard line.isEmpty else { return line }
    for end in text.indices.dropFirst() {
      guard fits(text[..<end]) || line.isEmpty else { return line }
      line = text[..<end]
    }
    return line.isEmpty || fits(text) ? text : line
  }

  /// The end of the piece that begins at `start`: a word with the spaces behind it.
  private static func breakOpportunity(in text: Substring, after start: Substring.Index) -> Substring.Index {
    var index = start
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if index < text.endIndex, mayBreak(between: character, and: text[index]) { return index }
    }
    return index
  }

  private static func trimmed(_ line: Substring) -> Substring {
    var line = line
    while let last = line.last, isSpace(last) { line.removeLast() }
    return line
  }

  /// Whether a line may end at it; a no-break space is none.
  private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }

  private static func mayBreak(between character: Character, and next: Character) -> Bool {
    if isSpace(character) { return true }
    // Not before a digit, as in "-5".
    if character == "-" || character == "\u{2010}" || character == "–" { return !next.isNumber }
    let isIdeographic = isIdeograph(character) || isIdeograph(next)
    return isIdeographic && !"、。，．」』）】！？：；".contains(next) && !"「『（【".contains(character)
  }

  /// Whether lines may end on both sides of it: Han, kana and their full-width companions.
  private static func isIdeograph(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return 0x2E80...0x9FFF ~= scalar || 0xF900...0xFAFF ~= scalar || 0x20000...0x3FFFF ~= scalar
  }
}

extension DisplayList {
  /// Draws a paragraph from the top of a rectangle, which should be as wide as the paragraph was made for; lines below it are drawn too.
  public mutating func paragraph(_ paragraph: Paragraph, in rect: Rect) {
    var line = Rect(x: rect.minX, y: rect.minY, width: rect.width, height: paragraph.lineHeight)
    for string in paragraph.lines {
      text(string, in: line, style: paragraph.style)
      line.origin.y += paragraph.lineHeight
    }
  }
}
