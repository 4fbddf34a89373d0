/// Elements with their own storage, read and written in place: the engine's state from frame to frame.
///
/// An `Array` checks at every write whether its storage is shared, and a struct that contains an `InlineArray` is copied
/// whole wherever the compiler passes it to a function. This type does neither: only `copied()` copies it.
struct FixedArray<Element>: ~Copyable {
  private(set) var count: Int
  private var elements: UnsafeMutablePointer<Element>

  init(repeating element: Element, count: Int) {
    self.count = count
    elements = .allocate(capacity: count)
    elements.initialize(repeating: element, count: count)
  }

  init() { self.init(.allocate(capacity: 0), count: 0) }

  private init(_ elements: UnsafeMutablePointer<Element>, count: Int) {
    self.elements = elements
    self.count = count
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

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

  /// Appends `element`; moves all elements to new storage. Meant for building a pipeline.
  mutating func append(_ element: Element) {
    let longer = UnsafeMutablePointer<Element>.allocate(capacity: count + 1)
    longer.moveInitialize(from: elements, count: count)
    (longer + count).initialize(to: element)
    elements.deallocate()
    elements = longer
    count += 1
  }

  func copied() -> FixedArray {
    let copy = UnsafeMutablePointer<Element>.allocate(capacity: count)
    copy.initialize(from: elements, count: count)
    return FixedArray(copy, count: count)
  }
}

// Sound: the memory has one owner, which cannot be copied.
extension FixedArray: @unchecked Sendable where Element: Sendable {}

/// One value with its own storage, read and written in place, and passed at the cost of a pointer.
///
/// The compiler copies a struct of more than a few words before it passes it to a function, and a pipeline passes the same
/// values to every recognizer in every frame. This type cannot be copied.
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

  var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(address) }
    @inline(__always) unsafeMutableAddress { address }
  }
}

// Sound: the memory has one owner, which cannot be copied.
extension InPlace: @unchecked Sendable where Value: Sendable & ~Copyable {}
