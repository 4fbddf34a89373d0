extension DisplayList {
  /// Draws an explanation over a scene: the hand, or both faintly where no side is named, the touches, the placed overlays, positions that
  /// were considered, and the latest overlay in words. They are numbered by their cost, and each says what cost it the choice. Words and
  /// positions keep off the hand and what is `reserved`.
  package mutating func draw(_ explanation: PlacementExplanation, besides reserved: [Rect] = []) {
    for outline in explanation.outlines { draw(outline, in: explanation.panel) }
    for touch in explanation.touches {
      circle(center: touch, radius: 5.5, Color(white: 1, alpha: 0.22))
      ring(center: touch, radius: 5.5, width: 0.4, Color(white: 1, alpha: 0.9))
    }
    let scale = Theme.scale(on: explanation.panel.size)
    let small = scale * min(1, max(0.7, min(explanation.panel.width, explanation.panel.height) / 100))
    let hand = explanation.hand
    var words = explanation.words
    let tag = explanation.placements.last.map { explanation.tag(of: $0.rect, besides: reserved, scale: scale) }
    var taken = reserved + explanation.placements.map { $0.rect } + [tag].compactMap { $0 }
    taken += explanation.touches.map { Rect(center: $0, size: Size(width: 12, height: 12)) }
    let box = explanation.wordsPlace(lines: words.count + 1, besides: taken, hand, scale: small)
    let last = drawOptions(of: explanation, besides: taken + [box], hand, scale: scale)
    if last > 1 { words.append(last == 2 ? "2: why not at first" : "2 to \(last): why not at first") }
    for placement in explanation.placements {
      stroke(placement.rect, DisplayList.chosen, width: 0.6, cornerRadius: DisplayList.corner)
    }
    if explanation.isJudged, let tag, let placement = explanation.placements.last {
      fill(tag, DisplayList.chosen, cornerRadius: DisplayList.corner)
      let style = TextStyle(size: 3 * scale, weight: .bold, color: Color(rgb: 0x0B1F12), alignment: .center)
      text("1: \(PercentText.string(placement.hidden))", in: tag, style: style)
    }
    draw(words, in: box, scale: small)
  }

  /// Draws only the hand of an explanation, in one shade, or both hands in half of it where none is named.
  package mutating func drawHand(of explanation: PlacementExplanation, _ color: Color) {
    for outline in explanation.outlines {
      draw(outline, color.faded(Float(outline.opacity)), growth: 0, in: explanation.panel)
    }
  }

  /// The corner radius of overlays, and so of the positions that were considered, in mm.
  private static var corner: Double { 1.5 }
  /// The colour of the overlay and its number.
  private static var chosen: Color { Color(rgb: 0x4BD37B) }

  /// Draws a hand: a soft edge, the broader the more its side is in doubt, a light rim, which shows on dark pictures, and a dark hand, which
  /// shows on light ones.
  private mutating func draw(_ outline: PlacementExplanation.Outline, in panel: Rect) {
    let (shade, opacity) = (Color(rgb: 0x12161F), Float(outline.opacity))
    let doubt = 1 + 8 * (1 - outline.probability)
    for ring in [1, 0.75, 0.5, 0.25] { draw(outline, shade.faded(0.09 * opacity), growth: doubt * ring, in: panel) }
    draw(outline, Color.white.faded(0.5 * opacity), growth: 0.4, in: panel)
    draw(outline, shade.faded(0.62 * opacity), growth: 0, in: panel)
  }

  /// Draws a hand in one layer, so that fingers and palm have one shade where they overlap.
  private mutating func draw(_ outline: PlacementExplanation.Outline, _ color: Color, growth: Double, in panel: Rect) {
    guard let bounds = outline.bounds.inset(by: Insets(all: -growth)).intersection(panel), bounds.area > 0 else {
      return
    }
    layer(in: bounds, opacity: Double(color.alpha)) { list in
      for piece in outline.pieces {
        list.capsule(
          from: piece.start, radius: max(0.5, piece.startRadius + growth), to: piece.end,
          radius: max(0.5, piece.endRadius + growth), Color(red: color.red, green: color.green, blue: color.blue))
      }
    }
  }

  /// Draws the cheapest options that lie apart from each other and from what is `taken`, and whose words can be read beside the `hand`,
  /// numbered from 2, since the overlay is the cheapest. Returns the last number.
  private mutating func drawOptions(
    of explanation: PlacementExplanation, besides taken: [Rect], _ hand: [Rect], scale: Double
  ) -> Int {
    var taken = taken
    let limit = taken.count + 6
    var number = 1
    for option in explanation.options where taken.count < limit {
      let rect = option.rect
      let label = Rect(center: rect.center, size: Size(width: min(rect.width, 20 * scale), height: 3.6 * scale))
      if taken.contains(where: { $0.intersects(rect.inset(by: Insets(all: -1.5))) }) { continue }
      if hand.contains(where: { $0.intersects(label) }) { continue }
      taken.append(rect)
      fill(rect, Color(white: 0, alpha: 0.55), cornerRadius: DisplayList.corner)
      stroke(rect, Color(white: 1, alpha: 0.6), width: 0.25, cornerRadius: DisplayList.corner)
      number += 1
      let words = "\(number): \(option.drawback.rawValue)"
      let size = min(2.4 * scale, rect.width / (0.66 * Double(words.utf8.count)))
      text(words, in: rect, style: TextStyle(size: size, color: Color(white: 1, alpha: 0.95), alignment: .center))
    }
    return number
  }

  private mutating func draw(_ words: [String], in place: Rect, scale: Double) {
    guard !words.isEmpty else { return }
    let height = (2.5 + 4.5 * Double(words.count)) * scale
    let box = Rect(x: place.minX, y: place.maxY - height, width: place.width, height: height)
    fill(box, Color(white: 0, alpha: 0.7), cornerRadius: 3)
    for (line, words) in words.enumerated() {
      let y = box.minY + (1.3 + 4.5 * Double(line)) * scale
      let style = TextStyle(size: 3.2 * scale, weight: line == 0 ? .bold : .regular, color: .white, alignment: .center)
      text(words, in: Rect(x: box.minX, y: y, width: box.width, height: 4.4 * scale), style: style)
    }
  }
}

