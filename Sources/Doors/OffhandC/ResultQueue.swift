/// Results that wait to be read, in storage that belongs to the library: a ring that grows while the caller does not read, up to a
/// limit beyond which the oldest are dropped.
struct ResultQueue<Element: BitwiseCopyable>: ~Copyable {
  /// The most results that wait.
  static var limit: Int { 4096 }
  private static var firstCapacity: Int { 64 }

  /// The number of results that were dropped.
  private(set) var dropped: UInt64 = 0
  private var elements: UnsafeMutablePointer<Element>
  private var capacity = firstCapacity
  private var first = 0
  private var count = 0

  init() { elements = .allocate(capacity: ResultQueue.firstCapacity) }

  deinit { elements.deallocate() }

  /// Adds a result; makes pointers to earlier ones invalid.
  mutating func append(_ element: Element) {
    if count == capacity { makeRoom() }
    elements[(first + count) & (capacity - 1)] = element
    count += 1
  }

  /// Removes the oldest result and returns where it is, until the next `append`.
  mutating func next() -> UnsafePointer<Element>? {
    guard count > 0 else { return nil }
    defer {
      first = (first + 1) & (capacity - 1)
      count -= 1
    }
    return UnsafePointer(elements + first)
  }

  private mutating func makeRoom() {
    if capacity == ResultQueue.limit {
      first = (first + 1) & (capacity - 1)
      count -= 1
      dropped += 1
      return
    }
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    for index in 0..<count { (grown + index).initialize(to: elements[(first + index) & (capacity - 1)]) }
    elements.deallocate()
    elements = grown
    capacity *= 2
    first = 0
  }
}
