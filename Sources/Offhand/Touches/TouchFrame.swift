/// The touches of one hardware report: all that are down, and those that ended in it.
///
/// Touches are in the order of their landing. A frame is a value; its touches are in one array that a frame assembler
/// reserves once and reuses, so the steady path allocates nothing. A caller that keeps a frame keeps the array, and the
/// assembler's next frame needs a new one: copy what you need out of it instead. (An inline array of 32 contacts was tried
/// first: the compiler copies all of its 3.6 kB wherever one contact is read, which cost six thousand instructions a frame.)
public struct TouchFrame: Sendable {
  /// The most touches that a frame holds. A seat has 32 slots (Design/Recognizing.md A12); further touches are counted and dropped.
  public static let capacity = 32

  /// The time at which the hardware reported it.
  public var timestamp: Timestamp
  /// Whether the hardware's timestamp was older than that of an earlier frame: `timestamp` is then the earlier frame's, the
  /// positions are true, and the frame says nothing about speed (Design/Recognizing.md A17).
  public var isLate = false
  /// The position noise of these devices under still fingers, in millimetres; 0 if unknown. A `NoiseFilter` sets it;
  /// recognizers ignore shorter displacements.
  public var noiseFloor = 0.0
  @usableFromInline var touches: [Touch] = []

  /// A frame without touches.
  public init(timestamp: Timestamp = .zero) { self.timestamp = timestamp }

  /// The number of touches.
  @inlinable public var count: Int { touches.count }

  /// The touch at `index` in the order of landing.
  @inlinable public subscript(index: Int) -> Touch {
    get { touches[index] }
    set { touches[index] = newValue }
  }

  /// The indices of the touches.
  @inlinable public var indices: Range<Int> { 0..<touches.count }

  var isFull: Bool { touches.count == TouchFrame.capacity }

  /// The number of touches that are down after this frame.
  public var downCount: Int {
    var down = 0
    for index in touches.indices where touches[index].isDown { down += 1 }
    return down
  }

  /// The touch with the ID `id`; `nil` if the frame does not contain it.
  public func touch(_ id: Touch.ID) -> Touch? { touches.first { $0.id == id } }

  /// Adds a touch at the end. Returns whether there was room.
  @discardableResult
  public mutating func append(_ touch: Touch) -> Bool {
    guard !isFull else { return false }
    touches.append(touch)
    return true
  }

  /// Removes the touch at `index`; the others stay in their order.
  public mutating func remove(at index: Int) { touches.remove(at: index) }

  /// Restores the order of landing, in which later touches have larger IDs.
  mutating func sortByLanding() {
    for index in touches.indices.dropFirst() {
      var place = index
      while place > 0, touches[place - 1].id > touches[place].id {
        touches.swapAt(place - 1, place)
        place -= 1
      }
    }
  }

  func holds(_ id: Touch.ID) -> Bool { touches.contains { $0.id == id } }

  /// Becomes those touches of `other` for which `isPart` returns true, given their index as well, in the storage of this frame.
  @inline(__always)
  package mutating func fill(from other: borrowing TouchFrame, where isPart: (Int, Touch) -> Bool) {
    timestamp = other.timestamp
    isLate = other.isLate
    noiseFloor = other.noiseFloor
    var count = 0
    for index in other.indices where isPart(index, other.touches[index]) {
      // In place: emptying an array and filling it again takes a hundred instructions more.
      if count < touches.count { touches[count] = other.touches[index] } else { touches.append(other.touches[index]) }
      count += 1
    }
    if count < touches.count { touches.removeLast(touches.count - count) }
  }

  package mutating func assume(_ other: borrowing TouchFrame) { fill(from: other) { _, _ in true } }

  /// Reserves room for `capacity` touches, so that adding one allocates nothing.
  package mutating func reserveCapacity() { touches.reserveCapacity(TouchFrame.capacity) }

  /// Prepares the next frame: removes touches that ended; the others become stationary.
  public mutating func settle() {
    var kept = 0
    for index in touches.indices where touches[index].isDown {
      if kept != index { touches.swapAt(kept, index) }
      touches[kept].phase = .stationary
      touches[kept].previousPosition = touches[kept].position
      kept += 1
    }
    touches.removeLast(touches.count - kept)
  }
}
