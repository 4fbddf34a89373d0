/// Everything that one hardware report changed, as one atomic whole: all contacts that are down, and those that ended in it.
///
/// Contacts stand in the order of their landing. The storage is inline, so a frame is a value without allocation; it is
/// large, so pass it `borrowing`.
public struct TouchFrame: Sendable {
  /// How many contacts a frame holds. A seat has 32 slots (recognizers.md A12); a contact more is counted and dropped.
  public static let capacity = 32

  /// When the hardware reported it.
  public var timestamp: Timestamp
  /// Whether the hardware's stamp was older than that of an earlier frame: `timestamp` is then the earlier frame's, the
  /// positions are true, and nothing may be read from this frame about speed (recognizers.md A17).
  public var isLate = false
  /// How many contacts the frame holds.
  public private(set) var count: Int
  @usableFromInline var storage: InlineArray<32, Touch>

  /// A frame in which nothing touches.
  public init(timestamp: Timestamp = .zero) {
    self.timestamp = timestamp
    count = 0
    storage = InlineArray(repeating: Touch(id: Touch.ID(rawValue: 0), position: .origin))
  }

  /// The contact at `index` in the order of landing.
  @inlinable public subscript(index: Int) -> Touch {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// The positions of the contacts.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// Whether there is no room for another contact.
  @inlinable public var isFull: Bool { count == TouchFrame.capacity }

  /// How many fingers are on the glass after this frame.
  public var downCount: Int {
    var down = 0
    for index in indices where storage[index].isDown { down += 1 }
    return down
  }

  /// The contact named `id`, if the frame holds it.
  public func touch(_ id: Touch.ID) -> Touch? {
    for index in indices where storage[index].id == id { return storage[index] }
    return nil
  }

  /// Adds a contact at the end; answers whether there was room.
  @discardableResult
  public mutating func append(_ touch: Touch) -> Bool {
    guard !isFull else { return false }
    storage[count] = touch
    count += 1
    return true
  }

  /// Prepares the next frame: contacts that ended go, the others become stationary where they are.
  public mutating func settle() {
    var kept = 0
    for index in indices where storage[index].isDown {
      if kept != index { storage[kept] = storage[index] }
      storage[kept].phase = .stationary
      storage[kept].previousPosition = storage[kept].position
      kept += 1
    }
    count = kept
  }
}
