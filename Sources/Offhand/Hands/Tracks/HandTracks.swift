/// The hands that are on the glass, at most four, in the order in which they came.
public struct HandTracks: Sendable {
  /// The most hands that are told apart.
  public static let capacity = ShadowField.trackLimit

  /// In an array with room for all of them: a hand is more than a kilobyte, and is read and changed where it lies.
  private var storage: [HandTrack] = []

  /// No hands.
  public init() { storage.reserveCapacity(HandTracks.capacity) }

  /// How many hands there are.
  public var count: Int { storage.count }

  /// The hand at `index`. Read by `get`: with `_read` debug builds now and then read it after a temporary owner was gone;
  /// optimized builds copy no more for it (the same instructions a decision).
  public internal(set) subscript(index: Int) -> HandTrack {
    get { storage[index] }
    _modify { yield &storage[index] }
  }

  /// The positions of the hands.
  public var indices: Range<Int> { 0..<count }

  /// The position of the hand to which the contact `id` belongs, or did as long as the hand had a finger on the glass; `nil`
  /// where it belongs to none.
  public func index(of id: Touch.ID) -> Int? {
    storage.firstIndex { track in track.has(id) }
  }

  /// How many hands have a finger on the glass.
  public var touchingCount: Int {
    var touching = 0
    for index in indices where storage[index].lifted == nil { touching += 1 }
    return touching
  }

  /// Makes room for another hand and answers its position; the one that lifted longest ago goes where there is none.
  mutating func append() -> Int {
    if count == HandTracks.capacity {
      var oldest = 0
      for index in indices where storage[index].lifted != nil {
        if storage[oldest].lifted == nil || storage[index].began < storage[oldest].began { oldest = index }
      }
      remove(at: oldest)
    }
    storage.append(HandTrack())
    return count - 1
  }

  mutating func remove(at index: Int) { storage.remove(at: index) }

  mutating func removeAll() { storage.removeAll(keepingCapacity: true) }
}
