import Offhand

/// Finds rows and columns without reports, in the lines that fingers draw across them.
enum DeadBands {
  /// The narrowest band, in millimetres: a fingertip is felt beside a narrower one.
  private static let narrowest = 3.0

  /// The bands that every line across them shows. A finger that left the glass makes a gap in one line alone, so with fewer than two
  /// lines along both axes it is `nil`.
  static func bands(_ runs: [PanelRun], _ place: (Point) -> Point) -> [PanelBand]? {
    var lines: [PanelBand.Axis: [(reach: ClosedRange<Double>, gaps: [ClosedRange<Double>])]] = [:]
    for run in runs {
      guard case .line(let from, let to) = run.exercise, let points = run.ruled(run.positions, place), points.count > 10
      else { continue }
      let isAcross = abs(to.x - from.x) > abs(to.y - from.y)
      let start = isAcross ? from.x : from.y
      let isForward = isAcross ? to.x > from.x : to.y > from.y
      let places = points.map { start + (isForward ? $0.along : -$0.along) }.sorted()
      let steps = zip(places, places.dropFirst()).map { $1 - $0 }
      let least = max(narrowest, 3 * (steps.median ?? 0))
      let gaps = zip(places, places.dropFirst()).filter { $1 - $0 > least }.map { $0...$1 }
      lines[isAcross ? .columns : .rows, default: []].append((places[0]...places[places.count - 1], gaps))
    }
    let axes = [PanelBand.Axis.rows, .columns].map { lines[$0] ?? [] }
    guard axes.allSatisfy({ $0.count > 1 }) else { return nil }
    return zip([PanelBand.Axis.rows, .columns], axes).flatMap { axis, lines in
      lines[0].gaps.compactMap { gap in
        var band = gap
        for line in lines.dropFirst() {
          guard line.reach.contains(band.lowerBound), line.reach.contains(band.upperBound),
            let other = line.gaps.first(where: { $0.overlaps(band) })
          else { return nil }
          band = band.clamped(to: other)
        }
        return band.upperBound - band.lowerBound >= narrowest ? PanelBand(axis: axis, range: band) : nil
      }
    }
  }
}

extension PanelBand {
  /// The distance of `point` from the band, in millimetres.
  func distance(to point: Point) -> Double {
    let place = axis == .columns ? point.x : point.y
    return max(range.lowerBound - place, 0, place - range.upperBound)
  }
}
