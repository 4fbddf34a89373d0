extension DisplayList {
  /// The rectangle outside of which the command at `index` draws nothing; `nil` if it draws nothing at all.
  public func bounds(ofCommandAt index: Int) -> Rect? {
    switch commands[index] {
    case .fill(let rect, _, _), .stroke(let rect, _, _, _), .beginLayer(let rect, _, _): rect
    case .shadow(let rect, _, let shadow, let transform):
      transform.bounds(of: rect).moved(by: shadow.offset).grown(by: shadow.blur)
    case .picture(_, let size, let transform, _): transform.bounds(of: Rect(origin: .origin, size: size))
    case .text(_, let rect, let style): rect.grown(by: style.size * DisplayList.textOverhang)
    case .polygon(let range, _): bounds(of: range)
    case .capsule(let start, let startRadius, let end, let endRadius, _):
      Rect(center: start, size: Size(width: 2 * startRadius, height: 2 * startRadius))
        .union(Rect(center: end, size: Size(width: 2 * endRadius, height: 2 * endRadius)))
    case .endLayer: nil
    }
  }

  /// How far glyphs may reach out of their line, in ems: accents and slants of the fonts seen stay within a third.
  static let textOverhang = 0.34

  private func bounds(of range: Range<Int>) -> Rect? {
    guard let first = range.first else { return nil }
    var box = Rect(origin: points[first], size: .zero)
    for index in range.dropFirst() { box = box.union(Rect(origin: points[index], size: .zero)) }
    return box
  }

  /// Calls `body` with a rectangle for everything that this list draws differently from `older`.
  ///
  /// Commands are compared in order after what both lists begin and end with has been set aside; where the lists differ in
  /// length, everything in between counts as changed.
  public func differences(from older: DisplayList, _ body: (Rect) -> Void) {
    var start = 0
    let shorter = min(commands.count, older.commands.count)
    while start < shorter, isEqual(at: start, to: older, at: start) { start += 1 }
    var end = commands.count
    var olderEnd = older.commands.count
    while end > start, olderEnd > start, isEqual(at: end - 1, to: older, at: olderEnd - 1) {
      end -= 1
      olderEnd -= 1
    }
    let aligned = end == olderEnd
    for index in start..<max(end, start) where !(aligned && isEqual(at: index, to: older, at: index)) {
      if let rect = bounds(ofCommandAt: index) { body(rect) }
    }
    for index in start..<max(olderEnd, start) where !(aligned && isEqual(at: index, to: older, at: index)) {
      if let rect = older.bounds(ofCommandAt: index) { body(rect) }
    }
  }

  private func isEqual(at index: Int, to other: DisplayList, at otherIndex: Int) -> Bool {
    switch (commands[index], other.commands[otherIndex]) {
    case (.text(let range, let rect, let style), .text(let otherRange, let otherRect, let otherStyle)):
      rect == otherRect && style == otherStyle && text[range].elementsEqual(other.text[otherRange])
    case (.polygon(let range, let color), .polygon(let otherRange, let otherColor)):
      color == otherColor && points[range].elementsEqual(other.points[otherRange])
    case (let command, let otherCommand): command == otherCommand
    }
  }
}
