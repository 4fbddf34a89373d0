import Offhand

/// The area that a hand hides on a panel: polygons in millimetres.
struct Silhouette: Sendable {
  private(set) var rings: [[Point]]
  private(set) var box: Rect

  init(_ rings: [[Point]]) {
    self.rings = rings
    let all = rings.joined()
    let xs = all.map(\.x)
    let ys = all.map(\.y)
    box = Rect(
      x: xs.min() ?? 0, y: ys.min() ?? 0, width: (xs.max() ?? 0) - (xs.min() ?? 0),
      height: (ys.max() ?? 0) - (ys.min() ?? 0))
  }

  /// Whether a place is hidden: inside of an odd number of rings' edges.
  func hides(_ place: Point) -> Bool {
    guard box.contains(place) else { return false }
    var isInside = false
    for ring in rings {
      var previous = ring[ring.count - 1]
      for corner in ring {
        if (corner.y > place.y) != (previous.y > place.y) {
          let x = corner.x + (place.y - corner.y) / (previous.y - corner.y) * (previous.x - corner.x)
          if place.x < x { isInside.toggle() }
        }
        previous = corner
      }
    }
    return isInside
  }

  /// The hidden fraction of `rect`, from 20 x 12 places.
  func hiddenFraction(of rect: Rect) -> Double {
    guard rect.intersects(box) else { return 0 }
    var hidden = 0
    for row in 0..<12 {
      for column in 0..<20 {
        let place = Point(
          x: rect.minX + rect.width * (Double(column) + 0.5) / 20, y: rect.minY + rect.height * (Double(row) + 0.5) / 12
        )
        if hides(place) { hidden += 1 }
      }
    }
    return Double(hidden) / 240
  }
}
