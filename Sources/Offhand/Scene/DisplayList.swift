/// A picture as a list of drawing commands, back to front, in millimetres: a value that any renderer can draw.
///
/// A view writes its whole picture into a list in every frame; `Damage` finds what differs from the previous list. The storage is
/// reused: keep two lists, swap them, call `removeAll()` and write again, and nothing is allocated once both have grown.
public struct DisplayList: Sendable {
  /// The commands, back to front.
  package private(set) var commands: [DrawCommand] = []
  /// The corners of all polygons; a command holds a range of indices.
  package private(set) var points: [Point] = []
  /// The UTF-8 of all text; a command holds a range of indices.
  package private(set) var text: [UInt8] = []

  /// An empty list.
  public init() {}

  /// Removes all commands and keeps the storage.
  public mutating func removeAll() {
    commands.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
  }

  /// Fills a rectangle; `cornerRadius` in millimetres.
  public mutating func fill(_ rect: Rect, _ color: Color, cornerRadius: Double = 0) {
    commands.append(.fill(rect, cornerRadius: cornerRadius, color))
  }

  /// Strokes the inside of a rectangle's edge; `width` and `cornerRadius` in millimetres.
  public mutating func stroke(_ rect: Rect, _ color: Color, width: Double, cornerRadius: Double = 0) {
    commands.append(.stroke(rect, cornerRadius: cornerRadius, width: width, color))
  }

  /// Draws the drop shadow of a rounded rectangle mapped by `transform`, outside of the rectangle only, because panels may be
  /// translucent. Offset and blur are not transformed. `cornerRadius` in millimetres.
  public mutating func shadow(
    under rect: Rect, cornerRadius: Double, _ shadow: DropShadow, transform: Similarity = .identity
  ) {
    commands.append(.shadow(rect, cornerRadius: cornerRadius, shadow, transform))
  }

  /// Draws a picture of `size` with its corner at the origin, mapped by `transform`.
  public mutating func picture(
    _ image: ImageID, size: Size, transform: Similarity = .identity, quality: FilterQuality = .smooth
  ) {
    commands.append(.picture(image, size: size, transform, quality))
  }

  /// Draws a picture into a rectangle.
  public mutating func picture(_ image: ImageID, in rect: Rect, quality: FilterQuality = .smooth) {
    let offset = Similarity(translation: rect.origin - .origin)
    commands.append(.picture(image, size: rect.size, offset, quality))
  }

  /// Draws one line of text into a rectangle: aligned as in the style, its capitals centred vertically, truncated with an ellipsis if
  /// it does not fit.
  public mutating func text(_ string: String, in rect: Rect, style: TextStyle) {
    let start = text.count
    text.append(contentsOf: string.utf8)
    commands.append(.text(start..<text.count, in: rect, style))
  }

  /// Fills a convex polygon; `corners` in order, clockwise or counterclockwise.
  public mutating func polygon(_ corners: some Collection<Point>, _ color: Color) {
    let start = points.count
    points.append(contentsOf: corners)
    commands.append(.polygon(start..<points.count, color))
  }

  /// Fills the convex hull of two discs; radii in millimetres.
  public mutating func capsule(
    from start: Point, radius startRadius: Double, to end: Point, radius endRadius: Double, _ color: Color
  ) {
    commands.append(.capsule(start, startRadius, end, endRadius, color))
  }

  /// Draws a line with round ends; `width` in millimetres.
  public mutating func line(from start: Point, to end: Point, width: Double, _ color: Color) {
    commands.append(.capsule(start, width / 2, end, width / 2, color))
  }

  /// Fills a circle; `radius` in millimetres.
  public mutating func circle(center: Point, radius: Double, _ color: Color) {
    let box = Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
    commands.append(.fill(box, cornerRadius: radius, color))
  }

  /// Strokes the inside of a circle's edge; `radius` and `width` in millimetres.
  public mutating func ring(center: Point, radius: Double, width: Double, _ color: Color) {
    let box = Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
    commands.append(.stroke(box, cornerRadius: radius, width: width, color))
  }

  /// Draws a layer: what `draw` adds is clipped to the rounded rectangle `bounds` and faded as a whole, so that overlapping parts do
  /// not show through each other. `opacity` from 0 to 1.
  public mutating func layer(
    in bounds: Rect, cornerRadius: Double = 0, opacity: Double = 1, _ draw: (inout DisplayList) -> Void
  ) {
    guard opacity > 0 else { return }
    commands.append(.beginLayer(bounds, cornerRadius: cornerRadius, opacity: min(1, opacity)))
    draw(&self)
    commands.append(.endLayer)
  }

  /// Draws a part in coordinates of its own: what `draw` adds has its origin at `origin`, and all its lengths, text and corners too, are
  /// `scale` times as large.
  public mutating func group(at origin: Point, scale: Double = 1, _ draw: (inout DisplayList) -> Void) {
    let (first, firstPoint) = (commands.count, points.count)
    draw(&self)
    let map = Similarity(scale: scale, translation: origin - .origin)
    for index in first..<commands.count { commands[index] = commands[index].mapped(by: map) }
    for index in firstPoint..<points.count { points[index] = map.apply(points[index]) }
  }
}

extension DisplayList {
  /// Returns the rectangle outside of which the command at `index` draws nothing; `nil` if it draws nothing at all.
  package func bounds(ofCommandAt index: Int) -> Rect? {
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

  /// How far glyphs may extend beyond their line, in ems: measured, accents and slants stay within a third.
  private static let textOverhang = 0.34

  private func bounds(of range: Range<Int>) -> Rect? {
    guard let first = range.first else { return nil }
    var box = Rect(origin: points[first], size: .zero)
    for index in range.dropFirst() { box = box.union(Rect(origin: points[index], size: .zero)) }
    return box
  }

  /// Calls `body` with the bounds of every command in which this list differs from `older`.
  ///
  /// Commands are compared in order after a common beginning and end have been set aside; if the remaining parts differ in length,
  /// all of both counts as changed.
  func differences(from older: DisplayList, _ body: (Rect) -> Void) {
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
