/// The contacts that are down in a frame, as far as placing without a hand needs them.
struct ContactGroup: Sendable {
  /// The smallest rectangle around the contacts; `nil` while nothing touches.
  private(set) var box: Rect?
  /// The middle of the contacts; the origin while nothing touches.
  private(set) var centroid = Point.origin
  /// How many fingers are down.
  private(set) var count = 0

  init() {}

  init(_ frame: borrowing TouchFrame) {
    var sum = Vector.zero
    for index in frame.indices where frame[index].isDown {
      let place = frame[index].position
      guard place.isFinite else { continue }
      let spot = Rect(origin: place, size: .zero)
      box = box.map { $0.union(spot) } ?? spot
      sum += place - .origin
      count += 1
    }
    if count > 0 { centroid = .origin + sum / Double(count) }
  }
}