extension PlacementExplanation {
  /// The latest overlay in lines of words: how much of it is hidden, how far away it is and why it is there, and the hand.
  fileprivate var words: [String] {
    guard let placement = placements.last else { return [] }
    guard isJudged else { return ["a fixed rule; no hand is inferred"] }
    let distance = distance(of: placement.rect).map { ", \(Int($0)) mm away" } ?? ""
    var lines = ["\(PercentText.string(placement.hidden)) hidden\(distance)", reason(of: placement)]
    if let belief {
      lines.append(
        belief.isNamed
          ? "\(belief.side.rawValue) hand, \(PercentText.string(belief.probability)) sure" : "hand unknown")
    }
    return lines
  }

  /// Squares within the hands, for what keeps off them.
  fileprivate var hand: [Rect] {
    outlines.flatMap { $0.pieces }.flatMap { piece in
      stride(from: 0, through: 1, by: 0.25).map { part in
        let side = 1.6 * (piece.startRadius + (piece.endRadius - piece.startRadius) * part)
        return Rect(center: piece.start + (piece.end - piece.start) * part, size: Size(width: side, height: side))
      }
    }
  }

  /// The place of the words at the left or right edge, the lowest in which they cover nothing that is `taken` and no `hand`, or else as
  /// little as possible, of a hand rather than of what is taken.
  fileprivate func wordsPlace(lines: Int, besides taken: [Rect], _ hand: [Rect], scale: Double) -> Rect {
    let size = Size(width: min(50 * scale, max(0, panel.width - 6)), height: (2.5 + 4.5 * Double(lines)) * scale)
    let room = panel.inset(by: Insets(all: 3))
    func covered(_ place: Rect) -> Double {
      func area(_ rects: [Rect]) -> Double { rects.reduce(0) { $0 + ($1.intersection(place)?.area ?? 0) } }
      return 1000 * area(taken) + area(hand)
    }
    var best = Rect(x: room.minX, y: room.maxY - size.height, width: size.width, height: size.height)
    for step in 0...24 {
      for x in [room.minX, room.maxX - size.width] {
        let y = room.maxY - size.height - (room.height - size.height) * Double(step) / 24
        let place = Rect(origin: Point(x: x, y: y), size: size)
        if covered(place) < covered(best) { best = place }
      }
    }
    return best
  }

  /// The place of the number of an overlay at `rect`: on its upper edge, or on the lower one where that is off the panel or `reserved`.
  fileprivate func tag(of rect: Rect, besides reserved: [Rect], scale: Double) -> Rect {
    let size = Size(width: 13 * scale, height: 4.2 * scale)
    let above = Rect(x: rect.minX, y: rect.minY - size.height, width: size.width, height: size.height)
    let isFree = above.minY > panel.minY && !reserved.contains { $0.intersects(above) }
    return isFree ? above : above.moved(by: Vector(dx: 0, dy: size.height + rect.height))
  }

  /// The distance of `rect` from the nearest touch, in millimetres; `nil` without touches.
  fileprivate func distance(of rect: Rect) -> Double? { touches.map { rect.distance(to: $0) }.min() }

  /// Why the overlay is there.
  private func reason(of placement: Placement) -> String {
    switch placement.reason {
    case .leastHidden: return "best of \(options.count) places"
    case .wantedSide: return "on the preferred side"
    case .flipped: return "no room on the other side"
    case .shifted: return "shifted to stay inside"
    case .leader: return "best place, farther away"
    case .docked: return "best place, at an edge"
    case .kept: return "kept where it was"
    case .followed: return "moved with its anchor"
    case .relocated: return "moved out of the hand"
    case .compact: return "only its small size fits"
    case .clipped, .degenerate: return "no room for it"
    case .noHand, .originalRule, .originalUnknown: return "no hand touches"
    }
  }
}

extension PlacementExplanation.Outline {
  /// The smallest rectangle that contains all pieces.
  fileprivate var bounds: Rect {
    pieces.reduce(nil as Rect?) { bounds, piece in
      let ends = [(piece.start, piece.startRadius), (piece.end, piece.endRadius)].map { center, radius in
        Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius))
      }
      return ends.reduce(bounds) { $0?.union($1) ?? $1 }
    } ?? Rect(origin: .origin, size: .zero)
  }
}
