/// Elements in memory of their own that are read and written in place: what the engine remembers from frame to frame.
///
/// An `Array` checks at every write whether it is shared, and a struct with an `InlineArray` in it is copied whole wherever the
/// compiler lends it to a function. This does neither: it can only be copied by `copied()`.
struct FixedArray<Element>: ~Copyable {
  /// The number of elements.
  private(set) var count: Int
  private var elements: UnsafeMutablePointer<Element>

  /// `count` copies of `element`.
  init(repeating element: Element, count: Int) {
    self.count = count
    elements = .allocate(capacity: count)
    elements.initialize(repeating: element, count: count)
  }

  /// No elements.
  init() { self.init(.allocate(capacity: 0), count: 0) }

  private init(_ elements: UnsafeMutablePointer<Element>, count: Int) {
    self.elements = elements
    self.count = count
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  /// The positions.
  var indices: Range<Int> { 0..<count }

  /// The element at `index`, which must exist: only a debug build checks.
  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress {
      assert(indices.contains(index))
      return UnsafePointer(elements + index)
    }
    @inline(__always) unsafeMutableAddress {
      assert(indices.contains(index))
      return elements + index
    }
  }

  /// The address of the element at `index`, valid until the next `append`.
  @inline(__always)
  func address(of index: Int) -> UnsafeMutablePointer<Element> {
    assert(indices.contains(index))
    return elements + index
  }

  /// Adds `element` at the end; all elements move. For the time in which a pipeline is made.
  mutating func append(_ element: Element) {
    let longer = UnsafeMutablePointer<Element>.allocate(capacity: count + 1)
    longer.moveInitialize(from: elements, count: count)
    (longer + count).initialize(to: element)
    elements.deallocate()
    elements = longer
    count += 1
  }

  /// The same elements in other memory.
  func copied() -> FixedArray {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: count)
    copy.initialize(from: elements, count: count)
    return FixedArray(copy, count: count)
  }
}

// Sound: the memory has one owner, which cannot be copied.
extension FixedArray: @unchecked Sendable where Element: Sendable {}

/// One value in memory of its own that is read and written in place, and lent for the price of a pointer.
///
/// The compiler copies a struct of more than a few words before it lends it to a function, and a pipeline lends the same values to every
/// recognizer in every frame. This cannot be copied.
struct InPlace<Value: ~Copyable>: ~Copyable {
  private let address: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  /// The value.
  var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(address) }
    @inline(__always) unsafeMutableAddress { address }
  }
}

// Sound: the memory has one owner, which cannot be copied.
extension InPlace: @unchecked Sendable where Value: Sendable & ~Copyable {}
