/// The hands that are on the glass, at most four, in the order in which they came.
public struct HandTracks: Sendable {
  /// The most hands that are told apart.
  public static let capacity = ShadowField.trackLimit

  /// How many hands there are.
  public private(set) var count = 0
  private var storage: InlineArray<4, HandTrack>

  /// No hands.
  public init() { storage = InlineArray(repeating: HandTrack()) }

  /// The hand at `index`.
  public internal(set) subscript(index: Int) -> HandTrack {
    get { storage[index] }
    _modify { yield &storage[index] }
  }

  /// The positions of the hands.
  public var indices: Range<Int> { 0..<count }

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
    storage[count] = HandTrack()
    count += 1
    return count - 1
  }

  mutating func remove(at index: Int) {
    for place in index..<count - 1 { storage[place] = storage[place + 1] }
    count -= 1
  }

  mutating func removeAll() { count = 0 }
}
