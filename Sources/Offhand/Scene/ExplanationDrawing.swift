extension DisplayList {
  /// Draws an explanation over a scene: the hand, darker where it is more likely; the cheapest options of the latest decision; the
  /// placed overlays; the touches; and one line with the reason for the latest overlay's position.
  package mutating func draw(_ explanation: PlacementExplanation) {
    for outline in explanation.outlines { draw(outline, in: explanation.panel) }
    drawOptions(of: explanation)
    for placement in explanation.placements { draw(placement) }
    for touch in explanation.touches {
      ring(center: touch, radius: 6, width: 0.5, Color(red: 0.9, green: 0, blue: 0.2))
    }
    drawReason(of: explanation)
  }

  /// Draws a pose as one layer, so that fingers and palm have one shade where they overlap.
  private mutating func draw(_ outline: PlacementExplanation.Outline, in panel: Rect) {
    layer(in: panel, opacity: 0.6 * outline.probability) { list in
      for piece in outline.pieces {
        list.capsule(
          from: piece.start, radius: piece.startRadius, to: piece.end, radius: piece.endRadius,
          Color(red: 0.2, green: 0.1, blue: 0.5))
      }
    }
  }

  private mutating func drawOptions(of explanation: PlacementExplanation) {
    for (rank, option) in explanation.options.prefix(12).enumerated() {
      let color = Color(red: 1, green: 0.6, blue: 0, alpha: rank == 0 ? 0.9 : 0.35)
      stroke(option.rect, color, width: rank == 0 ? 0.6 : 0.25, cornerRadius: 1)
    }
  }

  private mutating func draw(_ placement: Placement) {
    stroke(placement.rect, Color(red: 0, green: 0.7, blue: 0.3), width: 0.5, cornerRadius: 1)
    let edge = ClassicPlacement.nearestPoint(of: placement.rect, to: Rect(origin: placement.target, size: .zero))
    line(from: placement.target, to: edge, width: 0.3, Color(red: 0, green: 0.7, blue: 0.3, alpha: 0.7))
  }

  private mutating func drawReason(of explanation: PlacementExplanation) {
    guard let placement = explanation.placements.last else { return }
    let percent = PercentText.string(placement.hidden)
    var reason = "\(placement.reason.rawValue), \(placement.side.rawValue); \(percent) hidden"
    if let belief = explanation.belief {
      let (azimuth, deviation) = (Int(belief.azimuth.degrees.rounded()), Int(belief.deviation.degrees.rounded()))
      reason += "; \(belief.side.rawValue) \(PercentText.string(belief.probability))"
      reason += ", \(belief.grip.rawValue), forearm \(azimuth)° ± \(deviation)°"
    }
    let panel = explanation.panel
    var box = Rect(x: panel.minX + 2, y: panel.maxY - 7, width: min(150, max(0, panel.width - 4)), height: 5)
    // The line must not cover what it describes.
    if box.intersects(placement.rect) { box.origin.y = panel.minY + 2 }
    fill(box, Color(white: 0, alpha: 0.7), cornerRadius: 1)
    text(
      reason, in: box.inset(by: Insets(top: 0, left: 1.5, bottom: 0, right: 1.5)),
      style: TextStyle(size: 3, color: .white))
  }
}
