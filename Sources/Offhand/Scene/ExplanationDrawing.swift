extension DisplayList {
  /// Draws an explanation over a scene: the hand in its likeliest pose as a soft silhouette, the touches, the placed overlays, positions
  /// that were considered, each with the share that the hand hides of it, and one sentence about the latest overlay.
  package mutating func draw(_ explanation: PlacementExplanation) {
    if let outline = explanation.outlines.max(by: { $0.probability < $1.probability }) {
      draw(outline, in: explanation.panel)
    }
    for touch in explanation.touches {
      circle(center: touch, radius: 5.5, Color(white: 1, alpha: 0.22))
      ring(center: touch, radius: 5.5, width: 0.4, Color(white: 1, alpha: 0.9))
    }
    let sentence = sentencePlace(of: explanation)
    drawOptions(of: explanation, besides: sentence)
    for placement in explanation.placements {
      stroke(placement.rect, Color(rgb: 0x4BD37B), width: 0.6, cornerRadius: 1.5)
    }
    drawSentence(of: explanation, in: sentence)
  }

  /// Draws only the hand of an explanation, in one shade.
  package mutating func drawHand(of explanation: PlacementExplanation, _ color: Color) {
    let outline = explanation.outlines.max(by: { $0.probability < $1.probability })
    guard let outline, let bounds = outline.bounds.intersection(explanation.panel), bounds.area > 0 else { return }
    layer(in: bounds, opacity: Double(color.alpha)) { list in
      for piece in outline.pieces {
        list.capsule(
          from: piece.start, radius: max(0.5, piece.startRadius), to: piece.end, radius: max(0.5, piece.endRadius),
          Color(red: color.red, green: color.green, blue: color.blue))
      }
    }
  }

  /// The steps of a silhouette's edge: by how many millimetres it is larger, and its opacity. Over each other they darken towards the hand.
  private static var edge: [(growth: Double, opacity: Double)] {
    [(1.5, 0.07), (1.1, 0.08), (0.7, 0.1), (0.35, 0.12), (0, 0.14), (-0.35, 0.16)]
  }

  /// Draws a pose in layers, so that fingers and palm have one shade where they overlap.
  private mutating func draw(_ outline: PlacementExplanation.Outline, in panel: Rect) {
    let margin = Insets(all: -(DisplayList.edge.map { $0.growth }.max() ?? 0))
    let bounds = outline.bounds.inset(by: margin).intersection(panel)
    guard let bounds, bounds.area > 0 else { return }
    for step in DisplayList.edge {
      layer(in: bounds, opacity: step.opacity) { list in
        for piece in outline.pieces {
          list.capsule(
            from: piece.start, radius: max(0.5, piece.startRadius + step.growth), to: piece.end,
            radius: max(0.5, piece.endRadius + step.growth), Color(rgb: 0x080A14))
        }
      }
    }
  }

  /// Draws the cheapest options that lie apart from each other, from the overlays and from `sentence`.
  private mutating func drawOptions(of explanation: PlacementExplanation, besides sentence: Rect) {
    var taken = explanation.placements.map { $0.rect } + [sentence]
    let limit = taken.count + 6
    for option in explanation.options where taken.count < limit {
      let rect = option.rect
      if taken.contains(where: { $0.intersects(rect.inset(by: Insets(all: -1.5))) }) { continue }
      taken.append(rect)
      let radius = min(rect.width, rect.height, 8) / 2
      fill(rect, Color(white: 0, alpha: 0.22), cornerRadius: radius)
      stroke(rect, Color(white: 1, alpha: 0.45), width: 0.25, cornerRadius: radius)
      // The text has a darker ground of its own, to be read on a light picture as well.
      let line = Rect(center: rect.center, size: Size(width: min(rect.width, 9), height: min(rect.height, 4)))
      fill(line, Color(white: 0, alpha: 0.5), cornerRadius: line.height / 2)
      text(
        PercentText.string(option.hidden), in: line,
        style: TextStyle(size: 2.6, color: Color(white: 1, alpha: 0.95), alignment: .center))
    }
  }

  /// The place of the sentence: below left, or right above the overlay that it describes where it would cover that.
  private func sentencePlace(of explanation: PlacementExplanation) -> Rect {
    let panel = explanation.panel
    var box = Rect(x: panel.minX + 3, y: panel.maxY - 10, width: min(62, max(0, panel.width - 6)), height: 7)
    if let placement = explanation.placements.last, box.intersects(placement.rect) {
      box.origin.y = max(panel.minY + 3, placement.rect.minY - 3 - box.height)
    }
    return box
  }

  private mutating func drawSentence(of explanation: PlacementExplanation, in box: Rect) {
    guard let placement = explanation.placements.last else { return }
    var sentence =
      explanation.isJudged ? "\(PercentText.string(placement.hidden)) hidden" : "a fixed rule; no hand is inferred"
    if let belief = explanation.belief {
      sentence += "; \(belief.side.rawValue) hand, \(PercentText.string(belief.probability)) sure"
    }
    fill(box, Color(white: 0, alpha: 0.62), cornerRadius: 3.5)
    let line = Rect(x: box.minX, y: box.center.y - 2.2, width: box.width, height: 4.4)
    text(sentence, in: line, style: TextStyle(size: 3.2, color: .white, alignment: .center))
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
