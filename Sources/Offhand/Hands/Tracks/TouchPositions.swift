/// Up to five places of contacts that belong together, without allocation.
public struct TouchPositions: Sendable, Equatable {
  /// How many contacts a hand has at most.
  public static let capacity = 5

  /// How many places there are.
  public private(set) var count = 0
  private var places = InlineArray<5, UserPoint>(repeating: .origin)

  /// No places.
  public init() {}

  /// The place at `index`, in the order of landing.
  public subscript(index: Int) -> UserPoint { places[index] }

  /// Whether both have the same places in the same order.
  public static func == (a: TouchPositions, b: TouchPositions) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.places[index] != b.places[index] { return false }
    return true
  }

  /// Adds a place, if there is room.
  public mutating func append(_ place: UserPoint) {
    guard count < TouchPositions.capacity else { return }
    places[count] = place
    count += 1
  }

  /// Removes the place at `index`.
  mutating func remove(at index: Int) {
    for place in index..<count - 1 { places[place] = places[place + 1] }
    count -= 1
  }

  /// Exchanges the places at two positions.
  mutating func swap(_ first: Int, _ second: Int) { (places[first], places[second]) = (places[second], places[first]) }

  /// The places with left and right exchanged.
  public var mirrored: TouchPositions {
    var copy = self
    for index in 0..<count { copy.places[index].x = -places[index].x }
    return copy
  }

  /// The places taken elsewhere.
  func mapped(_ move: (UserPoint) -> UserPoint) -> TouchPositions {
    var copy = self
    for index in 0..<count { copy.places[index] = move(places[index]) }
    return copy
  }

  /// The middle of the places.
  public var centroid: UserPoint {
    var sum = UserVector.zero
    for index in 0..<count { sum += places[index] - .origin }
    return count > 0 ? .origin + sum / Double(count) : .origin
  }

  /// The distance of the two places that are farthest from each other.
  public var diameter: Double {
    var largest = 0.0
    for first in 0..<count {
      for second in first + 1..<max(first + 1, count) {
        largest = max(largest, (places[second] - places[first]).lengthSquared)
      }
    }
    return largest.squareRoot()
  }

  /// The place with the largest distance to all others.
  var mostDistant: Int {
    var best = 0
    var farthest = -1.0
    for index in 0..<count {
      var sum = 0.0
      for other in 0..<count { sum += places[index].distance(to: places[other]) }
      if sum > farthest { (best, farthest) = (index, sum) }
    }
    return best
  }

  /// Sorts the places from the index to the little finger of a right hand whose forearm comes from `azimuth` degrees.
  mutating func sort(along azimuth: Double) {
    let turn = Angle(degrees: azimuth)
    let ulnar = UserVector(dx: turn.cosine, dy: -turn.sine)
    for end in 1..<max(1, count) {
      let place = places[end]
      var slot = end
      while slot > 0, (places[slot - 1] - .origin).dot(ulnar) > (place - .origin).dot(ulnar) {
        places[slot] = places[slot - 1]
        slot -= 1
      }
      places[slot] = place
    }
  }
}
