/// The positions of up to five touches of one hand, in the order of landing unless sorted; it never allocates.
public struct TouchPositions: Sendable, Equatable {
  /// The most positions: the fingers of a hand.
  public static let capacity = 5

  /// The number of positions.
  public private(set) var count = 0
  private var positions = InlineArray<5, UserPoint>(repeating: .origin)

  init() {}

  /// The position at `index`, less than `count`.
  public subscript(index: Int) -> UserPoint { positions[index] }

  /// Whether both have the same positions in the same order.
  public static func == (a: TouchPositions, b: TouchPositions) -> Bool {
    guard a.count == b.count else { return false }
    for index in 0..<a.count where a.positions[index] != b.positions[index] { return false }
    return true
  }

  mutating func removeAll() { count = 0 }

  /// Adds a position, if there is room.
  mutating func append(_ position: UserPoint) {
    guard count < TouchPositions.capacity else { return }
    positions[count] = position
    count += 1
  }

  mutating func remove(at index: Int) {
    for later in index..<count - 1 { positions[later] = positions[later + 1] }
    count -= 1
  }

  /// Exchanges two positions.
  mutating func swap(_ first: Int, _ second: Int) {
    (positions[first], positions[second]) = (positions[second], positions[first])
  }

  /// The positions with left and right exchanged.
  var mirrored: TouchPositions {
    var copy = self
    for index in 0..<count { copy.positions[index].x = -positions[index].x }
    return copy
  }

  func moved(from old: UserFrame, to new: UserFrame) -> TouchPositions {
    var copy = self
    for index in 0..<count { copy.positions[index] = new.inward(old.outward(positions[index])) }
    return copy
  }

  /// The mean of the positions; the panel's centre if there are none.
  public var centroid: UserPoint {
    var sum = UserVector.zero
    for index in 0..<count { sum += positions[index] - .origin }
    return count > 0 ? .origin + sum / Double(count) : .origin
  }

  /// The largest distance between two positions in millimetres.
  var diameter: Double {
    var largest = 0.0
    for first in 0..<count {
      for second in first + 1..<max(first + 1, count) {
        largest = max(largest, (positions[second] - positions[first]).lengthSquared)
      }
    }
    return largest.squareRoot()
  }

  /// The index of the position with the largest sum of distances to the others.
  var mostDistant: Int {
    var best = 0
    var farthest = -1.0
    for index in 0..<count {
      var sum = 0.0
      for other in 0..<count { sum += positions[index].distance(to: positions[other]) }
      if sum > farthest { (best, farthest) = (index, sum) }
    }
    return best
  }

  /// Sorts the positions from the index to the little finger of a right hand with the forearm at `azimuth`.
  mutating func sort(along azimuth: Angle) {
    let ulnar = UserVector(dx: azimuth.cosine, dy: -azimuth.sine)
    for end in 1..<max(1, count) {
      let position = positions[end]
      var slot = end
      while slot > 0, (positions[slot - 1] - .origin).dot(ulnar) > (position - .origin).dot(ulnar) {
        positions[slot] = positions[slot - 1]
        slot -= 1
      }
      positions[slot] = position
    }
  }
}
