/// The arrow of a popover: a triangle on the side that faces what the popover belongs to.
public struct PopoverArrow: Sendable, Hashable {
  /// The foot's one end, the tip, the foot's other end.
  public var corners: [Point]

  /// The arrow of a panel that fills `rect`; `nil` if the panel covers the place.
  public init?(of rect: Rect, pointingAt place: Point, theme: OverlayTheme = .standard) {
    guard !rect.contains(place), !rect.isEmpty else { return nil }
    let dx = max(rect.minX - place.x, place.x - rect.maxX)
    let dy = max(rect.minY - place.y, place.y - rect.maxY)
    let margin = theme.cornerRadius + theme.arrowHalfWidth
    let half = theme.arrowHalfWidth
    if dy >= dx {
      let x = PopoverArrow.keep(place.x, from: rect.minX + margin, to: rect.maxX - margin)
      let foot = place.y < rect.minY ? rect.minY : rect.maxY
      let tip = place.y < rect.minY ? foot - min(theme.arrowLength, dy) : foot + min(theme.arrowLength, dy)
      corners = [Point(x: x - half, y: foot), Point(x: x, y: tip), Point(x: x + half, y: foot)]
    } else {
      let y = PopoverArrow.keep(place.y, from: rect.minY + margin, to: rect.maxY - margin)
      let foot = place.x < rect.minX ? rect.minX : rect.maxX
      let tip = place.x < rect.minX ? foot - min(theme.arrowLength, dx) : foot + min(theme.arrowLength, dx)
      corners = [Point(x: foot, y: y - half), Point(x: tip, y: y), Point(x: foot, y: y + half)]
    }
  }

  /// The smallest rectangle that holds the arrow.
  public var bounds: Rect {
    corners.dropFirst().reduce(Rect(origin: corners[0], size: .zero)) {
      $0.union(Rect(origin: $1, size: .zero))
    }
  }

  /// The middle where there is no room between the limits.
  private static func keep(_ value: Double, from low: Double, to high: Double) -> Double {
    low > high ? (low + high) / 2 : min(max(value, low), high)
  }
}
