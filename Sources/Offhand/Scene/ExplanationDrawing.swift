extension DisplayList {
  /// Draws an explanation over a scene: the hand, or both faintly where no side is named, the touches, the placed overlays, positions that
  /// were considered, and the latest overlay in words. They are numbered by their cost, and each has the share that the hand hides of it and
  /// its distance, on which most of the cost depends. Words and positions keep off what is `reserved`.
  package mutating func draw(_ explanation: PlacementExplanation, besides reserved: [Rect] = []) {
    for outline in explanation.outlines { draw(outline, in: explanation.panel) }
    for touch in explanation.touches {
      circle(center: touch, radius: 5.5, Color(white: 1, alpha: 0.22))
      ring(center: touch, radius: 5.5, width: 0.4, Color(white: 1, alpha: 0.9))
    }
    let scale = Theme.scale(on: explanation.panel.size)
    let words = explanation.words
    let tag = explanation.placements.last.map { explanation.tag(of: $0.rect, besides: reserved, scale: scale) }
    var taken = reserved + explanation.placements.map { $0.rect } + [tag].compactMap { $0 }
    taken += explanation.touches.map { Rect(center: $0, size: Size(width: 12, height: 12)) }
    let box = explanation.wordsPlace(lines: words.count, besides: taken, scale: scale)
    drawOptions(of: explanation, besides: taken + [box], scale: scale)
    for placement in explanation.placements {
      stroke(placement.rect, DisplayList.chosen, width: 0.6, cornerRadius: DisplayList.corner)
    }
    if explanation.isJudged, let tag, let placement = explanation.placements.last {
      fill(tag, DisplayList.chosen, cornerRadius: DisplayList.corner)
      let style = TextStyle(size: 3 * scale, weight: .bold, color: Color(rgb: 0x0B1F12), alignment: .center)
      text("1: \(PercentText.string(placement.hidden))", in: tag, style: style)
    }
    draw(words, in: box, scale: scale)
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

  /// Draws the cheapest options that lie apart from each other and from what is `taken`, numbered from 2, since the overlay is the cheapest.
  private mutating func drawOptions(of explanation: PlacementExplanation, besides taken: [Rect], scale: Double) {
    var taken = taken
    let limit = taken.count + 6
    var number = 1
    let ink = Color(white: 1, alpha: 0.95)
    for option in explanation.options where taken.count < limit {
      let rect = option.rect
      if taken.contains(where: { $0.intersects(rect.inset(by: Insets(all: -1.5))) }) { continue }
      taken.append(rect)
      fill(rect, Color(white: 0, alpha: 0.55), cornerRadius: DisplayList.corner)
      stroke(rect, Color(white: 1, alpha: 0.6), width: 0.25, cornerRadius: DisplayList.corner)
      number += 1
      let distance = explanation.distance(of: rect).flatMap { rect.height < 7.4 * scale ? nil : $0 }
      let height = 3.6 * scale
      var line = Rect(center: rect.center, size: Size(width: rect.width, height: min(rect.height, height)))
      if distance != nil { line.origin.y -= height / 2 }
      text(
        "\(number): \(PercentText.string(option.hidden))", in: line,
        style: TextStyle(size: 3 * scale, color: ink, alignment: .center))
      guard let distance else { continue }
      line.origin.y += height
      text("\(Int(distance)) mm", in: line, style: TextStyle(size: 2.6 * scale, color: ink, alignment: .center))
    }
  }

  private mutating func draw(_ words: [String], in box: Rect, scale: Double) {
    guard !words.isEmpty else { return }
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
    // One pose is drawn, so a place beside that hand may have a share.
    if !options.isEmpty { lines.append("shares: of all likely poses") }
    return lines
  }

  /// The place of the words at the left or right edge, the lowest in which they cover nothing that is `taken`, or else as little as possible.
  fileprivate func wordsPlace(lines: Int, besides taken: [Rect], scale: Double) -> Rect {
    let size = Size(width: min(60 * scale, max(0, panel.width - 6)), height: (2.5 + 4.5 * Double(lines)) * scale)
    let room = panel.inset(by: Insets(all: 3))
    func covered(_ place: Rect) -> Double { taken.reduce(0) { $0 + ($1.intersection(place)?.area ?? 0) } }
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

  /// Why the overlay is there. What was found by its cost is named by what a reader can check, if that is so: no nearer option is clear.
  private func reason(of placement: Placement) -> String {
    // So that it does not read 5% either.
    let clear = 0.045
    switch placement.reason {
    case .leastHidden:
      let nearest = options.filter { $0.hidden < clear }.compactMap { distance(of: $0.rect) }.min()
      let isNearest = placement.hidden < clear && (distance(of: placement.rect) ?? 0) <= (nearest ?? .infinity) + 1
      return isNearest ? "nearest place under 5%" : "best of share, distance and side"
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
