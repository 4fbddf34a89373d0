import CPlatform
import Glibc

/// Wakes the event loop from another thread. Wraps `eventfd`.
public final class Doorbell: Sendable {
  private let bell: Descriptor

  /// A bell that is silent. Throws where the process has no descriptor left.
  public init() throws(KernelError) {
    bell = try Descriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), from: "eventfd")
  }

  /// What to wait for.
  public var descriptor: Int32 { bell.number }

  /// Makes the descriptor readable. May be called on any thread, any number of times.
  public func ring() {
    var one: UInt64 = 1
    _ = write(bell.number, &one, MemoryLayout.size(ofValue: one))
  }

  /// Takes all rings back, so that the descriptor is no longer readable.
  public func acknowledge() {
    var count: UInt64 = 0
    _ = read(bell.number, &count, MemoryLayout.size(ofValue: count))
  }
}
