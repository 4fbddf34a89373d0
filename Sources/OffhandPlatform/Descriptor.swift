import Glibc

/// A file descriptor of ours, closed when its owner goes.
struct Descriptor: ~Copyable {
  /// The kernel's number.
  let number: Int32

  /// Takes over what `call` answered, or tells why it failed.
  init(_ number: Int32, from call: String) throws(KernelError) {
    guard number >= 0 else { throw .last(call) }
    self.number = number
  }

  deinit { close(number) }
}
