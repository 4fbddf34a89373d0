extension OverlayPlacer {
  /// How many places of the latest decision are drawn.
  private static var shownPlaces: Int { 12 }

  /// Draws the shadow, darker where it is more likely, the fingers, the cheapest places of the latest decision, the places that
  /// overlays have, and in a line why the last one stands where it does.
  public func explain(into list: inout DisplayList) {
    explainShadow(into: &list)
    explainPlaces(into: &list)
    explainFingers(into: &list)
    explainReason(into: &list)
  }

  /// Each way of holding is one sheet, so that fingers and palm are one shade where they overlap.
  private func explainShadow(into list: inout DisplayList) {
    let user = frame
    for hypothesis in field.hypotheses {
      let share = Double(hypothesis.share) / Double(ShadowMap.certain)
      list.layer(in: environment.panel, opacity: 0.6 * share) { list in
        for piece in field.pieces[hypothesis.first..<hypothesis.end] {
          list.capsule(
            from: user.outward(Point(x: Double(piece.x), y: Double(piece.y))), radius: Double(piece.radius),
            to: user.outward(Point(x: Double(piece.x + piece.dx), y: Double(piece.y + piece.dy))),
            radius: Double(piece.radius + piece.growth), Color(red: 0.2, green: 0.1, blue: 0.5))
        }
      }
    }
  }

  private func explainPlaces(into list: inout DisplayList) {
    let counted = considered.indices.filter { costs[$0].isFinite }.sorted { costs[$0] < costs[$1] }
    for (rank, index) in counted.prefix(OverlayPlacer.shownPlaces).enumerated() {
      let color = Color(red: 1, green: 0.6, blue: 0, alpha: rank == 0 ? 0.9 : 0.35)
      list.stroke(considered[index].box.rect(in: frame), color, width: rank == 0 ? 0.6 : 0.25, cornerRadius: 1)
    }
    for index in placed.indices {
      let placement = placed[index].placement
      list.stroke(placement.rect, Color(red: 0, green: 0.7, blue: 0.3), width: 0.5, cornerRadius: 1)
      let edge = ClassicPlacement.nearestPoint(of: placement.rect, to: Rect(origin: placement.target, size: .zero))
      list.line(from: placement.target, to: edge, width: 0.3, Color(red: 0, green: 0.7, blue: 0.3, alpha: 0.7))
    }
  }

  private func explainFingers(into list: inout DisplayList) {
    for index in estimator.tracks.indices {
      let contacts = estimator.tracks[index].contacts
      for contact in 0..<contacts.count {
        list.ring(center: frame.outward(contacts[contact]), radius: 6, width: 0.5, Color(red: 0.9, green: 0, blue: 0.2))
      }
    }
  }

  private func explainReason(into list: inout DisplayList) {
    guard placed.indices.upperBound > 0 else { return }
    let placement = placed[placed.indices.upperBound - 1].placement
    let percent = PercentText.string(placement.hidden)
    var line = "\(placement.reason.rawValue), \(placement.side.rawValue); \(percent) hidden"
    if estimator.tracks.count > 0 {
      let track = estimator.tracks[0]
      let isRight = track.rightProbability >= 0.5
      let reading = isRight ? track.right : track.left
      line +=
        "; \(isRight ? "right" : "left") \(PercentText.string(max(track.rightProbability, track.leftProbability)))"
      line +=
        ", \(track.grip.rawValue), forearm \(Int(reading.azimuth.rounded()))° ± \(Int(reading.deviation.rounded()))°"
    }
    let panel = environment.panel
    var box = Rect(x: panel.minX + 2, y: panel.maxY - 7, width: min(150, max(0, panel.width - 4)), height: 5)
    // The line must not hide what it speaks of.
    if box.intersects(placement.rect) { box.origin.y = panel.minY + 2 }
    list.fill(box, Color(white: 0, alpha: 0.7), cornerRadius: 1)
    list.text(
      line, in: box.inset(by: Insets(top: 0, left: 1.5, bottom: 0, right: 1.5)),
      style: TextStyle(size: 3, color: .white))
  }
}
