extension DisplayList {
  /// Draws an explanation over a scene: the hand, or both faintly where no side is named, the touches, the placed overlays, positions that
  /// were considered, each with the share that the hand hides of it, and the latest overlay in words.
  package mutating func draw(_ explanation: PlacementExplanation) {
    for outline in explanation.outlines { draw(outline, in: explanation.panel) }
    for touch in explanation.touches {
      circle(center: touch, radius: 5.5, Color(white: 1, alpha: 0.22))
      ring(center: touch, radius: 5.5, width: 0.4, Color(white: 1, alpha: 0.9))
    }
    let words = explanation.words
    let box = wordsPlace(of: explanation, lines: words.count)
    drawOptions(of: explanation, besides: box)
    for placement in explanation.placements {
      stroke(placement.rect, Color(rgb: 0x4BD37B), width: 0.6, cornerRadius: DisplayList.corner)
    }
    draw(words, in: box)
  }

  /// Draws only the hand of an explanation, in one shade, or both hands in half of it where none is named.
  package mutating func drawHand(of explanation: PlacementExplanation, _ color: Color) {
    for outline in explanation.outlines {
      draw(outline, color.faded(Float(outline.opacity)), growth: 0, in: explanation.panel)
    }
  }

  /// The corner radius of overlays, and so of the positions that were considered, in mm.
  private static var corner: Double { 1.5 }

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

  /// Draws the cheapest options that lie apart from each other, from the touches, from the overlays and from `words`. They are numbered by
  /// their cost, from 2, since the overlay has the cheapest: the share alone does not tell why another place was not taken.
  private mutating func drawOptions(of explanation: PlacementExplanation, besides words: Rect) {
    var taken = explanation.placements.map { $0.rect } + [words]
    taken += explanation.touches.map { Rect(center: $0, size: Size(width: 12, height: 12)) }
    let limit = taken.count + 6
    var number = 1
    for option in explanation.options where taken.count < limit {
      let rect = option.rect
      if taken.contains(where: { $0.intersects(rect.inset(by: Insets(all: -1.5))) }) { continue }
      taken.append(rect)
      fill(rect, Color(white: 0, alpha: 0.4), cornerRadius: DisplayList.corner)
      stroke(rect, Color(white: 1, alpha: 0.6), width: 0.25, cornerRadius: DisplayList.corner)
      let line = Rect(center: rect.center, size: Size(width: rect.width, height: min(rect.height, 4)))
      number += 1
      text(
        "\(number): \(PercentText.string(option.hidden))", in: line,
        style: TextStyle(size: 3, color: Color(white: 1, alpha: 0.95), alignment: .center))
    }
  }

  /// The place of the words: below left, or right above the overlay that they describe where they would cover that.
  private func wordsPlace(of explanation: PlacementExplanation, lines: Int) -> Rect {
    let (panel, height) = (explanation.panel, 2.5 + 4.5 * Double(lines))
    var box = Rect(
      x: panel.minX + 3, y: panel.maxY - 3 - height, width: min(62, max(0, panel.width - 6)), height: height)
    if let placement = explanation.placements.last, box.intersects(placement.rect) {
      box.origin.y = max(panel.minY + 3, placement.rect.minY - 3 - box.height)
    }
    return box
  }

  private mutating func draw(_ words: [String], in box: Rect) {
    guard !words.isEmpty else { return }
    fill(box, Color(white: 0, alpha: 0.62), cornerRadius: 3)
    for (line, words) in words.enumerated() {
      let rect = Rect(x: box.minX, y: box.minY + 1.3 + 4.5 * Double(line), width: box.width, height: 4.4)
      text(words, in: rect, style: TextStyle(size: 3.2, color: .white, alignment: .center))
    }
  }
}

extension PlacementExplanation {
  /// The latest overlay in lines of words: how much of it is hidden and why it is there, and the hand.
  fileprivate var words: [String] {
    guard let placement = placements.last else { return [] }
    guard isJudged else { return ["a fixed rule; no hand is inferred"] }
    var lines = ["\(PercentText.string(placement.hidden)) hidden: \(reason(of: placement))"]
    if let belief {
      lines.append(
        belief.isNamed
          ? "\(belief.side.rawValue) hand, \(PercentText.string(belief.probability)) sure" : "hand unknown")
    }
    return lines
  }

  /// The distance of `rect` from the nearest touch, in millimetres; `nil` without touches.
  fileprivate func distance(of rect: Rect) -> Double? { touches.map { rect.distance(to: $0) }.min() }

  /// Why the overlay is there. What was found by its cost is named by what a reader can check, if that is so: no nearer option is clear.
  private func reason(of placement: Placement) -> String {
    let clear = 0.05
    switch placement.reason {
    case .leastHidden:
      let nearest = options.filter { $0.hidden < clear }.compactMap { distance(of: $0.rect) }.min()
      let isNearest = placement.hidden < clear && (distance(of: placement.rect) ?? 0) <= (nearest ?? .infinity) + 1
      return isNearest ? "nearest place under 5%" : "best place nearby"
    case .wantedSide: return "on the preferred side"
    case .flipped: return "no room on the other side"
    case .shifted: return "shifted to stay inside"
    case .leader: return "best place farther away"
    case .docked: return "best place at an edge"
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
