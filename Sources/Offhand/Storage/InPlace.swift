/// One value in memory of its own that is read and written in place, and lent for the price of a pointer.
///
/// Where the compiler lends a struct of more than a few words to a function it copies it there first; a pipeline lends the same
/// things to every recognizer in every frame. This cannot be copied; whoever needs a second one makes it.
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

extension InPlace: @unchecked Sendable where Value: Sendable & ~Copyable {}
