import CPlatform
import Glibc

/// Waits for many descriptors at once. Wraps `epoll`, level-triggered.
public struct Poller: ~Copyable {
  /// What is waited for.
  public enum Interest: Sendable {
    /// Until there is something to read.
    case reading
    /// Until there is something to read or room to write.
    case readingAndWriting

    fileprivate var mask: UInt32 {
      switch self {
      case .reading: EPOLLIN.rawValue
      case .readingAndWriting: EPOLLIN.rawValue | EPOLLOUT.rawValue
      }
    }
  }

  /// How long to wait.
  public enum Patience: Sendable {
    /// Until something is ready.
    case unlimited
    /// Not at all.
    case none
  }

  /// How many descriptors one wait can report; the rest is reported by the next one.
  public static let capacity = 16

  private let epoll: Descriptor
  private var events = [epoll_event](repeating: epoll_event(), count: Poller.capacity)
  private var readyCount = 0

  /// Waits for nothing yet. Throws where the process has no descriptor left.
  public init() throws(KernelError) {
    epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
  }

  /// Waits for `descriptor` from now on and reports it as `key`.
  public func add(_ descriptor: Int32, key: Int, interest: Interest) throws(KernelError) {
    try control(EPOLL_CTL_ADD, descriptor, key: key, interest: interest)
  }

  /// Waits for something else of a descriptor that was added.
  public func change(_ descriptor: Int32, key: Int, interest: Interest) throws(KernelError) {
    try control(EPOLL_CTL_MOD, descriptor, key: key, interest: interest)
  }

  /// Waits for `descriptor` no more. One that is closed already is gone from the kernel's list by itself.
  public func remove(_ descriptor: Int32) {
    _ = epoll_ctl(epoll.number, EPOLL_CTL_DEL, descriptor, nil)
  }

  /// Waits, and answers how many descriptors are ready. A signal that interrupts the wait is not an answer.
  public mutating func wait(_ patience: Patience) throws(KernelError) -> Int {
    let timeout: Int32 =
      switch patience {
      case .unlimited: -1
      case .none: 0
      }
    while true {
      let count = epoll_wait(epoll.number, &events, Int32(Poller.capacity), timeout)
      if count >= 0 {
        readyCount = Int(count)
        return readyCount
      }
      guard errno == EINTR else { throw .last("epoll_wait") }
    }
  }

  /// Whether the last wait reported `key`. A hang-up or an error of the descriptor counts: reading it tells which.
  public func isReady(_ key: Int) -> Bool {
    for index in 0..<readyCount where events[index].data.u64 == UInt64(key) { return true }
    return false
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, key: Int, interest: Interest
  ) throws(KernelError) {
    var event = epoll_event()
    event.events = interest.mask
    event.data.u64 = UInt64(key)
    guard epoll_ctl(epoll.number, operation, descriptor, &event) == 0 else { throw .last("epoll_ctl") }
  }
}
