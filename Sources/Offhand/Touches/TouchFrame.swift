/// Everything that one hardware report changed, as one atomic whole: all contacts that are down, and those that ended in it.
///
/// Contacts stand in the order of their landing. A frame is a value; its contacts lie in one array that a frame assembler
/// reserves once and uses again, so the steady path allocates nothing. Whoever keeps a frame keeps the array, and the
/// assembler's next frame needs a new one: take what you need out of it instead. (An inline array of 32 contacts was tried
/// first: the compiler copies all of its 3.6 kB wherever one contact is read, which cost six thousand instructions a frame.)
public struct TouchFrame: Sendable {
  /// How many contacts a frame holds. A seat has 32 slots (recognizers.md A12); a contact more is counted and dropped.
  public static let capacity = 32

  /// When the hardware reported it.
  public var timestamp: Timestamp
  /// Whether the hardware's stamp was older than that of an earlier frame: `timestamp` is then the earlier frame's, the
  /// positions are true, and nothing may be read from this frame about speed (recognizers.md A17).
  public var isLate = false
  /// How far positions of these devices go astray under fingers that lie still, in millimetres; 0 where nobody found out. A
  /// `NoiseFilter` does; recognizers take no less for a motion.
  public var noiseFloor = 0.0
  @usableFromInline var touches: [Touch] = []

  /// A frame in which nothing touches.
  public init(timestamp: Timestamp = .zero) {
    self.timestamp = timestamp
  }

  /// How many contacts the frame holds.
  @inlinable public var count: Int { touches.count }

  /// The contact at `index` in the order of landing.
  @inlinable public subscript(index: Int) -> Touch {
    get { touches[index] }
    set { touches[index] = newValue }
  }

  /// The positions of the contacts.
  @inlinable public var indices: Range<Int> { 0..<touches.count }

  /// Whether there is no room for another contact.
  @inlinable public var isFull: Bool { touches.count == TouchFrame.capacity }

  /// How many fingers are on the glass after this frame.
  public var downCount: Int {
    var down = 0
    for index in touches.indices where touches[index].isDown { down += 1 }
    return down
  }

  /// The contact named `id`, if the frame holds it.
  public func touch(_ id: Touch.ID) -> Touch? {
    for index in touches.indices where touches[index].id == id { return touches[index] }
    return nil
  }

  /// Adds a contact at the end; answers whether there was room.
  @discardableResult
  public mutating func append(_ touch: Touch) -> Bool {
    guard !isFull else { return false }
    touches.append(touch)
    return true
  }

  /// Takes the contact at `index` out; the others stay in their order.
  public mutating func remove(at index: Int) { touches.remove(at: index) }

  /// Whether the contact named `id` is in the frame.
  func holds(_ id: Touch.ID) -> Bool {
    for index in touches.indices where touches[index].id == id { return true }
    return false
  }

  /// Becomes what `other` is, in the storage it has.
  mutating func assume(_ other: borrowing TouchFrame) {
    timestamp = other.timestamp
    isLate = other.isLate
    noiseFloor = other.noiseFloor
    touches.removeAll(keepingCapacity: true)
    for index in other.indices { touches.append(other[index]) }
  }

  /// Takes the room for all contacts that there can be, so that adding one allocates nothing.
  mutating func reserveCapacity() { touches.reserveCapacity(TouchFrame.capacity) }

  /// Prepares the next frame: contacts that ended go, the others become stationary where they are.
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
